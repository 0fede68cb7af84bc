import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { median, printTable } from './report.ts'

const SIGN_INS_PER_SECOND = 100
const SECONDS = 20
const TICKS_LATE_MAX_MS = 20
const ANSWERED_WITHIN_MS = 1000

/** 100 sign-ins a second while a race is driven: how late its ticks get. */
export default async function signIn(): Promise<void> {
  const server = fork(new URL('./sign-in/server.ts', import.meta.url))
  const site = await answerOf(server, readSite)
  await pause(3000)
  await late(server, async () => pause(1000))
  const calm = await late(server, async () => pause(SECONDS * 1000))
  const answersMs: number[] = []
  const busy = await late(server, async () => {
    answersMs.push(...(await signInAll(site)))
  })
  server.kill()
  await once(server, 'exit')

  const answered = answersMs.filter((ms) => ms <= ANSWERED_WITHIN_MS).length / SECONDS
  const added = percentile(busy, 0.99) - percentile(calm, 0.99)
  printTable(`${SIGN_INS_PER_SECOND} sign-ins a second during a live race`, [
    {
      what: 'sign-ins answered within a second',
      value: `${answered.toFixed(0)} a second`,
      compared: `after ${median(answersMs).toFixed(0)} ms, 99 of 100 within ${percentile(answersMs, 0.99).toFixed(0)} ms`,
      limit: `≥ ${SIGN_INS_PER_SECOND * 0.99}`,
      holds: answered >= SIGN_INS_PER_SECOND * 0.99,
    },
    {
      what: 'live ticks later by (99 of 100)',
      value: `${added.toFixed(1)} ms`,
      compared: `${percentile(busy, 0.99).toFixed(1)} ms late, without sign-ins ${percentile(calm, 0.99).toFixed(1)}; latest ${Math.max(...busy).toFixed(1)}, without ${Math.max(...calm).toFixed(1)}`,
      limit: `≤ ${TICKS_LATE_MAX_MS} ms`,
      holds: added <= TICKS_LATE_MAX_MS,
    },
  ])
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

/** How late the server's ticks were while `work` ran, each in milliseconds. */
async function late(server: ChildProcess, work: () => Promise<void>): Promise<number[]> {
  server.send('start')
  await work()
  const answer = answerOf(server, readNumbers)
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

function readNumbers(message: unknown): number[] {
  if (!Array.isArray(message)) throw new Error('The server did not measure')
  return message.map(Number)
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}
