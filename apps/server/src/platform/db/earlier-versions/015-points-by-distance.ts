import { sql, type Kysely } from 'kysely'

/** Lets a race that was stopped early pay in full all the same, because the stewards decided so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table season_session
    add column points_by_distance boolean not null default true`.execute(db)
}
