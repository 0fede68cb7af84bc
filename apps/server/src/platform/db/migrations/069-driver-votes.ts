import { sql, type Kysely } from 'kysely'

/**
 * Adds votes for the driver of the day: the rule of a season, a vote for each race and the ballots in it. Triggers open a
 * vote in the transaction that ends a race or links it, so that no race is missed. Seasons from before have no votes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table season add column driver_vote jsonb`,
  `create table driver_vote (
    season_id uuid not null references season (id) on delete cascade,
    session_id uuid not null references session (id) on delete cascade,
    closes_at timestamptz not null,
    counted_at timestamptz,
    primary key (season_id, session_id)
  )`,
  `comment on column driver_vote.counted_at is 'From then on its ballots stay as they are, and the standings count them.'`,
  `create index driver_vote_session on driver_vote (session_id)`,
  `create index driver_vote_due on driver_vote (closes_at) where counted_at is null`,
  `create table driver_vote_ballot (
    id uuid primary key default gen_random_uuid(),
    season_id uuid not null,
    session_id uuid not null,
    user_id uuid references "user" (id) on delete set null,
    driver_idx smallint not null,
    cast_at timestamptz not null,
    unique (season_id, session_id, user_id),
    foreign key (season_id, session_id) references driver_vote (season_id, session_id)
      on update cascade on delete cascade
  )`,
  `comment on column driver_vote_ballot.user_id is 'Null once the account of the voter is deleted.'`,
  `create index driver_vote_ballot_user on driver_vote_ballot (user_id)`,
  // A race of the past that is added to a season is not voted on.
  `create function open_driver_votes(of_session uuid) returns void language sql as $$
    insert into driver_vote (season_id, session_id, closes_at)
    select season.id, session.id, now() + (driver_vote ->> 'hours')::integer * interval '1 hour'
    from season_session link
    join season on season.id = link.season_id
    join session on session.id = link.session_id
    where link.session_id = of_session and link.role = 'race' and session.status = 'recorded'
      and session.started_at > now() - interval '7 days' and jsonb_typeof(driver_vote) = 'object'
    order by season.id
    on conflict do nothing
  $$`,
  `create function open_votes_of_link() returns trigger language plpgsql as $$
  begin
    perform open_driver_votes(new.session_id);
    return null;
  end $$`,
  `create trigger open_driver_votes after insert or update of role on season_session
    for each row when (new.role = 'race') execute function open_votes_of_link()`,
  `create function open_votes_of_session() returns trigger language plpgsql as $$
  begin
    perform open_driver_votes(new.id);
    return null;
  end $$`,
  `create trigger open_driver_votes after update of status on session
    for each row when (old.status = 'live' and new.status = 'recorded')
    execute function open_votes_of_session()`,
]
