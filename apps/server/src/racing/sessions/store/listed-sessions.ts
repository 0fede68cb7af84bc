import type { ListedSession } from '@pitboard/contract/sessions/listed-session'
import { sql } from 'kysely'
import { executePrepared } from '../../../platform/db/prepared-statements.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { SessionRow } from './session-tables.ts'
import { countingSeasonsOf } from './counting-seasons.ts'
import { SUMMARY_COLUMNS, type SummaryRow, toSummary } from './session-queries.ts'

export type ListedRow = SummaryRow & Pick<SessionRow, 'highlights'> & Pick<ListedSession, 'seasons'>

/**
 * Selects recorded sessions as lists show them. The viewer also sees which of their own seasons count them.
 */
export function selectListedSessions(db: Db, viewerId: string | null) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(SUMMARY_COLUMNS)
    .select('highlights')
    .select(countingSeasonsOf(viewerId).as('seasons'))
    .where('status', '=', 'recorded')
}

/** Reads them in the order of the ids. */
export async function readListedSessions(
  db: Db,
  ids: readonly string[],
  viewerId: string | null,
): Promise<ListedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await executePrepared(
    db,
    selectListedSessions(db, viewerId).where('session.id', '=', sql<string>`any(${ids}::uuid[])`),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export function toListedSession(row: ListedRow): ListedSession {
  return { ...toSummary(row), highlights: row.highlights, seasons: row.seasons }
}
