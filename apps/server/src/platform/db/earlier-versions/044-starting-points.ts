import { sql, type Kysely } from 'kysely'

/** Points that drivers and teams of a season begin with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table season
    add column starting_points jsonb not null default '{"drivers": [], "teams": []}'`.execute(db)
}
