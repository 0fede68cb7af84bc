import { nullable } from '@pitboard/contract/wire/schema'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '../../platform/db/tables.ts'
import { readOnlyRow } from '../../platform/db/only-row.ts'
import { changedAgain } from './changes.ts'

const Columns = Type.Record(Type.String(), Type.Unknown())

/** A change added the row (`before` is null), replaced it, or removed it (`after` is null). */
export const ReplacedRow = Type.Object({
  table: Type.String(),
  key: Columns,
  /** If the row was replaced, this has only the columns that differ. */
  before: nullable(Columns),
  after: nullable(Columns),
})
export type ReplacedRow = Static<typeof ReplacedRow>

/**
 * Makes triggers note each row that the transaction replaces from now on as part of this change; with null, as part of
 * none. Returns the change in progress that this one is a part of; null without one.
 */
export async function noteRowsOf(db: Db, changeId: string | null): Promise<string | null> {
  const { outer } = await readOnlyRow(
    db,
    sql<{ outer: string | null }>`
    select nullif(current_setting('pitboard.change', true), '') as outer,
      set_config('pitboard.change', ${changeId ?? ''}, true)`,
  )
  return outer
}

export async function forgetRowsOf(db: Db, changeId: string): Promise<void> {
  await db.deleteFrom('owner_change_row').where('change_id', '=', changeId).execute()
}

/** Reads the latest first: an added row is removed before the row that it refers to. */
export async function readReplacedRows(db: Db, changeId: string): Promise<ReplacedRow[]> {
  return db
    .selectFrom('owner_change_row')
    .select(['table_name as table', 'key', 'before', 'after'])
    .where('change_id', '=', changeId)
    .orderBy('place', 'desc')
    .execute()
}

/**
 * Makes a row what it was before the change. Returns false if a row that the change left is missing, or one
 * that it removed is there again. Throws a 409 if one of its columns has been changed again since.
 */
export async function restoreRow(
  db: Db,
  { table, key, before, after }: ReplacedRow,
): Promise<boolean> {
  const name = sql.table(table)
  const columns = sql.join(Object.keys(before ?? {}).map((column) => sql.id(column)))
  const former = sql`(select ${columns} from
    jsonb_populate_record(null::${name}, ${JSON.stringify(before)}::jsonb))`
  if (after === null) {
    const { numAffectedRows = 0n } = await sql`
      insert into ${name} (${columns}) ${former} on conflict do nothing`.execute(db)
    return numAffectedRows > 0n
  }
  const identified = Object.entries(key).map(
    ([column, value]) => sql`stored.${sql.id(column)} = ${value}`,
  )
  const isRow = sql.join(identified, sql` and `)
  const { rows } = await sql<{ isSame: boolean }>`
    select to_jsonb(stored) = to_jsonb(
      jsonb_populate_record(stored, ${JSON.stringify(after)}::jsonb)) as "isSame"
    from ${name} as stored where ${isRow}`.execute(db)
  const [current] = rows
  if (!current) return false
  if (!current.isSame) throw changedAgain()
  if (before === null) await sql`delete from ${name} as stored where ${isRow}`.execute(db)
  else await sql`update ${name} as stored set (${columns}) = ${former} where ${isRow}`.execute(db)
  return true
}
