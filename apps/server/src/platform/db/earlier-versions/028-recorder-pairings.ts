import { sql, type Kysely } from 'kysely'

/** Adds pairings that wait for a user or for their recorder; the two may be connected to different servers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table recorder_pairing (
    user_code text primary key,
    device_hash bytea not null unique,
    computer_name text not null,
    operating_system text not null,
    recorder_version text not null,
    ip_address text not null,
    requested_at timestamptz not null,
    expires_at timestamptz not null,
    interval_ms integer not null,
    next_poll_at timestamptz not null,
    approved_by uuid,
    is_refused boolean not null default false
  )`,
    )
    .execute(db)
}
