import { sql, type Kysely } from 'kysely'

/** An organiser may offer a season as a template for new ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table season add column is_template boolean not null default false`.execute(db)
}
