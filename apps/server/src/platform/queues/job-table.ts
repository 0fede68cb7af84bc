import { type RawBuilder, sql } from 'kysely'
import { type DatabaseClock, secondsFromNow } from '../db/database-clock.ts'
import type { Db } from '../db/tables.ts'
import { openJobs, type QueueTable } from './queues.ts'

/** While a server says within this time that it works on a job, no other takes it. */
export const LEASE_SECONDS = 30

/** A claim looks at the oldest jobs whose receivers are free: thousands may wait. */
const READ_MAX = 200

export interface ClaimedJob<Row> {
  readonly key: string
  /** Counts the attempts, this one included. */
  readonly attempts: number
  readonly row: Row
}

/** A job that is dead is never due. */
export const NEVER = sql<Date>`'infinity'::timestamptz`

type Claimed = { readonly key: string; readonly attempts: number; readonly row: object }

interface ClaimOptions {
  /** This process works on these already, with leases that may be over. */
  readonly held?: readonly string[]
  /** These columns come beside those of the table, with a comma before each. */
  readonly also?: RawBuilder<unknown>
  readonly where?: RawBuilder<unknown>
}

/**
 * Has the statements of a queue. Leases and due times are on the database's clock, and the number of attempts fences
 * servers that have lost their lease.
 */
