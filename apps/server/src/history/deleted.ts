import { sql } from 'kysely'
import { RESTORABLE_DAYS, type Deleted } from '@pitboard/contract/history'
import type { AppContext } from '../context.ts'

const EVERY_MS = 3_600_000
const DAY_MS = 86_400_000

export function presentDeleted(row: {
  readonly id: string
  readonly name: string
  readonly deleted_at: Date | null
}): Deleted {
  const { id, name } = row
  const deletedMs = row.deleted_at?.getTime() ?? 0
  return {
    ...{ id, name },
    deletedAt: new Date(deletedMs).toISOString(),
    restorableUntil: new Date(deletedMs + RESTORABLE_DAYS * DAY_MS).toISOString(),
  }
}

/** Removes for good what was deleted too long ago to be restored; returns how many. */
export async function removeDeleted({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - RESTORABLE_DAYS * DAY_MS)
  let removed = 0
  for (const table of ['league', 'season'] as const) {
    const { rows } = await sql`
      delete from ${sql.table(table)} where deleted_at < ${before} returning id`.execute(db)
    removed += rows.length
  }
  return removed
}

export interface Removing {
  start(): void
  /** Resolves once nothing is being removed. */
  stop(): Promise<void>
}

export function createRemoving(context: AppContext): Removing {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  async function sweep(): Promise<void> {
    try {
      await removeDeleted(context)
    } catch (error) {
      context.log.warn({ err: error }, 'deleted leagues and seasons could not be removed')
    }
  }
  return {
    start() {
      running = sweep()
      timer = setInterval(() => {
        running = running.then(sweep)
      }, EVERY_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
