import { sql, type Kysely } from 'kysely'

/** Adds reports of incidents, what stewards discuss and decide, and which adjustments a decision made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Sessions have no foreign key: a case survives the removal and restoration of its session. */
const STATEMENTS = [
  `create table steward_rules (
    season_id uuid primary key references season on delete cascade,
    rules jsonb not null
  )`,
  `create table steward_case (
    id uuid primary key,
    season_id uuid not null references season on delete cascade,
    number integer not null,
    session_id uuid not null,
    event_id uuid not null,
    lap smallint,
    event_seq integer,
    description text not null,
    links jsonb not null,
    reporter_id uuid references "user" on delete set null,
    state text not null default 'open' check (state in ('open', 'decided', 'appealed')),
    version integer not null default 1,
    respond_until timestamptz not null,
    created_at timestamptz not null,
    unique (season_id, number)
  )`,
  `create index steward_case_reporter on steward_case (reporter_id)`,
  `create table steward_case_car (
    case_id uuid not null references steward_case on delete cascade,
    driver_idx smallint not null,
    name text not null,
    user_id uuid references "user" on delete set null,
    primary key (case_id, driver_idx)
  )`,
  `create index steward_case_car_user on steward_case_car (user_id)`,
  `create table steward_statement (
    id uuid primary key,
    case_id uuid not null references steward_case on delete cascade,
    user_id uuid references "user" on delete set null,
    kind text not null check (kind in ('response', 'appeal')),
    text text not null,
    links jsonb not null,
    created_at timestamptz not null,
    unique (case_id, kind, user_id)
  )`,
  `create index steward_statement_user on steward_statement (user_id)`,
  `create table steward_comment (
    id uuid primary key,
    case_id uuid not null references steward_case on delete cascade,
    user_id uuid references "user" on delete set null,
    text text not null,
    created_at timestamptz not null
  )`,
  `create index steward_comment_case on steward_comment (case_id)`,
  `create index steward_comment_user on steward_comment (user_id)`,
  `create table steward_proposal (
    id uuid primary key,
    case_id uuid not null references steward_case on delete cascade,
    user_id uuid references "user" on delete set null,
    penalties jsonb not null,
    reason text not null,
    created_at timestamptz not null
  )`,
  `create index steward_proposal_case on steward_proposal (case_id)`,
  `create index steward_proposal_user on steward_proposal (user_id)`,
  `create table steward_vote (
    case_id uuid not null references steward_case on delete cascade,
    user_id uuid not null references "user" on delete cascade,
    proposal_id uuid not null references steward_proposal on delete cascade,
    primary key (case_id, user_id)
  )`,
  `create index steward_vote_user on steward_vote (user_id)`,
  `create index steward_vote_proposal on steward_vote (proposal_id)`,
  `create table steward_decision (
    id uuid primary key,
    season_id uuid not null references season on delete cascade,
    case_id uuid not null references steward_case on delete cascade,
    number integer not null,
    penalties jsonb not null,
    reason text not null,
    author_id uuid references "user" on delete set null,
    published_at timestamptz not null,
    revoked_at timestamptz,
    revoked_reason text,
    replaced_by integer,
    is_appealed boolean not null default false,
    unique (season_id, number)
  )`,
  `create index steward_decision_case on steward_decision (case_id)`,
  `create index steward_decision_author on steward_decision (author_id)`,
  `alter table season_adjustment
    add column places smallint,
    add column decision_id uuid references steward_decision on delete cascade`,
  `create index season_adjustment_decision on season_adjustment (decision_id)
    where decision_id is not null`,
  // Each effect of a decision is announced like an adjustment.
  `create function announce_published_decision() returns trigger language plpgsql as $$
  declare
    adjustment text;
  begin
    for adjustment in select jsonb_array_elements_text(new.details -> 'adjustmentIds') loop
      perform announce(new.season_id, 'decision', 'decision ' || new.id || ' ' || adjustment,
        jsonb_build_object('adjustmentId', adjustment,
          'isRevoked', new.action = 'decisionRevoked'));
    end loop;
    return null;
  end $$`,
  `create trigger announce_published_decision after insert on owner_change
    for each row when (new.season_id is not null
      and new.action in ('decisionPublished', 'decisionRevoked'))
    execute function announce_published_decision()`,
]
