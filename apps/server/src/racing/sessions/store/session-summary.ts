import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { nameOf } from '../../../accounts/users/queries.ts'
import { completenessOf } from './session-columns.ts'
import type { SummaryRow } from './session-queries.ts'

/** A session as lists show it. */
export function toSummary(row: SummaryRow): SessionSummary {
  return {
    id: row.id,
    internalSessionId: row.internal_session_id,
    sessionId: row.game_session_id,
    userId: row.user_id,
    userName: nameOf(row),
    trackId: row.track_id,
    trackName: row.track_name,
    sessionType: row.session_type,
    numberOfLaps: row.number_of_laps,
    sessionStartTime: row.started_at.toISOString(),
    sessionEndTime: row.ended_at?.toISOString() ?? null,
    gameVersion: row.game_version,
    gameBuild: row.game_build,
    packetFormat: row.packet_format,
    isMultiplayer: row.is_multiplayer,
    seasonLinkIdentifier: row.season_link_identifier,
    weekendLinkIdentifier: row.weekend_link_identifier,
    sessionLinkIdentifier: row.session_link_identifier,
    startTrackTemp: row.start_track_temp,
    startAirTemp: row.start_air_temp,
    startWeather: row.start_weather,
    ...(row.origin !== null && { origin: row.origin }),
    completeness: completenessOf(row),
  }
}
