import type { CaptureStore } from '../captures/store.ts'
import { removeCaptures } from '../captures/remove.ts'
import type { Db } from '../db/tables.ts'
import type { Log } from '../log.ts'
import { linkMarked } from '../sessions/links.ts'
import type { InTurn } from './in-turn.ts'

const EVERY_MS = 2_000

/** What sessions that are gone have left: documents of siblings, and captures. */
export interface Housekeeping {
  /** Everything that was marked before is done when it resolves. */
  run(): Promise<void>
  stop(): Promise<void>
}

export function createHousekeeping({
  db,
  log,
  captures,
  inTurn,
}: {
  readonly db: Db
  readonly log: Log
  readonly captures: CaptureStore
  readonly inTurn: InTurn
}): Housekeeping {
  let stopped = false
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= run()
      .catch((error: unknown) => log.error({ err: error }, 'Housekeeping failed'))
      .finally(() => {
        running = null
      })
  }, EVERY_MS)
  timer.unref()

  async function run(): Promise<void> {
    while (!stopped && (await linkMarked(db, log, inTurn)) > 0);
    await removeCaptures(db, captures)
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
