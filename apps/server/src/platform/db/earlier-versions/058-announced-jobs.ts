import { sql, type Kysely } from 'kysely'

/** Jobs are announced, so that servers do not have to look for them all the time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create function announce_jobs() returns trigger language plpgsql as $$
  begin
    if exists (select from added) then perform pg_notify('pitboard_job', ''); end if;
    return null;
  end $$`,
  `create function announce_job() returns trigger language plpgsql as $$
  begin
    perform pg_notify('pitboard_job', '');
    return null;
  end $$`,
  `alter table storage_leftover add column attempts integer not null default 0`,
  ...announce('auth.outbox', 'next_attempt_at'),
  ...announce('lap_trace_job', 'due_at'),
  ...announce('session_to_link', 'next_attempt_at'),
  ...announce('removed_capture', 'next_attempt_at'),
  ...announce('storage_leftover', 'due_at'),
  ...announce('job', 'due_at', 'ended_at'),
  ...announce('webhook_delivery', 'next_attempt_at', 'ended_at'),
  ...announce('notification_event', 'due_at', 'dispatched_at'),
  ...announce('notification', 'due_at', 'ended_at'),
]

/** Announces new jobs, those that are due sooner than they were, and those that have ended and begin again. */
function announce(table: string, dueAt: string, endedAt: string | null = null): string[] {
  const isSooner = `new.${dueAt} < old.${dueAt}`
  const beginsAgain = `old.${endedAt} is not null and new.${endedAt} is null`
  return [
    `create trigger announce_jobs after insert on ${table}
      referencing new table as added for each statement execute function announce_jobs()`,
    `create trigger announce_sooner_job after update of ${dueAt} on ${table}
      for each row when (${endedAt === null ? isSooner : `${isSooner} or ${beginsAgain}`})
      execute function announce_job()`,
  ]
}
