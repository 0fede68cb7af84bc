import { sql, type Kysely } from 'kysely'

/** Roles, and what offers one, may be limited to seasons; those from before count in the league with all of its seasons. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['league_member', 'league_invitation', 'league_invitation_link']) {
    await sql`alter table ${sql.table(table)} add column season_ids uuid[]`.execute(db)
    await sql`
      comment on column ${sql.table(table)}.season_ids
        is 'The seasons in which the role counts; null for the league with all of its seasons.'`.execute(
      db,
    )
  }
}
