import type { Leadership } from '../../platform/db/leadership.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { Log } from '../../platform/diagnostics/log.ts'
import { removeOrphanedSessions } from '../ownership/live-sessions.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { Recordings } from './recordings/recordings.ts'
import { sql } from 'kysely'

const EVERY_MS = 60_000

/** Ends sessions that lost servers have left, and removes the journals of deleted users. */
export interface Housekeeping {
  /** Everything that was marked before is done when it resolves. */
  run(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export function createHousekeeping({
  db,
  log,
  recordings,
  isFolderShared,
  leadership,
}: {
  readonly db: Db
  readonly log: Log
  readonly recordings: Recordings
  /** Other processes have recordings of the same journals open. */
  readonly isFolderShared: boolean
  readonly leadership: Pick<Leadership, 'isLeader' | 'onLead'>
}): Housekeeping {
  const timing = { everyMs: EVERY_MS, log, failure: 'Housekeeping failed' }
  const ending = createPeriodicJob(endSessions, { ...timing, leadership })
  const removing = createPeriodicJob(removeJournals, timing)
  /** These users were deleted in the run before: the process that has their journal open removes it first. */
  let goneBefore: ReadonlySet<string> = new Set()

  /** A step that fails delays none of the others. */
  async function attempt(step: () => Promise<void>, failure: string): Promise<void> {
    try {
      await step()
    } catch (error) {
      log.error({ err: error }, failure)
    }
  }

  /** One process does it for all. */
  async function endSessions(): Promise<void> {
    await attempt(async () => {
      const removed = await removeOrphanedSessions(db)
      if (removed > 0) log.warn({ removed }, 'Sessions without a server have ended')
    }, 'Sessions without a server could not be ended')
  }

  /** Each process has journals of its own. */
  async function removeJournals(): Promise<void> {
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
    async run() {
      if (await leadership.isLeader()) await endSessions()
      await removeJournals()
    },
    start() {
      ending.start()
      removing.start()
    },
    async stop() {
      await ending.stop()
      await removing.stop()
    },
  }
}

/** Finds users who have a journal and no account any more. */
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

/** Removes a user's journal, and ends what they are still sending. */
async function removeJournal(log: Log, recordings: Recordings, userId: string): Promise<void> {
  await recordings.forget(userId).catch((error: unknown) => {
    log.error({ err: error, userId }, 'The journal of a deleted user could not be removed')
  })
}
