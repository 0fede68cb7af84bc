import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { openKeys } from '@pitboard/server/accounts/auth/keys/key-set'
import { readConfig } from '@pitboard/server/platform/config/config'
import { openTestDatabase } from '@pitboard/server/testing/database'
import { runMain, type RunningMain } from '@pitboard/server/testing/main-process'
import { createRandom } from '@pitboard/sim/setup/random'
import { createRace } from '@pitboard/sim/race'
import {
  createOperator,
  createStranger,
  createUser,
  isSignedIn,
  leaseConsole,
  refreshUser,
  seedDriver,
  seedVictim,
  type Site,
} from './actors.ts'
import { attackOnce, type Target } from './attack-once.ts'
import {
  createFindings,
  NO_ANSWER,
  type Finding,
  type Findings,
  type SlowAnswer,
} from './findings.ts'
import { watchLiveRace, type LiveReport } from './live-watch.ts'
import { measureMachineDelays } from './machine-delays.ts'
import { readMemory, type Memory } from './memory.ts'
import { readOperations, schemaNamed } from './operations.ts'

export interface FuzzOptions {
  readonly requests: number
  readonly seed: number
  /** Times are allowed to be this many times longer: machines differ. */
  readonly patience?: number
  readonly progress?: (text: string) => void
}

export interface FuzzReport {
  readonly seed: number
  readonly requests: number
  readonly seconds: number
  /** Counts how many answers had which status. */
  readonly statuses: Readonly<Record<string, number>>
  readonly slowest: readonly SlowAnswer[]
  readonly live: LiveReport
  readonly memory: { readonly before: Memory; readonly after: Memory }
  /** The server must not do these and did; the list is empty where it held. */
  readonly findings: readonly Finding[]
}

const AT_ONCE = 16
const ROUND = 1_000
const TICK_LATE_MAX_MS = 250
const MEMORY_GROWTH_MAX = 1.2
const SETTLES_WITHIN_MS = 60_000
const SETTLE_POLL_MS = 1_000
/** Caches, compiled code and pools fill before memory is measured for the first time. */
const WARM_UP_SHARE = 0.2

/**
 * Starts a server with a database of its own and sends it random and hostile requests as a stranger,
 * two users and the operator: over HTTP, every WebSocket path and both ingest ports. The same seed
 * sends the same requests. Needs Linux, for the memory of the process.
 */
