import { sql, type Kysely } from 'kysely'

/** Adds what servers need to continue after a restart: leased ports, and what they share among them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table udp_lease (
    user_id uuid primary key references "user" (id) on delete cascade,
    key_id uuid not null references recorder_key (id) on delete cascade,
    port integer not null check (port between 1 and 65535),
    address text not null,
    leased_at timestamptz not null,
    received_at timestamptz
  )`.execute(db)
  await sql`create index udp_lease_key on udp_lease (key_id)`.execute(db)
  await sql`create table auth.server_secrets (
    name text primary key,
    content bytea not null,
    created_at timestamptz not null default now()
  )`.execute(db)
}
