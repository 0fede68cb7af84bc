import { sql, type Kysely } from 'kysely'

/** Adds teams and drivers of seasons, and users who say which driver they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table season_team (
    season_id uuid not null references season on delete cascade,
    id uuid not null,
    place smallint not null,
    name text not null,
    colour text not null,
    primary key (season_id, id)
  )`.execute(db)
  // Events have no foreign key: an entry survives the removal and restoration of its event.
  await sql`create table season_driver (
    season_id uuid not null references season on delete cascade,
    id uuid not null,
    place smallint not null,
    name text not null,
    car_number smallint,
    team_id uuid,
    from_event_id uuid,
    to_event_id uuid,
    is_reserve boolean not null,
    tier text not null,
    primary key (season_id, id),
    foreign key (season_id, team_id) references season_team
  )`.execute(db)
  await sql`create table season_claim (
    id uuid primary key,
    season_id uuid not null references season on delete cascade,
    user_id uuid not null references "user" on delete cascade,
    name text not null,
    status text not null default 'pending' check (status in ('pending', 'approved', 'refused')),
    created_at timestamptz not null default now(),
    unique (season_id, user_id)
  )`.execute(db)
  await sql`create index season_claim_user on season_claim (user_id)`.execute(db)
  // A platform is private, so it is apart from the driver; it stays while an entry is removed, for an undo.
  await sql`create table season_driver_platform (
    season_id uuid not null references season on delete cascade,
    driver_id uuid not null,
    platform_id text not null,
    user_id uuid references "user" on delete cascade,
    primary key (season_id, driver_id)
  )`.execute(db)
  await sql`create index season_driver_platform_user
    on season_driver_platform (user_id) where user_id is not null`.execute(db)
  // The season's view shows approved claims and is derived again when its row changes.
  await sql`create function season_claim_changed() returns trigger language plpgsql as $$
    begin
      if 'approved' in (coalesce(old.status, ''), coalesce(new.status, '')) then
        update season set updated_at = now() where id = coalesce(new.season_id, old.season_id);
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger season_claim_changed after insert or update or delete on season_claim
    for each row execute function season_claim_changed()`.execute(db)
}
