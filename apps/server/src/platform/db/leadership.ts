import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { Log } from '../diagnostics/log.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import type { DatabaseListener } from './database-listener.ts'
import type { Db } from './tables.ts'

/** One process of those that share a database and a file store does their common jobs: the leader. */
export interface Leadership {
  /** Waits for the first attempt to become the leader, and for no other. */
  isLeader(): Promise<boolean>
  /** It is called whenever this process becomes the leader: what the one before has left is not waited for. */
  onLead(begin: () => void): void
  /** Leaves the jobs to another process. */
  resign(): Promise<void>
}

/** It is the first number of the lock; the second is that of the place. */
const LEADER_LOCK = 7_265_333
/** A leader that resigns announces it; one that is lost is replaced after this long. */
const ATTEMPT_EVERY_MS = 60_000
/** A leader that stands still for this long, or that the database cannot reach, is replaced. */
const LEASE_MS = 120_000
/** A leader announces on this channel that it resigns. */
const CHANNEL = 'pitboard_leader'
const RESIGN_WITHIN_MS = 1_000

interface LeadershipParts {
  readonly db: Db
  readonly listener: Pick<DatabaseListener, 'subscribe'>
  /** Processes with the same place have one leader. */
  readonly place: string
  readonly log: Log
  readonly metrics: Metrics
  /** Tests do not wait this long. */
  readonly leaseMs?: number
  readonly attemptEveryMs?: number
}

/**
 * The leader holds a lock of its session in PostgreSQL, which ends with its connection. Jobs must stand two
 * leaders for a moment: one that has lost its connection notices it a little later.
 */
export function createLeadership(parts: LeadershipParts): Leadership {
  const { db, listener, place, log, metrics } = parts
  const { leaseMs = LEASE_MS, attemptEveryMs = ATTEMPT_EVERY_MS } = parts
  const resigning = new AbortController()
  const { signal } = resigning
  const decided = Promise.withResolvers<void>()
  const beginnings: (() => void)[] = []
  let isWoken = false
  let wake: (() => void) | null = null
  const tryNow = () => {
    isWoken = true
    wake?.()
  }
  listener.subscribe({ channels: [CHANNEL], hear: tryNow, resumed: tryNow })
  let leaseUntilMs = 0
  const leads = () => performance.now() < leaseUntilMs
  registerMetric(metrics, leads)

  /** Resolves when it is not the leader, or not any more. */
  async function lead(connection: Db): Promise<void> {
    if (!(await takeLock(connection, place, leaseMs))) return
    log.info('this process does the jobs that all share')
    try {
      leaseUntilMs = performance.now() + leaseMs
      decided.resolve()
      for (const begin of beginnings) begin()
      while (!signal.aborted) {
        leaseUntilMs = performance.now() + leaseMs
        await delay(leaseMs / 2, undefined, { signal }).catch(() => {})
        await sql`select 1`.execute(connection)
      }
    } finally {
      leaseUntilMs = 0
      await returnLock(connection, place)
    }
  }

  async function waitForAttempt(): Promise<void> {
    if (isWoken) return
    const woken = new AbortController()
    wake = () => woken.abort()
    const ended = AbortSignal.any([signal, woken.signal])
    await delay(attemptEveryMs, undefined, { signal: ended, ref: false }).catch(() => {})
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      isWoken = false
      try {
        await db.connection().execute(lead)
      } catch (error) {
        log.debug({ err: error }, 'no leader of the jobs could be chosen')
      }
      decided.resolve()
      await waitForAttempt()
    }
  }
  const over = run()

  return {
    async isLeader() {
      await decided.promise
      return leads()
    },
    onLead(begin) {
      beginnings.push(begin)
    },
    async resign() {
      leaseUntilMs = 0
      resigning.abort()
      // The database may stand still.
      await Promise.race([over, delay(RESIGN_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

async function takeLock(connection: Db, place: string, leaseMs: number): Promise<boolean> {
  const { rows } = await sql<{ is_taken: boolean }>`
    select pg_try_advisory_lock(${LEADER_LOCK}, hashtext(${place})) as is_taken`.execute(connection)
  if (rows[0]?.is_taken !== true) return false
  await sql`select set_config('idle_session_timeout', ${String(leaseMs)}, false)`.execute(
    connection,
  )
  return true
}

/** Other work gets the connection, and another process may lead. */
async function returnLock(connection: Db, place: string): Promise<void> {
  await sql`select pg_advisory_unlock(${LEADER_LOCK}, hashtext(${place})),
    set_config('idle_session_timeout', '0', false), pg_notify(${CHANNEL}, '')`.execute(connection)
}

function registerMetric({ registry }: Metrics, leads: () => boolean): void {
  const gauge: Gauge = new Gauge({
    name: 'pitboard_leader',
    help: '1 where this process does the jobs that one process does for all',
    registers: [registry],
    collect: () => gauge.set(leads() ? 1 : 0),
  })
}
