import { sql, type Kysely } from 'kysely'

/**
 * The table says which servers run on this schema: an older one reads it at its start. It has one row, written by each
 * update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table schema_compatibility (
    id boolean primary key default true check (id),
    oldest_server text not null
  )`.execute(db)
}
