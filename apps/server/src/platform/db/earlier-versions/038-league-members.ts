import { sql, type Kysely } from 'kysely'

/** Adds members of leagues with their roles. The owner stays in `league.owner_id`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const ROLES = `('admin', 'resultEditor', 'steward')`

const STATEMENTS = [
  `create table league_member (
    league_id uuid not null references league on delete cascade,
    user_id uuid not null references "user" on delete cascade,
    role text not null check (role in ${ROLES}),
    added_at timestamptz not null default now(),
    primary key (league_id, user_id)
  )`,
  `create index league_member_user on league_member (user_id)`,
  // The role 'owner' offers the league itself to a member.
  `create table league_invitation (
    id uuid primary key,
    league_id uuid not null references league on delete cascade,
    user_id uuid not null references "user" on delete cascade,
    role text not null check (role = 'owner' or role in ${ROLES}),
    invited_by uuid not null references "user" on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    unique (league_id, user_id)
  )`,
  `create unique index league_invitation_owner on league_invitation (league_id)
    where role = 'owner'`,
  `create index league_invitation_user on league_invitation (user_id, created_at)`,
  `create index league_invitation_author on league_invitation (invited_by)`,
  `create index league_invitation_expiry on league_invitation (expires_at)`,
  `create table league_invitation_link (
    league_id uuid not null references league on delete cascade,
    role text not null check (role in ${ROLES}),
    code_hash bytea not null unique,
    invited_by uuid not null references "user" on delete cascade,
    uses_left integer not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (league_id, role)
  )`,
  `create index league_invitation_link_author on league_invitation_link (invited_by)`,
  `create index league_invitation_link_expiry on league_invitation_link (expires_at)`,
  // What a member changed stays when their account is deleted: it moves to the owner, without the name.
  `alter table owner_change add column is_author_deleted boolean not null default false`,
  `alter table season_adjustment add column is_author_deleted boolean not null default false`,
]
