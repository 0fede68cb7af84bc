import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { cpuMsSince, median, percentile } from './reference.ts'
import { printTable } from './report.ts'

const SIGN_INS_PER_SECOND = 100
const SECONDS = 20
/** Processor time, in bare argon2 verifications with the same cost. */
const MAIN_THREAD_MAX = 0.5
const ALL_THREADS_MAX = 2
/** A tick that waits for more than this many verifications runs behind the sign-ins. */
const TICKS_LATE_MAX = 2
/** Argon2 alone may take all processors: the answers wait for each other then. */
const ANSWERED_MIN = 0.99
const VERIFICATIONS = 40
/** As the server hashes passwords. */
const ARGON2_COST = { memoryCost: 12_288, timeCost: 3, parallelism: 1 }

/** 100 sign-ins a second while a race is driven: what they cost, and how late its ticks get. */
export default async function measureSignIn(): Promise<void> {
  const server = fork(new URL('./sign-in-server.ts', import.meta.url))
  const site = await answerOf(server, readSite)
  await pause(3000)
  const calm = await measure(server, async () => pause(SECONDS * 1000))
  const answersMs: number[] = []
  const verificationBefore = await verificationMs(site.password)
  const busy = await measure(server, async () => {
    answersMs.push(...(await signInAll(site)))
  })
  const exited = once(server, 'exit')
  server.kill()
  await exited
  const bareMs = (verificationBefore + (await verificationMs(site.password))) / 2

  const signIns = SIGN_INS_PER_SECOND * SECONDS
  const mainMs = (busy.mainMs - calm.mainMs) / signIns
  const allMs = (busy.allMs - calm.allMs) / signIns
  printTable(`${SIGN_INS_PER_SECOND} sign-ins a second during a live race`, [
    {
      what: 'sign-ins answered',
      value: answersMs.length / signIns,
      unit: 'of all',
      limit: { atLeast: ANSWERED_MIN },
      details: `after ${median(answersMs).toFixed(0)} ms, 99 of 100 within ${percentile(answersMs, 0.99).toFixed(0)} ms`,
    },
    {
      what: 'live ticks later by (99 of 100)',
      value: (lateMs(busy) - lateMs(calm)) / bareMs,
      unit: 'bare argon2 verifications',
      limit: { atMost: TICKS_LATE_MAX },
      details: `${lateMs(busy).toFixed(1)} ms late, without sign-ins ${lateMs(calm).toFixed(1)} ms`,
    },
    {
      what: 'processor time of a sign-in in the thread of the ticks',
      value: mainMs / bareMs,
      unit: 'bare argon2 verifications',
      limit: { atMost: MAIN_THREAD_MAX },
      details: `${mainMs.toFixed(1)} ms, bare ${bareMs.toFixed(1)} ms`,
    },
    {
      what: 'processor time of a sign-in in all threads of the server',
      value: allMs / bareMs,
      unit: 'bare argon2 verifications',
      limit: { atMost: ALL_THREADS_MAX },
      details: `${allMs.toFixed(1)} ms`,
    },
  ])
}

/** Processor time of verifying a password and nothing else. */
async function verificationMs(password: string): Promise<number> {
  const stored = await hash(password, ARGON2_COST)
  const before = process.cpuUsage()
  for (let n = 0; n < VERIFICATIONS; n++) await verify(stored, password)
  return cpuMsSince(before) / VERIFICATIONS
}

interface Site {
  readonly url: string
  readonly apikey: string
  readonly emails: readonly string[]
  readonly password: string
}

/** At their times, whether or not those before have been answered. Returns how long each took. */
async function signInAll({ url, apikey, emails, password }: Site): Promise<number[]> {
  const startedAt = performance.now()
  const running: Promise<number | null>[] = []
  for (let n = 0; n < SIGN_INS_PER_SECOND * SECONDS; n++) {
    const dueMs = (n * 1000) / SIGN_INS_PER_SECOND
    await pause(Math.max(0, startedAt + dueMs - performance.now()))
    running.push(
      signInOne(`${url}/auth/v1/token?grant_type=password`, apikey, {
        email: emails[n % emails.length],
        password,
      }),
    )
  }
  const answers = await Promise.all(running)
  return answers.filter((ms) => ms !== null)
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
  /** How late each tick was. */
  readonly lateMs: readonly number[]
  /** Processor time. */
  readonly mainMs: number
  readonly allMs: number
}

/** What the server saw while `work` ran. */
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

function lateMs(measured: Measured): number {
  return percentile(measured.lateMs, 0.99)
}
