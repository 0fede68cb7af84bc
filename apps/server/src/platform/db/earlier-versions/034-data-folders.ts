import { sql, type Kysely } from 'kysely'

/** The column shows which nodes share a DATA_DIR. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node add column data_folder text`.execute(db)
}
