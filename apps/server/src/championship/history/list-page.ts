import type { Expression, SqlBool } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import type { Mark } from '../../platform/http/page-cursors.ts'
import type { Subject } from './changes.ts'

type Kind = Subject['kind']

export interface ListPage {
  /** Counts from 1. */
  readonly page: number
  readonly pageSize: number
}

/** Leagues and seasons that are not deleted, the newest first. With a mark of the list its pages are counted off from there. */
export async function listIds(
  db: Db,
  kind: Kind,
  listCondition: Expression<SqlBool>,
  { page, pageSize }: ListPage,
  mark: Mark<string> | null,
): Promise<string[]> {
  let query = db
    .selectFrom(kind)
    .select('id')
    .where('deleted_at', 'is', null)
    .where(listCondition)
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize - (mark?.place ?? 0))
  if (mark) query = query.where('id', '<=', mark.key)
  const rows = await query.execute()
  return rows.map(({ id }) => id)
}

export async function countListed(
  db: Db,
  kind: Kind,
  listCondition: Expression<SqlBool>,
): Promise<number> {
  const { count } = await db
    .selectFrom(kind)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .where(listCondition)
    .executeTakeFirstOrThrow()
  return count
}
