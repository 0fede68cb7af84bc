import { sql, type Kysely } from 'kysely'

/** The first live session is announced: without any, servers do not look for what others have left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create function announce_live() returns trigger language plpgsql as $$
  begin
    perform pg_notify('pitboard_live', '');
    return null;
  end $$`,
  ...['live_session', 'udp_lease'].map(
    (table) => `create trigger announce_live after insert on ${table}
      for each row execute function announce_live()`,
  ),
]
