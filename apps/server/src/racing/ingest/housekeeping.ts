import type { CaptureStore } from '../captures/capture-store.ts'
import { removeCaptures } from '../sessions/remove-captures.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { Log } from '../../platform/diagnostics/log.ts'
import { linkMarked } from '../sessions/matching/relink-queue.ts'
import { removeReplays } from '../replays/stored-replays.ts'
import type { InTurn } from '../../platform/jobs/mutex.ts'
import type { Recordings } from './recordings.ts'
import { removeJournals } from './remove-journals.ts'

const EVERY_MS = 2_000
/** Journals are looked through less often: there is one for each who ever recorded. */
const JOURNALS_EACH = 15

/** What is left of sessions and users that are gone: documents of siblings, captures, journals. */
export interface Housekeeping {
  /** Everything that was marked before is done when it resolves. */
  run(): Promise<void>
  stop(): Promise<void>
}

export function createHousekeeping({
  db,
  log,
  captures,
  recordings,
  replayFolder,
  inTurn,
}: {
  readonly db: Db
  readonly log: Log
  readonly captures: CaptureStore
  readonly recordings: Recordings
  readonly replayFolder: string
  readonly inTurn: InTurn
}): Housekeeping {
  let stopped = false
  let runs = 0
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= run()
      .catch((error: unknown) => log.error({ err: error }, 'Housekeeping failed'))
      .finally(() => {
        running = null
      })
  }, EVERY_MS)
  timer.unref()

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
      while (!stopped && (await linkMarked(db, log, inTurn)) > 0);
    }, 'Marked sessions could not be linked')
    await attempt(async () => {
      for (const id of await removeCaptures(db, log, captures)) {
        await removeReplays(replayFolder, id)
      }
    }, 'Captures of deleted sessions could not be removed')
    if (runs++ % JOURNALS_EACH > 0) return
    await attempt(
      () => removeJournals(db, log, recordings),
      'Journals of deleted users could not be removed',
    )
  }

  return {
    run,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
