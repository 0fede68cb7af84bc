import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { EmbeddedResult, EmbeddedSession } from '@pitboard/contract/site/embeds'

/** Returns the small part of a session that an embed shows, without laps and telemetry. */
export function presentSession(session: SessionDetail): EmbeddedSession {
  const { id, trackName, sessionType, raceKind = null, sessionStartTime, classification } = session
  return {
    id,
    trackName,
    sessionType,
    raceKind,
    sessionStartTime,
    classification,
    drivers: resultOrder(session).map(presentResult),
  }
}

function presentResult(driver: Driver): EmbeddedResult {
  const { driverIdx, name, team, teamColour, position, finishingPosition } = driver
  const { resultStatus, numberOfLaps, totalRaceTime, totalPenaltiesSeconds, bestLapTimeMs } = driver
  return {
    driverIdx,
    name,
    team,
    teamColour,
    position,
    finishingPosition,
    resultStatus,
    numberOfLaps,
    totalRaceTime,
    totalPenaltiesSeconds,
    bestLapTimeMs,
  }
}
