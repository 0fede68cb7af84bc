import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { itemAt } from '@pitboard/contract/wire/item-at'
import { openTestDatabase } from '@pitboard/server/testing/database'
import { runMain } from '@pitboard/server/testing/main-process'
import { CHUNK_MS } from '@pitboard/server/racing/live/timelines/timeline'
import { findWorkers } from '@pitboard/server/workers/workers.fixture'
import { findFreePort } from '@pitboard/server/platform/http/free-port'
import { deliveredBetween, LATE_MS_MAX, readDelivered } from './delivered-work.ts'
import { driveSessions } from './driven-sessions.ts'
import { median } from './reference.ts'
import { printTable } from './report.ts'

const ROUNDS = 3
/** If there are only a few, most of a message’s cost is waking a sleeping reader, which a busy server does not pay. */
const SESSIONS_PER_WORKER = 30
const VIEWERS_PER_SESSION = 40
const WARM_UP_MS = 8_000
/** Sessions complete a chunk of their timelines at the same moment: each run has one of them. */
const MEASURED_MS = CHUNK_MS
const CORES = 2
const METRICS_PORT = 9100
const CAPACITY_LEAST = 1.7
/** The kernel counts processor time in ticks of this length. */
const CLOCK_TICK_MS = 10

interface Run {
  /** It is the processor time of all processes of the server, and of the busiest worker, per second. */
  readonly totalMs: number
  readonly busiestMs: number
  /** Counts messages to viewers, per second. */
  readonly messages: number
  /** 99 of 100 ticks were at most this late. */
  readonly lateMs: number
}

/**
 * Measures two workers with twice the sessions and viewers of one server. Connections go to the workers in turns, so
 * half of the viewers watch a session of the other worker. What two cores carry is limited by the processor time of all
 * processes together, and by the busiest worker, which has one core. What counts is the messages that were delivered,
 * while the ticks were in time.
 */
export default async function measureWorkers(): Promise<void> {
  const rounds: { readonly one: Run; readonly two: Run }[] = []
  while (rounds.length < ROUNDS) rounds.push({ one: await run(1), two: await run(2) })
  const ratios = rounds.map(({ one, two }) => {
    const perCoreOfTwo = two.messages / Math.max(two.totalMs / CORES, two.busiestMs)
    return perCoreOfTwo / (one.messages / one.totalMs)
  })
  const ofTotal = rounds.map(
    ({ one, two }) => ((CORES * two.messages) / two.totalMs) * (one.totalMs / one.messages),
  )
  const evenness = rounds.map(({ two }) => two.busiestMs / two.totalMs)
  const one = median(rounds.map((round) => round.one.totalMs))
  const two = median(rounds.map((round) => round.two.totalMs))
  const messagesOf = (side: 'one' | 'two') =>
    median(rounds.map((round) => round[side].messages)).toFixed(0)
  printTable(
    `workers, ${SESSIONS_PER_WORKER} sessions with ${VIEWERS_PER_SESSION} viewers each for one`,
    [
      {
        what: 'messages delivered by two workers on two cores',
        value: median(ratios),
        unit: 'times those of one process',
        limit: { atLeast: CAPACITY_LEAST },
        details:
          `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; ${one.toFixed(0)} ms of processor time a ` +
          `second, two with twice the load ${two.toFixed(0)} ms`,
      },
      {
        what: 'ticks, 99 of 100 are at most so late',
        value: Math.max(...rounds.flatMap((round) => [round.one.lateMs, round.two.lateMs])),
        unit: 'ms',
        limit: { atMost: LATE_MS_MAX },
        details: `${messagesOf('one')} messages a second by one process, ${messagesOf('two')} by two workers`,
      },
      {
        what: 'without the limit of the busiest worker',
        value: median(ofTotal),
        unit: 'times those of one process',
        details: `the busiest worker has ${(100 * median(evenness)).toFixed(0)} % of the processor time of all`,
      },
    ],
  )
}

async function run(workers: 1 | 2): Promise<Run> {
  const database = await openTestDatabase()
  const metricsPort = await findFreePort('tcp', '127.0.0.1', METRICS_PORT)
  if (metricsPort === null) throw new Error('There is no free port for the metrics.')
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-bench-'))
  const main = runMain({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    WORKERS: String(workers),
    METRICS_PORT: String(metricsPort),
  })
  try {
    await main.listening
    const driving = await driveSessions(database.db, main.url(), workers * SESSIONS_PER_WORKER)
    const paths = driving.ids.map((id) => `/api/LiveSession/ws/${id}`)
    const { port } = new URL(main.url())
    const viewers = fork(new URL('./broadcast-viewers.ts', import.meta.url), [
      port,
      String(VIEWERS_PER_SESSION),
      ...paths,
    ])
    await once(viewers, 'message')
    await pause(WARM_UP_MS)
    const serving = workers === 1 ? [] : await findWorkers(main.pid)
    const before = [main.pid, ...serving].map(cpuMsOfProcess)
    const deliveredBefore = await readDelivered(metricsPort)
    const startedAt = performance.now()
    await pause(MEASURED_MS)
    const seconds = (performance.now() - startedAt) / 1000
    const used = [main.pid, ...serving].map(
      (pid, place) => (cpuMsOfProcess(pid) - itemAt(before, place)) / seconds,
    )
    const delivered = deliveredBetween(deliveredBefore, await readDelivered(metricsPort))
    viewers.kill()
    driving.stop()
    return {
      totalMs: used.reduce((sum, ms) => sum + ms, 0),
      busiestMs: Math.max(...used),
      messages: delivered.messages / seconds,
      lateMs: delivered.lateMs,
    }
  } finally {
    const left = await findWorkers(main.pid)
    await main.kill()
    for (const pid of left) process.kill(pid, 'SIGKILL')
    await database.close()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns the processor time of all threads of the process, from the kernel's clock ticks. */
function cpuMsOfProcess(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS
}
