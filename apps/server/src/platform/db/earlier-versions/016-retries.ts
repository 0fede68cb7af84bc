import { sql, type Kysely } from 'kysely'

/** Work that failed waits longer each time, so that one item that always fails delays no other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['session_to_link', 'removed_capture']) {
    await sql`alter table ${sql.table(table)}
      add column attempts integer not null default 0,
      add column next_attempt_at timestamptz not null default now()`.execute(db)
  }
  // A new mark means new data: it is tried at once.
  await sql`create or replace function mark_to_link(ids uuid[]) returns void language sql as $$
    insert into session_to_link (session_id) select distinct unnest(ids) order by 1
    on conflict (session_id) do update
    set mark = nextval('session_mark'), attempts = 0, next_attempt_at = now()
  $$`.execute(db)
}
