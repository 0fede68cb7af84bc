import type { CaptureStore } from '../captures/capture-store.ts'
import { removeCaptures } from '../sessions/delete-session.ts'
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
}: {
  readonly db: Db
  readonly log: Log
  readonly captures: CaptureStore
  readonly recordings: Recordings
  readonly files: FileStore
  readonly inTurn: Mutex
}): Housekeeping {
  const job = createPeriodicJob(run, { everyMs: EVERY_MS, log, failure: 'Housekeeping failed' })
  let stopped = false
  let runs = 0

  /** A step that fails delays none of the others. */
  async function attempt(step: () => Promise<void>, failure: string): Promise<void> {
    try {
      await step()
    } catch (error) {
      log.error({ err: error }, failure)
    }
  }

  async function run(): Promise<void> {
    await attempt(async () => {
      while (!stopped && (await linkMarkedSessions(db, log, inTurn)) > 0);
    }, 'Marked sessions could not be linked')
    await attempt(async () => {
      for (const id of await removeCaptures(db, log, captures)) {
        await removeReplays(files, id)
      }
    }, 'Captures of deleted sessions could not be removed')
    if (runs % ORPHANS_EACH === 0) {
      await attempt(async () => {
        const removed = await removeOrphanedSessions(db)
        if (removed > 0) log.warn({ removed }, 'Sessions without a server have ended')
      }, 'Sessions without a server could not be ended')
    }
    if (runs++ % JOURNALS_EACH > 0) return
    await attempt(
      () => removeJournals(db, log, recordings),
      'Journals of deleted users could not be removed',
    )
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

/** Removes the journals of users who are gone, and ends what they are still sending. */
async function removeJournals(db: Db, log: Log, recordings: Recordings): Promise<void> {
  const users = await recordings.users()
  if (users.length === 0) return
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where(sql<boolean>`id = any(${users}::uuid[])`)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  for (const userId of users) {
    if (known.has(userId)) continue
    await recordings.forget(userId).catch((error: unknown) => {
      log.error({ err: error, userId }, 'The journal of a deleted user could not be removed')
    })
  }
}
