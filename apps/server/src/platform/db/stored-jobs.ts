import { sql } from 'kysely'
import { isUniqueViolation } from './in-transaction.ts'
import type { Db, StoredJob } from './tables.ts'

/** While a server says within this time that it works on a job, no other takes it. */
const LEASE_SECONDS = 30
/** A job that ends its server each time is not tried again. */
export const ATTEMPTS_MAX = 3

/** A job in the hands of this server. The number of attempts fences former holders. */
export interface HeldJob {
  readonly id: string
  readonly attempts: number
}

export interface JobFailure {
  readonly status: number
  readonly detail: string
}

interface NewJob {
  readonly id: string
  readonly userId: string
  readonly task: object
}

/**
 * Jobs of one kind as rows. The server that adds a job works on it, and renews its lease; if it stops,
 * another one, or the same one after a restart, claims the job (docs/scaling.md).
 */
export interface StoredJobs {
  /** Adds a job that this server holds. Null if the user has one that is not ended. */
  add(job: NewJob): Promise<HeldJob | null>
  /** Renews leases and stores the progress of each job. Returns the ids that are still held. */
  renew(jobs: readonly (HeldJob & { readonly progress: number })[]): Promise<Set<string>>
  /** Jobs that no server holds, with one more attempt; others do not get the same ones. */
  claim(countMax: number): Promise<StoredJob[]>
  /** False if the job is not held any more: what was done for it does not count. */
  end(job: HeldJob, outcome: { result: object } | { failure: JobFailure }): Promise<boolean>
  /** Leaves a job to the next server at once. */
  release(job: HeldJob): Promise<void>
  /** Leaves a failed job to a later attempt. */
  retryLater(job: HeldJob): Promise<void>
  /** Ends a job of a user, wherever it is held. */
  cancel(userId: string, id: string, failure: JobFailure): Promise<void>
  find(userId: string, id: string): Promise<StoredJob | undefined>
  listOpen(): Promise<string[]>
  /** Before the servers that reach the place start: nobody holds its jobs. */
  releaseAll(): Promise<void>
  removeEnded(retentionSeconds: number): Promise<void>
}

const LEASE_END = sql<Date>`now() + ${LEASE_SECONDS} * interval '1 second'`

export function createStoredJobs(
  db: Db,
  { kind, place }: { readonly kind: string; readonly place: string },
): StoredJobs {
  const change = ({ id, attempts }: HeldJob) =>
    db
      .updateTable('job')
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('ended_at', 'is', null)

  return {
    async add({ id, userId, task }) {
      const row = { id, kind, place, user_id: userId, task: JSON.stringify(task), attempts: 1 }
      try {
        await db
          .insertInto('job')
          .values({ ...row, due_at: LEASE_END })
          .execute()
        return { id, attempts: 1 }
      } catch (error) {
        if (isUniqueViolation(error)) return null
        throw error
      }
    },
    async renew(jobs) {
      const held = new Set<string>()
      for (const job of jobs) {
        const { numUpdatedRows } = await change(job)
          .set({ due_at: LEASE_END, progress: job.progress })
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 1n) held.add(job.id)
      }
      return held
    },
    async claim(countMax) {
      const claimed = await db
        .updateTable('job')
        .set({ attempts: sql`attempts + 1`, progress: 0, due_at: LEASE_END })
        .where('id', 'in', (query) =>
          query
            .selectFrom('job')
            .select('id')
            .where('kind', '=', kind)
            .where('place', '=', place)
            .where('ended_at', 'is', null)
            .where('due_at', '<=', sql<Date>`now()`)
            .orderBy('due_at')
            .limit(countMax)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .execute()
      return claimed
    },
    async end(job, outcome) {
      const { numUpdatedRows } = await change(job)
        .set({
          ended_at: sql`now()`,
          ...('result' in outcome
            ? { result: JSON.stringify(outcome.result), progress: 1 }
            : { failure: JSON.stringify(outcome.failure) }),
        })
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    async release(job) {
      await change(job)
        .set({ due_at: sql`now()`, attempts: job.attempts - 1 })
        .execute()
    },
    async retryLater(job) {
      const wait = sql<Date>`now() + ${2 ** job.attempts * 15} * interval '1 second'`
      await change(job).set({ due_at: wait }).execute()
    },
    async cancel(userId, id, failure) {
      await db
        .updateTable('job')
        .set({ ended_at: sql`now()`, failure: JSON.stringify(failure) })
        .where('id', '=', id)
        .where('kind', '=', kind)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute()
    },
    find: (userId, id) =>
      db
        .selectFrom('job')
        .selectAll()
        .where('id', '=', id)
        .where('kind', '=', kind)
        .where('user_id', '=', userId)
        .executeTakeFirst(),
    async listOpen() {
      const rows = await db
        .selectFrom('job')
        .select('id')
        .where('kind', '=', kind)
        .where('place', '=', place)
        .where('ended_at', 'is', null)
        .execute()
      return rows.map(({ id }) => id)
    },
    async releaseAll() {
      await db
        .updateTable('job')
        .set({ due_at: sql`now()` })
        .where('kind', '=', kind)
        .where('place', '=', place)
        .where('ended_at', 'is', null)
        .execute()
    },
    async removeEnded(retentionSeconds) {
      await db
        .deleteFrom('job')
        .where('kind', '=', kind)
        .where('ended_at', '<', sql<Date>`now() - ${retentionSeconds} * interval '1 second'`)
        .execute()
    },
  }
}
