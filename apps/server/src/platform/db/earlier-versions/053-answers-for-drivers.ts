import { sql, type Kysely } from 'kysely'

/** Adds answers that organisers enter for drivers without an account; those of users are in `season_attendance`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Neither events nor drivers have a foreign key: answers survive their removal and restoration.
  await sql`create table season_driver_attendance (
    event_id uuid not null,
    driver_id uuid not null,
    season_id uuid not null references season on delete cascade,
    answer text check (answer in ('accepted', 'declined', 'tentative')),
    answered_at timestamptz,
    called_up_at timestamptz,
    primary key (event_id, driver_id)
  )`.execute(db)
  await sql`create index season_driver_attendance_season
    on season_driver_attendance (season_id)`.execute(db)
}
