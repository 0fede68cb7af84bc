import { sql, type Kysely } from 'kysely'

/** Adds sign-ups of seasons, and who takes part in their events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table season_sign_up_form (
    season_id uuid primary key references season on delete cascade,
    opens_at timestamptz,
    closes_at timestamptz,
    needs_approval boolean not null,
    capacity smallint,
    tiers jsonb not null,
    questions jsonb not null,
    note text not null
  )`.execute(db)
  await sql`create table season_sign_up (
    id uuid primary key,
    season_id uuid not null references season on delete cascade,
    user_id uuid not null references "user" on delete cascade,
    name text not null,
    tier text not null,
    platform_id text,
    answers jsonb not null,
    status text not null
      check (status in ('pending', 'accepted', 'waiting', 'refused', 'withdrawn')),
    is_approved boolean not null default false,
    driver_id uuid,
    queued_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    unique (season_id, user_id)
  )`.execute(db)
  await sql`create index season_sign_up_user on season_sign_up (user_id)`.execute(db)
  await sql`create table season_attendance_rule (
    season_id uuid primary key references season on delete cascade,
    deadline_hours smallint not null
  )`.execute(db)
  // Events have no foreign key: answers survive the removal and restoration of their event.
  await sql`create table season_attendance (
    event_id uuid not null,
    user_id uuid not null references "user" on delete cascade,
    season_id uuid not null references season on delete cascade,
    answer text check (answer in ('accepted', 'declined', 'tentative')),
    answered_at timestamptz,
    called_up_at timestamptz,
    primary key (event_id, user_id)
  )`.execute(db)
  await sql`create index season_attendance_season on season_attendance (season_id)`.execute(db)
  await sql`create index season_attendance_user on season_attendance (user_id)`.execute(db)
  // A new deadline is a new reminder.
  await sql`create table season_attendance_reminder (
    event_id uuid not null,
    user_id uuid not null references "user" on delete cascade,
    season_id uuid not null references season on delete cascade,
    deadline_at timestamptz not null,
    created_at timestamptz not null default now(),
    primary key (event_id, user_id, deadline_at)
  )`.execute(db)
  await sql`create index season_attendance_reminder_user
    on season_attendance_reminder (user_id)`.execute(db)
  await sql`create index season_attendance_reminder_season
    on season_attendance_reminder (season_id)`.execute(db)
}
