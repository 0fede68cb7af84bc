import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DatabaseClock } from '../db/database-clock.ts'
import type { Leadership } from '../db/leadership.ts'
import type { Db } from '../db/tables.ts'
import type { Log } from '../diagnostics/log.ts'
import { createPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts'
import { readOnlyRow } from '../../platform/db/only-row.ts'

/** The limit allows `burst` at once, then `calls` in `seconds`. */
export interface RateLimit {
  /** The name is unique, because it is a part of the key of each bucket. */
  readonly name: string
  readonly calls: number
  readonly seconds: number
  readonly burst: number
}

/** A bucket is a limit for one user, address or network. */
export interface Bucket {
  readonly limit: RateLimit
  readonly key: string
  /** It is set if the bucket must not be empty but is not counted. */
  readonly isOnlyChecked?: boolean
}

/** The limits hold for all servers of a database (docs/server-coordination.md). */
export interface RateLimits {
  /**
   * Counts one call in each bucket, or in none of them if one is empty. Returns 0 if it was counted,
   * else the seconds to wait.
   */
  take(...buckets: readonly Bucket[]): Promise<number>
  /** Does the same for one bucket, and returns the calls that are left in it. */
  takeCall(bucket: Bucket): Promise<{ readonly waitSeconds: number; readonly left: number }>
  /** Uncounts a call. Nobody waits for it: a refund that fails costs its user one call. */
  refund(bucket: Bucket): void
  /** Returns the seconds to wait as far as this process knows, without the database. */
  knownWaitSeconds(bucket: Bucket): number
  readonly cleanup: PeriodicJob
}

/** The size bounds it: a cache with `max` would reserve the memory of all keys at the start. */
const CAPACITY = { maxSize: 50_000, sizeCalculation: () => 1 }
/** Then the database is asked again: another server may have refunded a call. */
const KNOWN_MS_MAX = 30_000
/** Sums of rounded microseconds are not exact. */
const TOLERANCE_SECONDS = 0.001

interface RateLimitParts {
  readonly db: Db
  readonly databaseNow: DatabaseClock
  readonly leadership?: Leadership
  readonly log: Log
  now(): Date
}

export function createRateLimits(parts: RateLimitParts): RateLimits {
  const { db, databaseNow, leadership, log, now } = parts
  const nowMs = () => now().getTime()
  /** A caller is refused without a query until this time. */
  const refused = new LRUCache<string, { readonly untilMs: number }>(CAPACITY)

  function knownWaitMs(hash: Buffer): number {
    const waitMs = (refused.get(hash.toString('base64url'))?.untilMs ?? 0) - nowMs()
    return waitMs > 0 && waitMs <= KNOWN_MS_MAX ? waitMs : 0
  }

  async function uncount(hash: Buffer, { calls, seconds }: RateLimit): Promise<void> {
    refused.delete(hash.toString('base64url'))
    await db
      .updateTable('rate_bucket')
      .set({ full_at: sql`full_at - ${seconds / calls} * interval '1 second'` })
      .where('key', '=', hash)
      .execute()
  }

  async function takeCalls(buckets: readonly Bucket[]) {
    const claims = buckets.map((bucket) => ({ ...bucket, hash: hashOf(bucket) }))
    const knownMs = Math.max(0, ...claims.map(({ hash }) => knownWaitMs(hash)))
    if (knownMs > 0) return { waitSeconds: knownMs / 1000, left: 0 }
    const results = await takeAll(db, claims, databaseNow())
    const wrong = results.filter(({ isRefused }) => isRefused)
    const left = Math.min(...results.map((result) => result.left))
    if (wrong.length === 0) return { waitSeconds: 0, left }
    // Another call has emptied one of them at the same moment, so that what was taken from the others is returned.
    const taken = results.filter(({ isTaken }) => isTaken)
    await Promise.all(taken.map(({ claim }) => uncount(claim.hash, claim.limit)))
    for (const { claim, waitSeconds } of wrong) {
      const untilMs = nowMs() + Math.min(KNOWN_MS_MAX, waitSeconds * 1000)
      refused.set(claim.hash.toString('base64url'), { untilMs })
    }
    return { waitSeconds: Math.max(...wrong.map(({ waitSeconds }) => waitSeconds)), left: 0 }
  }

  return {
    async take(...buckets) {
      const { waitSeconds } = await takeCalls(buckets)
      return waitSeconds
    },
    takeCall: (bucket) => takeCalls([bucket]),
    refund(bucket) {
      uncount(hashOf(bucket), bucket.limit).catch((error: unknown) => {
        log.warn({ err: error, limit: bucket.limit.name }, 'a counted call could not be refunded')
      })
    },
    knownWaitSeconds: (bucket) => knownWaitMs(hashOf(bucket)) / 1000,
    cleanup: createPeriodicJob(() => removeFullBuckets(db, databaseNow()), {
      everyMs: CLEANUP_MS,
      log,
      ...(leadership && { leadership }),
      failure: 'full rate buckets could not be removed',
    }),
  }
}

/** Returns sixteen bytes: no key is stored, and a long one takes no more space than a short one. */
function hashOf({ limit, key }: Bucket): Buffer {
  return createHash('sha256').update(`${limit.name}\n${key}`).digest().subarray(0, 16)
}

type Claim = Bucket & { readonly hash: Buffer }

interface ClaimResult {
  readonly claim: Claim
  readonly isTaken: boolean
  readonly isRefused: boolean
  readonly waitSeconds: number
  /** Only whole calls count; it is 0 for a bucket in which none was counted. */
  readonly left: number
}

/**
 * A bucket is stored as the time at which it is full again. One statement reads all buckets and, if none is
 * empty, counts in them; the conflict's condition holds also against calls at the same moment.
 */
async function takeAll(
  db: Db,
  claims: readonly Claim[],
  now: RawBuilder<Date>,
): Promise<ClaimResult[]> {
  const rows = claims.map(({ hash, limit, isOnlyChecked = false }, place) => {
    const perCall = limit.seconds / limit.calls
    return sql`(${place}::int, ${hash}::bytea, ${perCall}::float8, ${limit.burst * perCall}::float8,
      ${!isOnlyChecked}::boolean)`
  })
  const result = await sql<{ place: number; wait: number; owed: number | null }>`
    with claim (place, key, per_call, capacity, is_counted) as (values ${sql.join(rows)}),
    state as (
      select claim.*, coalesce(
        extract(epoch from bucket.full_at - ${now})::float8 + per_call - capacity, 0) as wait
      from claim left join rate_bucket bucket using (key)
    ),
    taken as (
      insert into rate_bucket as bucket (key, full_at)
      select key, ${now} + per_call * interval '1 second' from state
      where is_counted and not exists (select from state where wait > ${TOLERANCE_SECONDS})
      order by key
      on conflict (key) do update
      set full_at = greatest(bucket.full_at, ${now}) + (excluded.full_at - ${now})
      where extract(epoch from
          greatest(bucket.full_at, ${now}) + (excluded.full_at - ${now}) - ${now})
        <= (select capacity from claim where claim.key = excluded.key) + ${TOLERANCE_SECONDS}
      returning key, full_at
    )
    select place, wait, (
      select extract(epoch from taken.full_at - ${now})::float8 from taken where taken.key = state.key
    ) as owed
    from state order by place`.execute(db)
  const isEmpty = result.rows.some(({ wait }) => wait > TOLERANCE_SECONDS)
  return result.rows.flatMap(({ place, wait, owed }) => {
    const claim = claims[place]
    if (!claim) return []
    const { limit, isOnlyChecked } = claim
    const isTaken = owed !== null
    const perCall = limit.seconds / limit.calls
    const lost = !isEmpty && !isTaken && isOnlyChecked !== true
    const isRefused = lost || wait > TOLERANCE_SECONDS
    const left = isTaken ? Math.floor(limit.burst - owed / perCall + TOLERANCE_SECONDS) : 0
    return [{ claim, isTaken, isRefused, waitSeconds: lost ? perCall : wait, left }]
  })
}

const CLEANUP_MS = 60_000
/** This many take about 130 megabytes: invented keys can take no more of the disk. */
const BUCKETS_MAX = 1_000_000

/** A full bucket is as good as none. Beyond the limit, the ones that are nearly full are removed. */
async function removeFullBuckets(db: Db, now: RawBuilder<Date>): Promise<void> {
  const { buckets } = await readOnlyRow(
    db,
    sql<{ buckets: number }>`
    with removed as (delete from rate_bucket where full_at <= ${now} returning 1)
    select (select count(*) from rate_bucket) - (select count(*) from removed) as buckets`,
  )
  if (buckets <= BUCKETS_MAX) return
  await sql`delete from rate_bucket where key in (
    select key from rate_bucket order by full_at limit ${buckets - BUCKETS_MAX})`.execute(db)
}
