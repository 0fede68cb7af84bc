import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from './reference.ts'
import { printTable } from './report.ts'

const FOLLOWERS = Number(process.env['FOLLOWERS'] ?? 10_000)
const WARM_UP_MS = 3000
const QUIET_MS = 20_000
const REQUESTS_EVERY_MS = 20
const POLL_MS = 100
/** No progress for this long ends the benchmark. */
const STALLED_MS = 60_000

interface Counts {
  readonly push: number
  readonly mail: number
}

interface Used {
  readonly cpuMs: number
  readonly transactions: number
  readonly peakBytes: number
}

interface Phase extends Used {
  readonly seconds: number
  readonly requestsMs: readonly number[]
}

/**
 * Publishes official results of a season with many followers, and measures how long until the last of them has a
 * message in the browser and a mail, what that costs, and how long other requests take meanwhile.
 */
export default async function measureFollowers(): Promise<void> {
  const receivers = fork(new URL('./followers-receivers.ts', import.meta.url))
  const [ports]: unknown[] = await once(receivers, 'message')
  const { push, mail } = readNumbers(ports, ['push', 'mail'])
  const server = fork(new URL('./followers-server.ts', import.meta.url), {
    env: {
      ...process.env,
      FOLLOWERS: String(FOLLOWERS),
      PUSH_PORT: String(push),
      MAIL_PORT: String(mail),
    },
  })
  const [site]: unknown[] = await once(server, 'message')
  const address = readAddress(site)

  async function ask(message: string): Promise<Used> {
    const answer = once(server, 'message')
    server.send(message)
    const [used]: unknown[] = await answer
    return readNumbers(used, ['cpuMs', 'transactions', 'peakBytes'])
  }

  async function received(): Promise<Counts> {
    const answer = once(receivers, 'message')
    receivers.send('count')
    const [counts]: unknown[] = await answer
    return readNumbers(counts, ['push', 'mail'])
  }

  async function untilReceived(kind: keyof Counts): Promise<void> {
    let [last, changedAt] = [0, performance.now()]
    while (last < FOLLOWERS) {
      await pause(POLL_MS)
      const count = (await received())[kind]
      if (count !== last) [last, changedAt] = [count, performance.now()]
      if (performance.now() - changedAt > STALLED_MS) {
        throw new Error(`only ${last} of ${FOLLOWERS} messages arrived`)
      }
    }
  }

  async function measure(work: () => Promise<void>): Promise<Phase> {
    await ask('reset')
    const requests = repeatRequest(address)
    const startedAt = performance.now()
    await work()
    const seconds = (performance.now() - startedAt) / 1000
    const requestsMs = await requests.stop()
    return { seconds, requestsMs, ...(await ask('report')) }
  }

  try {
    await repeatFor(address, WARM_UP_MS)
    const quiet = await measure(() => pause(QUIET_MS))
    await ask('prepare push')
    const pushed = await measure(async () => {
      await ask('publish')
      await untilReceived('push')
    })
    await ask('prepare mail')
    const mailed = await measure(async () => {
      await ask('publish')
      await ask('end collecting')
      await untilReceived('mail')
    })
    print(quiet, { pushed, mailed })
  } finally {
    const exited = Promise.all([once(server, 'exit'), once(receivers, 'exit')])
    server.disconnect()
    receivers.disconnect()
    await exited
  }
}

function print(quiet: Phase, phases: Readonly<Record<'pushed' | 'mailed', Phase>>): void {
  const p99 = ({ requestsMs }: Phase) => percentile(requestsMs, 0.99)
  printTable(
    `official results for ${FOLLOWERS} followers`,
    Object.entries(phases).flatMap(([name, phase]) => {
      const perSecond = FOLLOWERS / phase.seconds
      const what = name === 'pushed' ? 'messages to browsers' : 'mails'
      return [
        {
          what: `${what}: 99 of 100 other requests`,
          value: p99(phase) / p99(quiet),
          unit: 'times the quiet state',
          details: `${p99(phase).toFixed(1)} ms, quiet ${p99(quiet).toFixed(1)} ms, median ${percentile(phase.requestsMs, 0.5).toFixed(1)} and ${percentile(quiet.requestsMs, 0.5).toFixed(1)} ms`,
        },
        {
          what: `${what}: until the last`,
          value: phase.seconds,
          unit: 's',
          details: `${perSecond.toFixed(0)} a second`,
        },
        {
          what: `${what}: transactions of the database`,
          value: phase.transactions / FOLLOWERS,
          unit: 'for each',
          details: `${(phase.cpuMs / FOLLOWERS).toFixed(2)} ms of processor time for each`,
        },
        {
          what: `${what}: memory of the server`,
          value: phase.peakBytes / quiet.peakBytes,
          unit: 'times the quiet state',
          details: `${(phase.peakBytes / 1e6).toFixed(0)} MB, quiet ${(quiet.peakBytes / 1e6).toFixed(0)} MB`,
        },
      ]
    }),
  )
}

/** Sends a small request at regular times, whether or not those before have been answered. */
function repeatRequest(url: string): { stop(): Promise<number[]> } {
  const running: Promise<number>[] = []
  const timer = setInterval(() => running.push(request(url)), REQUESTS_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      return Promise.all(running)
    },
  }
}

async function repeatFor(url: string, ms: number): Promise<void> {
  const requests = repeatRequest(url)
  await pause(ms)
  await requests.stop()
}

async function request(url: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return performance.now() - startedAt
}

function readAddress(message: unknown): string {
  if (typeof message !== 'object' || message === null) throw new Error('The server did not start')
  const { url, leagueId }: Partial<Record<'url' | 'leagueId', string>> = message
  if (url === undefined || leagueId === undefined) throw new Error('The server did not start')
  return `${url}/api/League/${leagueId}`
}

function readNumbers<K extends string>(message: unknown, names: readonly K[]): Record<K, number>
function readNumbers(message: unknown, names: readonly string[]): Record<string, number> {
  if (typeof message !== 'object' || message === null) throw new Error('Nothing was answered')
  const found: Partial<Record<string, number>> = message
  return Object.fromEntries(
    names.map((name) => {
      const value = found[name]
      if (value === undefined) throw new Error(`${name} was not answered`)
      return [name, value]
    }),
  )
}