export function createJobTable(queue: QueueTable, now: DatabaseClock = () => sql<Date>`now()`) {
  const [table, key, dueAt] = [sql.table(queue.table), sql.ref(queue.key), sql.ref(queue.dueAt)]
  const isOpen = sql.raw(openJobs(queue))
  const { groups } = queue
  const fromNow = (seconds: number) => secondsFromNow(seconds, now)

  function isHeld({ key: id, attempts, row }: Claimed): RawBuilder<boolean> {
    const values: ReadonlyMap<string, unknown> = new Map(Object.entries(row))
    const same = queue.fence.map((column) => sql` and ${sql.ref(column)} = ${values.get(column)}`)
    return sql`${key} = ${id} and attempts = ${attempts} and ${isOpen}${sql.join(same, sql``)}`
  }

  async function change(db: Db, job: Claimed, due: RawBuilder<Date>, attempts = job.attempts) {
    const { numAffectedRows } = await sql`
      update ${table} set ${dueAt} = ${due}, attempts = ${attempts} where ${isHeld(job)}`.execute(
      db,
    )
    return numAffectedRows === 1n
  }

  /**
   * A claim begins with this: what `next` selects is to be claimed. Arrays make PostgreSQL look their rows up, where it
   * would read a whole table for a join.
   */
  function selectNext(count: number, { held = [], where = sql`true` }: ClaimOptions) {
    const isDue = sql`${isOpen} and ${dueAt} <= ${now()} and ${key} <> all(${held}::uuid[]) and ${where}`
    if (groups === null) {
      return sql`next as (
        select ${key} as id from ${table} where ${isDue}
        order by ${dueAt} limit ${count} for update skip locked
      )`
    }
    const group = sql.ref(`${queue.table}.${groups.column}`)
    if (groups.kind === 'together') {
      return sql`first as (
        select ${group} as id from ${table} where ${isDue}
        order by ${dueAt} limit ${count} for update skip locked
      ), next as (
        select ${key} as id from ${table} where ${group} in (select id from first) and ${isDue}
        order by ${group}, created_at limit ${groups.jobsMax} for update skip locked
      )`
    }
    const receivers = sql.table(groups.table)
    const isFree = sql`busy_until <= ${now()} and ${sql.raw(groups.only)}`
    return sql`receiver as (
        select id from ${receivers}
        where ${isFree} and id = any(array(
          select ${group} from ${table}
          where ${isDue} and (select ${isFree} from ${receivers} as one where one.id = ${group})
          order by ${dueAt} limit ${sql.lit(READ_MAX)}
        ))
        order by attempted_at nulls first limit ${count} for no key update skip locked
      ), next as (
        select job.id, receiver.id as receiver_id from receiver cross join lateral (
          select ${key} as id from ${table} where ${group} = receiver.id and ${isDue}
          order by created_at, ${key} limit 1
        ) as job
      ), occupied as (
        update ${receivers} set busy_until = ${fromNow(LEASE_SECONDS)}, attempted_at = ${now()}
        where id = any(array(select receiver_id from next))
      )`
  }

  async function claimOnce<Row extends object>(
    db: Db,
    count: number,
    options: ClaimOptions,
  ): Promise<ClaimedJob<Row>[]> {
    const { also = sql`` } = options
    const attempted =
      queue.attemptedAt === null ? sql`` : sql`, ${sql.ref(queue.attemptedAt)} = ${now()}`
    const { rows } = await sql<Row & { job_key: string; job_attempts: number }>`
      with ${selectNext(count, options)}
      update ${table}
      set attempts = attempts + 1, ${dueAt} = ${fromNow(LEASE_SECONDS)}${attempted}
      where ${key} = any(array(select id from next))
      returning *, ${key} as job_key, attempts as job_attempts${also}`.execute(db)
    return rows.map((row) => ({ key: row.job_key, attempts: row.job_attempts, row }))
  }

  return {
    now,

    leaseEnd: () => fromNow(LEASE_SECONDS),

    /** The query has one value: when the next job is due; null without one. */
    nextDue: (where: RawBuilder<unknown> = sql`true`) =>
      sql<Date | null>`select min(${dueAt}) from ${table}
        where ${isOpen} and ${dueAt} < ${NEVER} and ${where}`,

    /**
     * Claims the jobs that have been due for longest, also by their receivers; other servers do not get the
     * same ones. The count is that of the groups where jobs are claimed together.
     */
    async claim<Row extends object>(
      db: Db,
      count: number,
      options: ClaimOptions = {},
    ): Promise<ClaimedJob<Row>[]> {
      const claimed: ClaimedJob<Row>[] = []
      let isMore = true
      while (isMore) {
        const jobs = await claimOnce<Row>(db, count - claimed.length, options)
        claimed.push(...jobs)
        // The oldest jobs may all have been to the same receiver, which is busy now.
        isMore = groups?.kind === 'by-receiver' && jobs.length > 0 && claimed.length < count
      }
      return claimed
    },

    /** Returns the keys of those that are still held. */
    async renew(db: Db, jobs: readonly Claimed[]): Promise<Set<string>> {
      const { rows } = await sql<{ key: string }>`
        update ${table} set ${dueAt} = ${fromNow(LEASE_SECONDS)}
        from unnest(${jobs.map((job) => job.key)}::uuid[], ${jobs.map(({ attempts }) => attempts)}::int[])
          as held (key, held_attempts)
        where ${key} = held.key and attempts = held_attempts and ${isOpen} and ${dueAt} < ${NEVER}
        returning ${key} as key`.execute(db)
      return new Set(rows.map((row) => row.key))
    },

    /** Returns false if another server holds it now: what was done for it does not count. */
    async finish(db: Db, job: Claimed): Promise<boolean> {
      const end =
        queue.endedAt === null
          ? sql`delete from ${table}`
          : sql`update ${table} set ${sql.ref(queue.endedAt)} = ${now()}`
      const { numAffectedRows } = await sql`${end} where ${isHeld(job)}`.execute(db)
      return numAffectedRows === 1n
    },

    /** Leaves it to the next server at once, as if it had not been claimed. */
    release: (db: Db, job: Claimed) => change(db, job, now(), job.attempts - 1),

    /** Leaves it to a later attempt. */
    retry: (db: Db, job: Claimed, seconds: number) => change(db, job, fromNow(seconds)),

    /** Leaves it to a later attempt, as if it had not been claimed. */
    postpone: (db: Db, job: Claimed, seconds: number) =>
      change(db, job, fromNow(seconds), job.attempts - 1),

    /** Leaves it to an operator. */
    bury: (db: Db, job: Claimed) => change(db, job, NEVER),
  }
}
