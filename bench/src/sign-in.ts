import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { TICK_MS } from './driven-room.ts'
import { cpuMsSince, median, percentile } from './reference.ts'
import { printTable } from './report.ts'

/** Each round has this many. */
const SIGN_INS = 150
const ROUNDS = 3
/** The sign-ins use this share of the verifications that the machine can carry out at this moment. */
const SHARE = 0.4
const WARM_UP_MS = 3000
/** The limit is processor time, in bare argon2 verifications with the same cost. */
const MAIN_THREAD_MAX = 0.7
const ALL_THREADS_MAX = 2
/** Ticks that are late by one or two milliseconds say nothing by their ratio: what sign-ins add is a share of the time of a tick. */
const LATER_MAX = 0.05
const ANSWERED_MIN = 0.99
const VERIFICATIONS = 40
/** The server hashes passwords with the same cost. */
const ARGON2_COST = { memoryCost: 12_288, timeCost: 3, parallelism: 1 }

interface Round {
  readonly answersMs: readonly number[]
  readonly perSecond: number
  /** 99 of 100 ticks are at most this late. */
  readonly lateMs: number
  readonly lateBesideBareMs: number
  readonly mainMs: number
  readonly allMs: number
  readonly bareMs: number
}

/**
 * Measures sign-ins while a race is driven: what they cost, and how late the ticks of the race get. Beside it, in turn,
 * as many bare argon2 verifications run in another process: these take the same processors.
 */
export default async function measureSignIn(): Promise<void> {
  const server = fork(new URL('./sign-in-server.ts', import.meta.url))
  const site = await answerOf(server, readSite)
  await pause(WARM_UP_MS)
  const stored = await hash(site.password, ARGON2_COST)
  const verifyOne = () => verify(stored, site.password)
  const rounds: Round[] = []
  while (rounds.length < ROUNDS) rounds.push(await measureRound(server, site, verifyOne))
  const exited = once(server, 'exit')
  server.kill()
  await exited

  const answersMs = rounds.flatMap((round) => round.answersMs)
  const sent = SIGN_INS * ROUNDS
  const of = (read: (round: Round) => number) => median(rounds.map(read))
  printTable(`${of((round) => round.perSecond).toFixed(0)} sign-ins a second during a live race`, [
    {
      what: 'sign-ins answered',
      value: answersMs.length / sent,
      unit: 'of all',
      limit: { atLeast: ANSWERED_MIN },
      details: `after ${median(answersMs).toFixed(0)} ms, 99 of 100 within ${percentile(answersMs, 0.99).toFixed(0)} ms`,
    },
    {
      what: 'lateness of live ticks (99 of 100)',
      value: of((round) => (round.lateMs - round.lateBesideBareMs) / TICK_MS),
      unit: 'ticks later than beside bare verifications',
      limit: { atMost: LATER_MAX },
      details: `${of((round) => round.lateMs).toFixed(1)} ms, beside bare ones ${of((round) => round.lateBesideBareMs).toFixed(1)} ms`,
    },
    {
      what: 'processor time of a sign-in in the thread of the ticks',
      value: of((round) => round.mainMs / round.bareMs),
      unit: 'bare argon2 verifications',
      limit: { atMost: MAIN_THREAD_MAX },
      details: `${of((round) => round.mainMs).toFixed(1)} ms, bare ${of((round) => round.bareMs).toFixed(1)} ms`,
    },
    {
      what: 'processor time of a sign-in in all threads of the server',
      value: of((round) => round.allMs / round.bareMs),
      unit: 'bare argon2 verifications',
      limit: { atMost: ALL_THREADS_MAX },
      details: `${of((round) => round.allMs).toFixed(1)} ms`,
    },
  ])
}

async function measureRound(
  server: ChildProcess,
  site: Site,
  verifyOne: () => Promise<unknown>,
): Promise<Round> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: VERIFICATIONS }, verifyOne))
  const bareMs = cpuMsSince(before) / VERIFICATIONS
  const perSecond = (SHARE * VERIFICATIONS * 1000) / (performance.now() - startedAt)
  const bare = await measure(server, async () => {
    await Promise.all(await startAtTimes(perSecond, verifyOne))
  })
  let answers: (number | null)[] = []
  const busy = await measure(server, async () => {
    const url = `${site.url}/auth/v1/token?grant_type=password`
    answers = await Promise.all(
      await startAtTimes(perSecond, (n) =>
        signInOne(url, site.apikey, {
          email: site.emails[n % site.emails.length],
          password: site.password,
        }),
      ),
    )
  })
  return {
    answersMs: answers.filter((ms) => ms !== null),
    perSecond,
    lateMs: percentile(busy.lateMs, 0.99),
    lateBesideBareMs: percentile(bare.lateMs, 0.99),
    mainMs: (busy.mainMs - bare.mainMs) / SIGN_INS,
    allMs: (busy.allMs - bare.allMs) / SIGN_INS,
    bareMs,
  }
}

/** Starts each at its time, whether or not those before have ended. */
async function startAtTimes<T>(
  perSecond: number,
  start: (n: number) => Promise<T>,
): Promise<Promise<T>[]> {
  const startedAt = performance.now()
  const running: Promise<T>[] = []
  for (let n = 0; n < SIGN_INS; n++) {
    await pause(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()))
    running.push(start(n))
  }
  return running
}

interface Site {
  readonly url: string
  readonly apikey: string
  readonly emails: readonly string[]
  readonly password: string
}

async function signInOne(url: string, apikey: string, body: object): Promise<number | null> {
  const startedAt = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.ok ? performance.now() - startedAt : null
}

interface Measured {
  /** The list says how late each tick was. */
  readonly lateMs: readonly number[]
  /** It is processor time. */
  readonly mainMs: number
  readonly allMs: number
}

/** Returns what the server saw while `work` ran. */
async function measure(server: ChildProcess, work: () => Promise<void>): Promise<Measured> {
  server.send('start')
  await work()
  const answer = answerOf(server, readMeasured)
  server.send('stop')
  return answer
}

async function answerOf<T>(child: ChildProcess, read: (message: unknown) => T): Promise<T> {
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  return read(message)
}

function readSite(message: unknown): Site {
  if (typeof message !== 'object' || message === null) throw new Error('The server did not start')
  const { url, apikey, emails, password }: Partial<Site> = message
  if (!url || !apikey || !emails || !password) throw new Error('The server did not start')
  return { url, apikey, emails, password }
}

function readMeasured(message: unknown): Measured {
  if (typeof message !== 'object' || message === null) throw new Error('The server is gone')
  const { lateMs, mainMs, allMs }: Partial<Measured> = message
  if (!lateMs || mainMs === undefined || allMs === undefined) throw new Error('Nothing measured')
  return { lateMs, mainMs, allMs }
}
