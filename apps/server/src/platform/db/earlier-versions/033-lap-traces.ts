import { sql, type Kysely } from 'kysely'

/** Adds traces of laps, and the sessions that need traces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table lap_trace (
    session_id uuid not null references session on delete cascade,
    driver_idx smallint not null,
    lap_num smallint not null,
    flags integer not null,
    sample_hz real,
    trace bytea not null,
    primary key (session_id, driver_idx, lap_num)
  )`,
  // It is compressed already.
  `alter table lap_trace alter column trace set storage external`,
  `create table lap_trace_job (
    session_id uuid primary key references session on delete cascade,
    due_at timestamptz not null default now(),
    attempts integer not null default 0
  )`,
  `create index lap_trace_job_due on lap_trace_job (due_at)`,
  `create function session_captured() returns trigger language plpgsql as $$
  begin
    insert into lap_trace_job (session_id) values (new.id)
    on conflict (session_id) do update set due_at = now(), attempts = 0;
    return null;
  end $$`,
  `create trigger session_captured after insert on session
    for each row when (new.capture_key is not null) execute function session_captured()`,
  `create trigger session_captured_again after update of capture_key on session
    for each row when (new.capture_key is not null and new.capture_key is distinct from old.capture_key)
    execute function session_captured()`,
]
