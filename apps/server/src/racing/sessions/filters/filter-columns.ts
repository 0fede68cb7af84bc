import { sql, type RawBuilder } from 'kysely'
import type { FilterField, FilterKind } from '@pitboard/contract/filter-fields'

/** Names of columns, never of the caller's. */
export const FILTER_COLUMNS: Readonly<Record<FilterField, string>> = {
  id: 'session.id',
  internalSessionId: 'session.internal_session_id',
  sessionId: 'session.game_session_id',
  userId: 'session.user_id',
  userName: 'username',
  trackId: 'session.track_id',
  trackName: 'session.track_name',
  sessionType: 'session.session_type',
  numberOfLaps: 'session.number_of_laps',
  sessionStartTime: 'session.started_at',
  sessionEndTime: 'session.ended_at',
  gameVersion: 'session.game_version',
  gameBuild: 'session.game_build',
  packetFormat: 'session.packet_format',
  isMultiplayer: 'session.is_multiplayer',
  seasonLinkIdentifier: 'session.season_link_identifier',
  weekendLinkIdentifier: 'session.weekend_link_identifier',
  sessionLinkIdentifier: 'session.session_link_identifier',
  startTrackTemp: 'session.start_track_temp',
  startAirTemp: 'session.start_air_temp',
  startWeather: 'session.start_weather',
  framesSeen: 'session.frames_seen',
  lapsMissing: 'session.laps_missing',
  classification: 'session.classification',
}

export const COLUMN_TYPES: Readonly<Record<FilterKind, RawBuilder<unknown>>> = {
  integer: sql`bigint`,
  number: sql`real`,
  instant: sql`timestamptz`,
  boolean: sql`boolean`,
  id: sql`uuid`,
  text: sql`text`,
}
