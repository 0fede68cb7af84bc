import type { Db } from '../../../platform/db/tables.ts'

/**
 * Completes a text about a season, such as its history or published standings, with the results that stand for sessions
 * which were deleted since (docs/decisions/023-recorded-sessions.md).
 */
export async function nameResults(db: Db, seasonId: string, text: string): Promise<string> {
  const changes = await db
    .selectFrom('owner_change')
    .select('details')
    .where('season_id', '=', seasonId)
    .where('action', '=', 'sessionsLost')
    .orderBy('version')
    .execute()
  return changes
    .flatMap(({ details }) => readReplaced(details['sessions']))
    .reduce((named, { sessionId, resultId }) => named.replaceAll(sessionId, resultId), text)
}

interface Replaced {
  readonly sessionId: string
  readonly resultId: string
}

/** Older changes, and sessions without a result, have none. */
function readReplaced(sessions: unknown): Replaced[] {
  if (!Array.isArray(sessions)) return []
  return sessions.filter(
    (each: Partial<Replaced>): each is Replaced =>
      typeof each?.sessionId === 'string' && typeof each.resultId === 'string',
  )
}
