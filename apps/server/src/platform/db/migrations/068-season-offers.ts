import { sql, type Kysely } from 'kysely'

/** An offer of a season without a league is an invitation with the role `owner`, as the offer of a league is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table league_invitation
      alter column league_id drop not null,
      add column season_id uuid references season (id) on delete cascade,
      add constraint league_invitation_subject_check check ((league_id is null) <> (season_id is null)),
      add constraint league_invitation_season_check check (season_id is null or role = 'owner')`.execute(
    db,
  )
  await sql`
    comment on column league_invitation.season_id is 'The season that is offered, which is in no league.'`.execute(
    db,
  )
  await sql`
    create unique index league_invitation_season on league_invitation (season_id)
      where season_id is not null`.execute(db)
}
