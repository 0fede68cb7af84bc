import { sql, type Kysely } from 'kysely'

/** Results that no recorder saw stand beside recordings, and never in the place of one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table session
    add column origin text check (origin in ('hand', 'document')),
    add column document_hash text,
    add constraint session_origin_has_hash check ((origin is null) = (document_hash is null)),
    drop constraint session_user_game_session`,
  `create unique index session_user_game_session on session (user_id, game_session_id)
    where origin is null`,
  `create unique index session_user_document on session (user_id, game_session_id)
    where origin is not null`,
  `create unique index session_document_hash on session (user_id, document_hash)
    where origin is not null`,
]
