import { secondsFromNow } from '../../platform/db/database-clock.ts'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { isUniqueViolation } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { StoredJob } from './upload-tables.ts'
import { type ClaimedJob, createJobTable } from '../../platform/queues/job-table.ts'
import { QUEUES, waitSeconds } from '../../platform/queues/queues.ts'

export const { attemptsMax: ATTEMPTS_MAX } = QUEUES.uploads
const KIND = 'upload'

/** This server works on the job. */
type HeldJob = Pick<ClaimedJob<object>, 'attempts'> & { readonly id: string }

interface JobFailure {
  readonly status: number
  readonly detail: string
}

interface NewJob {
  readonly id: string
  readonly userId: string
  readonly task: object
}

/**
 * Uploads are rows. The server that adds one works on it; if it stops, another one that reaches the `place`
 * of its file, or the same one after a restart, claims it (docs/server-coordination.md).
 */
interface UploadJobs {
  /** Adds a job that this server holds; returns null if the user has one that is not ended. */
  add(job: NewJob): Promise<HeldJob | null>
  /** Renews leases and stores the progress of each job. Returns the ids that are still held. */
  renew(jobs: readonly (HeldJob & { readonly progress: number })[]): Promise<Set<string>>
  /** Queries when the next job is due. */
  nextDue: ReturnType<typeof createJobTable>['nextDue']
  now: ReturnType<typeof createJobTable>['now']
  claim(countMax: number, held: readonly string[]): Promise<StoredJob[]>
  /** Ends a job; returns false if it is not held any more, so that what was done for it does not count. */
  end(job: HeldJob, outcome: { result: object } | { failure: JobFailure }): Promise<boolean>
  /** Leaves a job to the next server at once. */
  release(job: HeldJob): Promise<void>
  /** Leaves a failed job to a later attempt. Returns the seconds until then. */
  retryLater(job: HeldJob): Promise<number>
  /** Ends a job of a user, wherever it is held. */
  cancel(userId: string, id: string, failure: JobFailure): Promise<void>
  find(userId: string, id: string): Promise<StoredJob | undefined>
  listOpen(): Promise<string[]>
  /** Releases all jobs before the servers that reach the place start: nobody holds them then. */
  releaseAll(): Promise<void>
  removeEnded(retentionSeconds: number): Promise<void>
}

const claimed = ({ id, attempts }: HeldJob) => ({ key: id, attempts, row: {} })

/**
 * Returns the place of uploads: all servers reach a bucket, and those that share a folder reach the folder.
 */
export function findUploadPlace({ config, node }: Pick<AppContext, 'config' | 'node'>): string {
  return config.s3Url === null ? node.dataFolder : 'bucket'
}

export function createUploadJobs(db: Db, place: string): UploadJobs {
  const table = createJobTable(QUEUES.uploads)
  const isHere = sql`place = ${place}`
  const ended = (job: HeldJob) =>
    db
      .updateTable('job')
      .where('id', '=', job.id)
      .where('attempts', '=', job.attempts)
      .where('ended_at', 'is', null)
  const open = db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', KIND)
    .where('place', '=', place)
    .where('ended_at', 'is', null)

  return {
    async add({ id, userId, task }) {
      const row = {
        id,
        kind: KIND,
        place,
        user_id: userId,
        task: JSON.stringify(task),
        attempts: 1,
      }
      try {
        await db
          .insertInto('job')
          .values({ ...row, due_at: table.leaseEnd() })
          .execute()
        return { id, attempts: 1 }
      } catch (error) {
        if (isUniqueViolation(error)) return null
        throw error
      }
    },
    async renew(jobs) {
      const held = await table.renew(db, jobs.map(claimed))
      for (const { id, progress } of jobs) {
        if (!held.has(id)) continue
        await db.updateTable('job').set({ progress }).where('id', '=', id).execute()
      }
      return held
    },
    now: table.now,
    nextDue: () => table.nextDue(isHere),
    async claim(countMax, held) {
      const jobs = await table.claim<StoredJob>(db, countMax, { held, where: isHere })
      return jobs.map(({ row }) => row)
    },
    async end(job, outcome) {
      const { numUpdatedRows } = await ended(job)
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
      await table.release(db, claimed(job))
    },
    async retryLater(job) {
      // The attempt after the last one ends it with a failure that its user sees.
      const seconds = waitSeconds(QUEUES.uploads, job.attempts)
      await table.retry(db, claimed(job), seconds)
      return seconds
    },
    async cancel(userId, id, failure) {
      await db
        .updateTable('job')
        .set({ ended_at: sql`now()`, failure: JSON.stringify(failure) })
        .where('id', '=', id)
        .where('kind', '=', KIND)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute()
    },
    find: (userId, id) =>
      db
        .selectFrom('job')
        .selectAll()
        .where('id', '=', id)
        .where('kind', '=', KIND)
        .where('user_id', '=', userId)
        .executeTakeFirst(),
    async listOpen() {
      const rows = await open.execute()
      return rows.map(({ id }) => id)
    },
    async releaseAll() {
      await db
        .updateTable('job')
        .set({ due_at: sql`now()` })
        .where('id', 'in', open)
        .execute()
    },
    async removeEnded(retentionSeconds) {
      await db
        .deleteFrom('job')
        .where('kind', '=', KIND)
        .where('ended_at', '<', secondsFromNow(-retentionSeconds))
        .execute()
    },
  }
}
