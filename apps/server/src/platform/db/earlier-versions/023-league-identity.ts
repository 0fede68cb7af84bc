import { sql, type Kysely } from 'kysely'

/** Links, an accent colour and a banner beside the logo, which is the picture that a league has had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table league
    add column links jsonb not null default '[]',
    add column accent_colour text`.execute(db)
  await sql`alter table league_picture
    add column kind text not null default 'thumbnail' check (kind in ('thumbnail', 'banner')),
    drop constraint league_picture_pkey,
    add primary key (league_id, kind)`.execute(db)
}
