import { sql } from 'kysely'
import type { Db } from '@pitboard/server/platform/db/tables'

/** Fills the table while it has no indexes and makes them then: that takes a fraction of the time. */
export async function withIndexesLast(
  db: Db,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = ${table}::regclass and not indisprimary
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  await work()
  await sql`set maintenance_work_mem = '512MB'`.execute(db)
  for (const { definition } of rows) await sql.raw(definition).execute(db)
  await sql`reset maintenance_work_mem`.execute(db)
}
