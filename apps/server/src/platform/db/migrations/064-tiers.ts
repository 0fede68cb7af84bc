import { sql, type Kysely } from 'kysely'

/** Lets tiers compete where the organiser names them; seasons from before have none that do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table season
      add column tiers jsonb not null default '[]',
      add column teams_per_tier boolean not null default false`.execute(db)
  await sql`
    alter table season_session add column tier text not null default ''`.execute(db)
}
