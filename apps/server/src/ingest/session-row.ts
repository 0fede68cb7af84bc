import type { SessionDetail } from '@pitboard/contract/session'
import type { Db } from '../db/tables.ts'
import { openSession, type SessionColumns } from '../sessions/queries.ts'

/**
 * The row of a session of this user, made where there is none: a session of the game has one row,
 * however often it is sent.
 */
export async function ensureSessionRow(
  db: Db,
  id: string,
  detail: SessionDetail,
): Promise<{ id: string; internalSessionId: number }> {
  const known = await db
    .selectFrom('session')
    .select(['id', 'internal_session_id'])
    .where('user_id', '=', detail.userId)
    .where('game_session_id', '=', detail.sessionId)
    .executeTakeFirst()
  if (known) return { id: known.id, internalSessionId: known.internal_session_id }
  return { id, internalSessionId: await openSession(db, id, columnsOf(detail)) }
}

export function columnsOf(detail: SessionDetail): SessionColumns {
  return {
    game_session_id: detail.sessionId,
    user_id: detail.userId,
    track_id: detail.trackId,
    track_name: detail.trackName,
    session_type: detail.sessionType,
    number_of_laps: detail.numberOfLaps,
    started_at: new Date(detail.sessionStartTime),
    ended_at: detail.sessionEndTime === null ? null : new Date(detail.sessionEndTime),
    game_version: detail.gameVersion,
    game_build: detail.gameBuild,
    packet_format: detail.packetFormat,
    is_multiplayer: detail.isMultiplayer,
    season_link_identifier: detail.seasonLinkIdentifier,
    weekend_link_identifier: detail.weekendLinkIdentifier,
    session_link_identifier: detail.sessionLinkIdentifier,
    start_track_temp: detail.startTrackTemp,
    start_air_temp: detail.startAirTemp,
    start_weather: detail.startWeather,
  }
}
