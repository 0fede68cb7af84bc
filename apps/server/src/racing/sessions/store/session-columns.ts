import type { CompletenessFigures, SessionDetail } from '@pitboard/contract/sessions/session'
import type { NewSession, SessionRow } from './session-tables.ts'
import { toHighlights } from './session-highlights.ts'

/** The columns describe a session, without its document and its state. */
export type SessionColumns = Omit<
  NewSession,
  | 'id'
  | 'status'
  | 'detail'
  | 'detail_etag'
  | 'capture_key'
  | 'created_at'
  | 'own_detail'
  | 'group_id'
  | 'derived_at'
>

/** Returns what lists, filters and the search for siblings need of a document. */
export function toSessionColumns(detail: SessionDetail): SessionColumns {
  const { completeness } = detail
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
    frames_seen: completeness.framesSeen,
    laps_missing: completeness.lapsMissing,
    hidden_names: completeness.hiddenNames,
    restricted_drivers: completeness.restrictedDrivers,
    classification: completeness.classification,
    best_lap_ms: bestLapOf(detail),
    highlights: JSON.stringify(toHighlights(detail)),
    lap_marks: lapFingerprint(detail),
    origin: detail.origin ?? null,
  }
}

/** The game's times have 32 bits, one more than the column, but no lap takes weeks. */
const LONGEST_MS = 2 ** 31 - 1

/** Returns the best lap in ms; only a recorded lap can be a personal best. */
function bestLapOf({ drivers, recorderDriverIdx = null, origin }: SessionDetail): number | null {
  if (recorderDriverIdx === null || origin !== undefined) return null
  const own = drivers.find(({ driverIdx }) => driverIdx === recorderDriverIdx)
  const bestMs = own?.bestLapTimeMs ?? null
  return bestMs !== null && bestMs <= LONGEST_MS ? bestMs : null
}

type CompletenessColumns = Pick<
  SessionRow,
  'frames_seen' | 'laps_missing' | 'hidden_names' | 'restricted_drivers' | 'classification'
>

/** Returns the figures of a row; null for one that an older version stored. */
export function completenessOf(row: CompletenessColumns): CompletenessFigures | null {
  const { frames_seen, laps_missing, hidden_names, restricted_drivers, classification } = row
  if (laps_missing === null || classification === null) return null
  return {
    framesSeen: frames_seen,
    lapsMissing: laps_missing,
    hiddenNames: hidden_names ?? 0,
    restrictedDrivers: restricted_drivers ?? 0,
    classification,
  }
}

/** A mark is the lap's number and its time in one integer. */
const LAP_NUMBER = 1_000_000
const LAPS_MAX = 999

/**
 * Returns all known lap times of all drivers with their lap numbers. Two recordings of one session share most
 * of them, two sessions share hardly any.
 */
function lapFingerprint({ drivers }: Pick<SessionDetail, 'drivers'>): number[] {
  const marks = new Set<number>()
  for (const { lapTimes } of drivers) {
    for (const [place, { lapTime }] of lapTimes.slice(0, LAPS_MAX).entries()) {
      if (lapTime === null || lapTime <= 0 || lapTime >= LAP_NUMBER) continue
      marks.add(place * LAP_NUMBER + lapTime)
    }
  }
  return [...marks].toSorted((a, b) => a - b)
}