export async function fuzzServer(options: FuzzOptions): Promise<FuzzReport> {
  const database = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-fuzz-'))
  const ingestTcpPort = await freePort()
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    INGEST_TCP_PORT: String(ingestTcpPort),
    // Each request comes from the address that its header names, as behind a proxy.
    TRUST_PROXY: 'loopback',
    AUTH_AUTOCONFIRM: 'true',
    AUTH_TOKEN_SECONDS: '86400',
    // What answers 429 to all of a user's calls is not looked at.
    WRITES_PER_HOUR: '10000000',
    AUTH_JWT_SECRET: 'a secret of the fuzzed server, 32 characters',
    LOG_LEVEL: 'error',
  }
  const { anonKey, serviceKey } = await openKeys(readConfig(env))
  const server = runMain({ ...env, NODE_OPTIONS: '--inspect=127.0.0.1:0' })
  try {
    await server.listening
    const site = { url: server.url(), anonKey, serviceKey }
    return await attackServer(server, site, ingestTcpPort, options)
  } finally {
    await server.stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function attackServer(
  server: RunningMain,
  site: Site,
  ingestTcpPort: number,
  { requests, seed, patience = 1, progress = () => {} }: FuzzOptions,
): Promise<FuzzReport> {
  const startMs = performance.now()
  const random = createRandom(seed)
  const live = await watchLiveRace(await seedDriver(site, random), server.pid)
  const target = await openTarget(site, ingestTcpPort, seed)
  const delays = measureMachineDelays(server.pid)
  const findings = createFindings(delays, server.stderr, patience)
  const attack = async (from: number, to: number) => {
    for (let n = from; n < to && server.isRunning(); n += ROUND) {
      const known = findings.list().length
      await attackRound(server, target, seed, n, Math.min(n + ROUND, to), findings)
      progress(`${Math.min(n + ROUND, to)} requests, ${findings.list().length} findings`)
      for (const { what, detail } of findings.list().slice(known)) progress(`✖ ${what}\n${detail}`)
    }
  }
  const warmUp = Math.ceil(requests * WARM_UP_SHARE)
  await attack(0, warmUp)
  const warm = await live.read()
  const before = await measure(server)
  // Measuring memory collects all garbage at once, which delays ticks and is no fault of the server.
  await live.read()
  await attack(warmUp, requests)
  const report = worse(warm, await live.read())
  await live.stop()
  const after = await settle(server, before)
  delays.stop()

  if (!server.isRunning()) findings.add('the server ended', server.stderr().slice(-4_000))
  if (after.used > before.used * MEMORY_GROWTH_MAX) {
    findings.add('memory grew', `${megabytes(before.used)} → ${megabytes(after.used)}`)
  }
  if (report.ticks === 0) findings.add('no live tick was seen', '')
  if (report.latestMs > TICK_LATE_MAX_MS * patience) {
    const { latestMs, latestAtSeconds } = report
    findings.add('a live tick was late', `${Math.round(latestMs)} ms, after ${latestAtSeconds} s`)
  }
  return {
    seed,
    requests,
    seconds: (performance.now() - startMs) / 1_000,
    statuses: findings.statuses(),
    slowest: findings.slowest(),
    live: report,
    memory: { before, after },
    // A lost answer is no finding while no server runs: it says nothing about the request.
    findings: findings.list().filter(({ what }) => server.isRunning() || what !== NO_ANSWER),
  }
}

function worse(one: LiveReport, other: LiveReport): LiveReport {
  const latest = one.latestMs > other.latestMs ? one : other
  return { ...latest, ticks: one.ticks + other.ticks }
}

async function openTarget(site: Site, ingestTcpPort: number, seed: number): Promise<Target> {
  const random = createRandom(seed + 1)
  const openApi: unknown = await (await fetch(`${site.url}/api/openapi.json`)).json()
  const victim = await seedVictim(site, random)
  const users = [
    await createUser(site, random, victim, 'user'),
    await createUser(site, random, victim, 'other user'),
  ]
  const race = createRace({ seed, laps: 2, cars: 20, rateHz: 10, trackId: 22 })
  return {
    site,
    operations: readOperations(openApi),
    schemaNamed: (reference) => schemaNamed(openApi, reference),
    actors: [createStranger(site, victim), ...users, createOperator(site, users)],
    victim,
    ingestTcpPort,
    console: await leaseConsole(site, random),
    race: [...race.datagrams()].slice(0, 2_000).map(({ bytes }) => bytes),
  }
}

async function attackRound(
  server: RunningMain,
  target: Target,
  seed: number,
  from: number,
  to: number,
  findings: Findings,
): Promise<void> {
  let next = from
  const lane = async () => {
    while (next < to && server.isRunning()) {
      const n = next++
      await attackOnce(target, seed * 1_000_003 + n, n, findings)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  const { site, actors, victim } = target
  for (const [at, actor] of actors.entries()) {
    if (!server.isRunning()) return
    const { name, token } = actor
    if (name !== 'user' && name !== 'other user') continue
    actors[at] = (await isSignedIn(site, token))
      ? await refreshUser(site, victim, actor)
      : await createUser(site, createRandom(seed + to + at), victim, name)
  }
}

/** Waits until what the attack left behind is collected, or until it is clear that it stays. */
async function settle(server: RunningMain, before: Memory): Promise<Memory> {
  const startMs = performance.now()
  for (;;) {
    const memory = await measure(server)
    const isBack = memory.used <= before.used * MEMORY_GROWTH_MAX
    if (isBack || performance.now() - startMs > SETTLES_WITHIN_MS) return memory
    await pause(SETTLE_POLL_MS)
  }
}

async function measure(server: RunningMain): Promise<Memory> {
  const inspector = /ws:\/\/\S+/.exec(server.stderr())?.[0]
  if (inspector === undefined || !server.isRunning()) return { used: 0, resident: 0 }
  return readMemory(inspector, server.pid)
}

export function printReport(report: FuzzReport): void {
  const { seed, requests, seconds, statuses, slowest, live, memory, findings } = report
  const { before, after } = memory
  const answers = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  console.log(`${requests} requests in ${seconds.toFixed(0)} s, seed ${seed}
  answers: ${answers.join(', ')}
  slowest answers:
${slowest.map(describeSlow).join('\n')}
  live: ${live.ticks} ticks, the latest ${Math.round(live.latestMs)} ms late
  memory in use: ${megabytes(before.used)} → ${megabytes(after.used)}
  memory of the process: ${megabytes(before.resident)} → ${megabytes(after.resident)}
  findings: ${findings.length}`)
  for (const { what, detail } of findings) console.log(`✖ ${what}\n${detail}\n`)
}

function describeSlow({ tookMs, request }: SlowAnswer): string {
  return `    ${Math.round(tookMs)} ms ${request.slice(0, 160)}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
