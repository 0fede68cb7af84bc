import type { RecorderResult, SessionHighlights } from '@pitboard/contract/sessions/listed-session'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tables.ts'

/**
 * Selects the recordings that a user drove to the end, of some types of session, the newest first: profile, career and
 * comparisons count the same ones.
 */
export function selectDrivenSessions(
  db: Db,
  { userId, types, atMost }: { userId: string; types: readonly number[]; atMost: number },
) {
  return db
    .selectFrom('session')
    .select(['id', 'track_id', 'track_name', 'session_type', 'started_at'])
    .select([
      sql<RecorderResult>`highlights -> 'recorderResult'`.as('result'),
      sql<SessionHighlights['raceKind']>`highlights ->> 'raceKind'`.as('raceKind'),
    ])
    .where('user_id', '=', userId)
    .where('status', '=', 'recorded')
    .where(sql<boolean>`session_type = any(${[...types]}::int[])`)
    .where('classification', '=', 'final')
    .where(sql<boolean>`jsonb_typeof(highlights -> 'recorderResult') = 'object'`)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(atMost)
}

/** Returns what answers say of a recording that its user drove, beside its result. */
export function describeDriven(
  row: Awaited<ReturnType<ReturnType<typeof selectDrivenSessions>['execute']>>[number],
) {
  return {
    sessionId: row.id,
    trackId: row.track_id,
    trackName: row.track_name,
    sessionType: row.session_type,
    raceKind: row.raceKind,
    drivenAt: row.started_at.toISOString(),
  }
}
