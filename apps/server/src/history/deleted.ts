import { sql } from 'kysely'
import { RESTORABLE_DAYS, type Deleted } from '@pitboard/contract/history'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { createRepeated, type Repeated } from '../repeated.ts'

const EVERY_MS = 3_600_000
const RESTORABLE_MS = RESTORABLE_DAYS * 86_400_000
const LISTED_MAX = 100

interface DeletedRow {
  readonly id: string
  readonly name: string
  readonly deleted_at: Date
}

/** What the owner can restore, the last deleted first. */
export async function listDeleted(
  db: Db,
  table: 'league' | 'season',
  ownerId: string,
): Promise<Deleted[]> {
  const { rows } = await sql<DeletedRow>`
    select id, name, deleted_at from ${sql.table(table)}
    where owner_id = ${ownerId} and deleted_at is not null
    order by deleted_at desc, id desc limit ${LISTED_MAX}`.execute(db)
  return rows.map(({ id, name, deleted_at }) => ({
    ...{ id, name },
    deletedAt: deleted_at.toISOString(),
    restorableUntil: new Date(deleted_at.getTime() + RESTORABLE_MS).toISOString(),
  }))
}

/** Removes for good what was deleted too long ago to be restored; returns how many. */
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

export function createRemoving(context: AppContext): Repeated {
  return createRepeated(() => removeDeleted(context), {
    everyMs: EVERY_MS,
    log: context.log,
    failure: 'deleted leagues and seasons could not be removed',
  })
}
