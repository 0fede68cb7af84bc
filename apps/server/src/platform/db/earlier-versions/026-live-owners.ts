import { sql, type Kysely } from 'kysely'

/** Adds the servers that share this database, which of them records each user, and what is being driven. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table node (
    id text primary key,
    instance uuid not null,
    host text,
    tcp_port integer not null,
    seen_at timestamptz not null,
    draining boolean not null default false
  )`.execute(db)
  await sql`create table live_owner (
    user_id uuid primary key references "user" (id) on delete cascade,
    node_id text references node (id) on delete set null,
    epoch bigint not null,
    since_epoch bigint not null,
    is_free boolean not null
  )`.execute(db)
  await sql`create index live_owner_node on live_owner (node_id)`.execute(db)
  await sql`alter table udp_lease
    add column node_id text references node (id) on delete set null`.execute(db)
  await sql`create table live_session (
    session_id uuid primary key references session (id) on delete cascade,
    user_id uuid not null references "user" (id) on delete cascade,
    orphaned_at timestamptz
  )`.execute(db)
  await sql`create index live_session_user on live_session (user_id)`.execute(db)
  await sql`create index session_live on session (id) where status = 'live'`.execute(db)
  await sql`insert into live_session (session_id, user_id, orphaned_at)
    select id, user_id, now() from session where status = 'live'`.execute(db)
}
