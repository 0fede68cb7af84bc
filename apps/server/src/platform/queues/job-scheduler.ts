import { AsyncLocalStorage } from 'node:async_hooks'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseListener } from '../db/database-listener.ts'
import type { Db } from '../db/tables.ts'
import type { Log } from '../diagnostics/log.ts'

/** Triggers announce jobs on this channel. */
const CHANNEL = 'pitboard_job'
/**
 * Queues are checked at these intervals: `listening` while announcements arrive, in case one is missed, and `deaf`
 * while none can arrive.
 */
const POLL_MS = { listening: 300_000, deaf: 5_000 }
/** A burst of announcements is one look. */
const PAUSE_MS = 20
/** These are the waits between attempts to claim jobs that others hold or that may not start yet. */
const VAIN_MS = { first: 500, max: 10_000 }
/** The interval is far below a lease. What was cancelled at another server ends by then. */
const RENEW_MS = 5_000
/** What does not end when it is aborted is left to its lease. */
const ABORTED_WITHIN_MS = 5_000

/** The scheduler knows this of a queue. A job is what it has claimed. */
interface ScheduledQueue<Job> {
  readonly name: string
  /** This process works on this many jobs at the same time. Only what can be started is claimed. */
  readonly places: number
  /** Where a claim costs about as much for one job as for many, nothing is claimed for fewer. */
  readonly claimedMin?: number
  /** The query has one value: when the next job is due. */
  nextDue(): RawBuilder<Date | null>
  /** The queue has this as the present. */
  now(): RawBuilder<Date>
  claim(count: number): Promise<Job[]>
  /** Does not reject. Resolves with the seconds after which this job is due again, or null. */
  run(job: Job, signal: AbortSignal): Promise<number | null>
  /** Aborts those whose lease was lost. */
  renew?(jobs: ReadonlyMap<Job, AbortController>): Promise<void>
  /** A process that stops waits this long for what it works on, then aborts it. */
  readonly drainMs: number
}

/** The queues of this process share one timer and one query, which find what is due in all of them. */
export interface JobScheduler {
  add<Job>(queue: ScheduledQueue<Job>): AddedQueue<Job>
  /** It is called after a job was added, and does nothing if the database announces the job anyway. */
  wake(): void
  start(): void
  /** Claims nothing any more, and resolves once nothing is worked on. */
  stop(): Promise<void>
}

export interface AddedQueue<Job> {
  /** Starts a job that this process holds already, also beyond the places. */
  begin(job: Job): Promise<void>
  active(): Iterable<Job>
  /** Does everything that is due now. */
  runDue(): Promise<void>
}

interface SchedulerParts {
  readonly db: Db
  readonly listener: Pick<DatabaseListener, 'subscribe' | 'isListening'>
  readonly log: Log
  /** Tests have other intervals. */
  readonly pollMs?: number | undefined
  readonly renewMs?: number | undefined
}

interface Entry {
  readonly name: string
  nextDue(): RawBuilder<unknown>
  /** Claims and starts what there are places for. */
  fill(): Promise<void>
  /** Returns the milliseconds until it makes sense to claim what is due; null while no place is free. */
  claimInMs(isDue: boolean): number | null
  hasActive(): boolean
  renew(): Promise<void>
  stop(): Promise<void>
}

export function createJobScheduler(parts: SchedulerParts): JobScheduler {
  const { db, listener, log, pollMs, renewMs = RENEW_MS } = parts
  const entries: Entry[] = []
  let timer: NodeJS.Timeout | undefined
  let lookAtMs = Number.POSITIVE_INFINITY
  let looking: Promise<void> | null = null
  let wantedMs = Number.POSITIVE_INFINITY
  let renewing: NodeJS.Timeout | undefined
  let isRunning = false
  /** Work is not done on behalf of the request that happens to wake it. */
  const inOwnScope = AsyncLocalStorage.snapshot()

  listener.subscribe({ channels: [CHANNEL], hear: () => lookIn(0), resumed: () => lookIn(0) })

  function lookIn(ms: number): void {
    if (!isRunning) return
    if (looking) wantedMs = Math.min(wantedMs, Math.max(PAUSE_MS, ms))
    const atMs = performance.now() + ms
    if (looking || atMs >= lookAtMs) return
    clearTimeout(timer)
    lookAtMs = atMs
    timer = inOwnScope(() => setTimeout(look, ms))
    timer.unref()
  }

  function look(): void {
    lookAtMs = Number.POSITIVE_INFINITY
    looking = findDue()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the queues of jobs could not be read')
        return POLL_MS.deaf
      })
      .then((nextMs) => {
        looking = null
        lookIn(Math.min(wantedMs, nextMs))
        wantedMs = Number.POSITIVE_INFINITY
      })
  }

  /** Starts what is due, and returns the milliseconds until the next look. */
  async function findDue(): Promise<number> {
    const mostMs = pollMs ?? (listener.isListening() ? POLL_MS.listening : POLL_MS.deaf)
    if (entries.length === 0) return mostMs
    const queries = entries.map((entry) => entry.nextDue())
    const { rows } = await sql<{ name: string; seconds: number | null }>`${sql.join(
      queries,
      sql` union all `,
    )}`.execute(db)
    const secondsOf = new Map(rows.map(({ name, seconds }) => [name, seconds]))
    let nextMs = mostMs
    for (const entry of entries) {
      const seconds = secondsOf.get(entry.name) ?? null
      if (seconds !== null && seconds > 0) nextMs = Math.min(nextMs, seconds * 1000)
      const inMs = entry.claimInMs(seconds !== null && seconds <= 0)
      if (inMs === 0) void entry.fill()
      else if (inMs !== null) nextMs = Math.min(nextMs, inMs)
    }
    return Math.max(PAUSE_MS, nextMs)
  }

  function renewWhileActive(): void {
    if (renewing) return
    const renew = () => {
      if (!entries.some((entry) => entry.hasActive())) {
        clearInterval(renewing)
        renewing = undefined
        return
      }
      for (const entry of entries) void entry.renew()
    }
    renewing = inOwnScope(() => setInterval(renew, renewMs))
    renewing.unref()
  }

  return {
    add(queue) {
      const { entry, added } = createEntry(queue, {
        log,
        isRunning: () => isRunning,
        onStart: renewWhileActive,
        lookIn,
        inOwnScope,
      })
      entries.push(entry)
      return added
    },
    wake() {
      if (!listener.isListening()) lookIn(0)
    },
    start() {
      isRunning = true
      lookIn(0)
    },
    async stop() {
      isRunning = false
      clearTimeout(timer)
      await looking
      await Promise.all(entries.map((entry) => entry.stop()))
      clearInterval(renewing)
    },
  }
}

