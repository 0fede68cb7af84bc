import type { ListedSession } from '@pitboard/contract/sessions/listed-session'
import { sql } from 'kysely'
import type { Db, SessionRow } from '../../../platform/db/tables.ts'
import { SUMMARY_COLUMNS, type SummaryRow, toSummary } from './session-queries.ts'

const SEASONS_MAX = 3

export type ListedRow = SummaryRow & Pick<SessionRow, 'highlights'> & Pick<ListedSession, 'seasons'>

/** Recorded sessions as lists show them. The viewer also sees which of their own seasons count them. */
export function selectListedSessions(db: Db, viewerId: string | null) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(SUMMARY_COLUMNS)
    .select('highlights')
    .select(
      sql<ListedSession['seasons']>`coalesce((
        select jsonb_agg(jsonb_build_object('id', counting.id, 'name', counting.name)) from (
          select season.id, season.name from season_session
          join season on season.id = season_id
          where session_id = session.id and deleted_at is null
            and (visibility = 'listed' or owner_id = ${viewerId}::uuid)
          order by season.id limit ${sql.lit(SEASONS_MAX)}) as counting), '[]')`.as('seasons'),
    )
    .where('status', '=', 'recorded')
}

export function toListedSession(row: ListedRow): ListedSession {
  return { ...toSummary(row), highlights: row.highlights, seasons: row.seasons }
}
