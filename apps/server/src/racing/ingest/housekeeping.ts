import type { CaptureStore } from '../captures/capture-store.ts'
import { removeCaptures } from '../sessions/delete-session.ts'
import type { Leadership } from '../../platform/db/leadership.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/diagnostics/log.ts'
import { linkMarkedSessions } from '../sessions/matching/link-recordings.ts'
import { removeReplays } from '../replays/stored-replays.ts'
import type { Mutex } from '../../platform/jobs/mutex.ts'
import { removeOrphanedSessions } from '../ownership/live-sessions.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { Recordings } from './recordings/recordings.ts'
import { sql } from 'kysely'

const EVERY_MS = 2_000
/** Journals are checked in every 15th run only: there is one for each user who ever recorded. */
const JOURNALS_EACH = 15
const ORPHANS_EACH = 5

/** Removes what deleted sessions and users leave: parts of siblings' documents, captures, journals. */
export interface Housekeeping {
  /** Everything that was marked before is done when it resolves. */
  run(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export function createHousekeeping({
  db,
  log,
  captures,
  recordings,
  files,
  inTurn,
  isFolderShared,
  leadership,
}: {
  readonly db: Db
  readonly log: Log
  readonly captures: CaptureStore
  readonly recordings: Recordings
  readonly files: FileStore
  readonly inTurn: Mutex
  /** Other processes have recordings of the same journals open. */
  readonly isFolderShared: boolean
  readonly leadership: Pick<Leadership, 'isLeader'>
}): Housekeeping {
  const job = createPeriodicJob(run, { everyMs: EVERY_MS, log, failure: 'Housekeeping failed' })
  let stopped = false
  let runs = 0
  /** Deleted users in the run before: the process that has their journal open removes it first. */
  let goneBefore: ReadonlySet<string> = new Set()

  /** A step that fails delays none of the others. */
  async function attempt(step: () => Promise<void>, failure: string): Promise<void> {
    try {
      await step()
    } catch (error) {
      log.error({ err: error }, failure)
    }
  }

  /** What one process does for all. */
  async function removeShared(): Promise<void> {
    await attempt(async () => {
      while (!stopped && (await linkMarkedSessions(db, log, inTurn)) > 0);
    }, 'Marked sessions could not be linked')
    await attempt(async () => {
      for (const id of await removeCaptures(db, log, captures)) {
        await removeReplays(files, id)
      }
    }, 'Captures of deleted sessions could not be removed')
    if (runs % ORPHANS_EACH > 0) return
    await attempt(async () => {
      const removed = await removeOrphanedSessions(db)
      if (removed > 0) log.warn({ removed }, 'Sessions without a server have ended')
    }, 'Sessions without a server could not be ended')
  }

  async function run(): Promise<void> {
    if (await leadership.isLeader()) await removeShared()
    // Each process has journals of its own.
    if (runs++ % JOURNALS_EACH > 0) return
    await attempt(async () => {
      const gone = await findGoneUsers(db, recordings)
      for (const userId of gone) {
        const mayBeOpen = isFolderShared && !goneBefore.has(userId)
        if (recordings.isOpen(userId) || !mayBeOpen) await removeJournal(log, recordings, userId)
      }
      goneBefore = new Set(gone)
    }, 'Journals of deleted users could not be removed')
  }

  return {
    run,
    start: () => job.start(),
    async stop() {
      stopped = true
      await job.stop()
    },
  }
}

/** Users that have a journal and no account any more. */
async function findGoneUsers(db: Db, recordings: Recordings): Promise<string[]> {
  const users = await recordings.users()
  if (users.length === 0) return []
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where(sql<boolean>`id = any(${users}::uuid[])`)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  return users.filter((userId) => !known.has(userId))
}

/** Ends what the user is still sending as well. */
async function removeJournal(log: Log, recordings: Recordings, userId: string): Promise<void> {
  await recordings.forget(userId).catch((error: unknown) => {
    log.error({ err: error, userId }, 'The journal of a deleted user could not be removed')
  })
}