interface EntryParts {
  readonly log: Log
  isRunning(): boolean
  onStart(): void
  lookIn(ms: number): void
  inOwnScope<T>(work: () => T): T
}

function createEntry<Job>(
  queue: ScheduledQueue<Job>,
  { log, isRunning, onStart, lookIn, inOwnScope }: EntryParts,
): { readonly entry: Entry; readonly added: AddedQueue<Job> } {
  const active = new Map<Job, AbortController>()
  const runs = new Set<Promise<void>>()
  let filling: Promise<boolean> | null = null
  /** It is true if the last claim got as many as it could. */
  let mayHaveMore = false
  let vain = 0
  let vainUntilMs = 0

  async function run(job: Job, controller: AbortController): Promise<void> {
    const inSeconds = await queue.run(job, controller.signal)
    active.delete(job)
    if (inSeconds !== null) lookIn(inSeconds * 1000)
    if (mayHaveMore && isRunning()) void inOwnScope(fill)
  }

  async function begin(job: Job): Promise<void> {
    const controller = new AbortController()
    active.set(job, controller)
    onStart()
    const running = run(job, controller)
    runs.add(running)
    await running.finally(() => runs.delete(running))
  }

  /** Returns false where nothing was due. */
  async function claim(): Promise<boolean> {
    const free = queue.places - active.size
    if (free < (queue.claimedMin ?? 1)) return true
    const jobs = await queue.claim(free)
    mayHaveMore = jobs.length === free
    for (const job of jobs) void begin(job)
    return jobs.length > 0
  }

  async function fill(): Promise<void> {
    try {
      const hasClaimed = await (filling ??= claim())
      vain = hasClaimed ? 0 : vain + 1
      vainUntilMs = hasClaimed
        ? 0
        : performance.now() + Math.min(VAIN_MS.max, VAIN_MS.first * 2 ** (vain - 1))
      if (!hasClaimed) lookIn(vainUntilMs - performance.now())
    } catch (error) {
      log.warn({ err: error, queue: queue.name }, 'jobs could not be claimed')
      lookIn(POLL_MS.deaf)
    } finally {
      filling = null
    }
  }

  return {
    added: {
      begin,
      active: () => active.keys(),
      async runDue() {
        do {
          while (queue.places - active.size < (queue.claimedMin ?? 1)) await Promise.race(runs)
        } while (await claim())
        await Promise.all(runs)
      },
    },
    entry: {
      name: queue.name,
      nextDue: () =>
        sql`select ${queue.name} as name, extract(epoch from (${queue.nextDue()}) - ${queue.now()})::float8 as seconds`,
      fill,
      claimInMs(isDue) {
        if (!isDue) {
          vain = 0
          vainUntilMs = 0
          return null
        }
        if (queue.places - active.size < (queue.claimedMin ?? 1)) {
          mayHaveMore = true
          return null
        }
        return Math.max(0, vainUntilMs - performance.now())
      },
      hasActive: () => active.size > 0,
      async renew() {
        if (active.size === 0) return
        try {
          await queue.renew?.(active)
        } catch (error) {
          log.warn({ err: error, queue: queue.name }, 'leases of jobs could not be renewed')
        }
      },
      async stop() {
        await filling?.catch(() => null)
        await endWithin(runs, queue.drainMs)
        for (const controller of active.values()) controller.abort()
        await endWithin(runs, ABORTED_WITHIN_MS)
      },
    },
  }
}

async function endWithin(runs: ReadonlySet<Promise<void>>, ms: number): Promise<void> {
  if (runs.size === 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([Promise.allSettled(runs), promise])
  clearTimeout(timer)
}
