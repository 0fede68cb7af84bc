import { sql, type Kysely } from 'kysely'

/**
 * Adds what happened to the penalties of a decision after it: a suspended one takes effect, a grid penalty was served.
 * That one takes effect is announced as decisions are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table steward_decision add column penalty_events jsonb not null default '[]'`.execute(db)
  await sql`
    create or replace trigger announce_published_decision after insert on owner_change for each row
      when (new.season_id is not null
        and new.action in ('decisionPublished', 'decisionRevoked', 'penaltyActivated'))
      execute function announce_published_decision()`.execute(db)
}
