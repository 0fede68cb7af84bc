import { sql, type Kysely } from 'kysely'

/**
 * A decision of stewards is announced once, with all its penalties, also if it changes no result. Mails
 * of notifications are marked in the outbox, so that unsubscribing removes them from it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Servers of earlier versions announce the adjustment alone. */
const STATEMENTS = [
  `create or replace function announce_published_decision() returns trigger language plpgsql as $$
  begin
    perform announce(new.season_id, 'decision', 'decision ' || new.id,
      jsonb_strip_nulls(jsonb_build_object('decisionId', new.details -> 'decisionId',
        'adjustmentId', new.details -> 'adjustmentIds' -> 0,
        'isRevoked', new.action = 'decisionRevoked')));
    return null;
  end $$`,
  `alter table auth.outbox add column is_notification boolean not null default false`,
]
