import { type Deleted, RESTORABLE_DAYS } from '@pitboard/contract/wire/history'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { readOnlyRow } from '../../platform/db/only-row.ts'
import type { Db } from '../../platform/db/tables.ts'
import { createPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { ListPage } from './list-page.ts'

const EVERY_MS = 3_600_000
const RESTORABLE_MS = RESTORABLE_DAYS * 86_400_000

interface DeletedRow {
  readonly id: string
  readonly name: string
  readonly deleted_at: Date
}

/** Returns what the owner can restore, latest first. */
export async function listDeleted(
  db: Db,
  table: 'league' | 'season',
  ownerId: string,
  { page, pageSize }: ListPage,
): Promise<{ count: number; deleted: Deleted[] }> {
  const isDeleted = sql`owner_id = ${ownerId} and deleted_at is not null`
  const [{ count }, { rows }] = await Promise.all([
    readOnlyRow(
      db,
      sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} where ${isDeleted}`,
    ),
    sql<DeletedRow>`
      select id, name, deleted_at from ${sql.table(table)} where ${isDeleted}
      order by deleted_at desc, id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
  ])
  const deleted = rows.map(({ id, name, deleted_at }) => ({
    id,
    name,
    deletedAt: deleted_at.toISOString(),
    restorableUntil: new Date(deleted_at.getTime() + RESTORABLE_MS).toISOString(),
  }))
  return { count, deleted }
}

/** Erases what can no longer be restored; returns how many. */
export async function removeDeleted({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - RESTORABLE_MS)
  let removed = 0
  for (const table of ['league', 'season'] as const) {
    const { rows } = await sql`
      delete from ${sql.table(table)} where deleted_at < ${before} returning id`.execute(db)
    removed += rows.length
  }
  return removed
}

export function createDeletedItemsCleanup(context: AppContext): PeriodicJob {
  return createPeriodicJob(() => removeDeleted(context), {
    everyMs: EVERY_MS,
    log: context.log,
    leadership: context.leadership,
    failure: 'deleted leagues and seasons could not be removed',
  })
}
