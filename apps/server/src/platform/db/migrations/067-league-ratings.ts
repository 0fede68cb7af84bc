import { sql, type Kysely } from 'kysely'

/** Leagues rate their drivers unless an organiser does not want it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table league add column has_ratings boolean not null default true`.execute(db)
}
