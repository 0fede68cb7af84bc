import type { Driver } from '@pitboard/contract/sessions/driver'
import type {
  PodiumDriver,
  RecorderResult,
  SessionHighlights,
} from '@pitboard/contract/sessions/listed-session'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { placeOf, resultOrder } from '@pitboard/analysis/outcome/result-order'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { isNameHidden } from './session-document.ts'

const PODIUM = 3

/** Returns what lists show of a document, so that they read no documents. */
export function toHighlights(detail: SessionDetail): SessionHighlights {
  const { drivers, sessionType, recorderDriverIdx = null, raceKind = null } = detail
  const placed = resultOrder(detail).filter((driver) => placeOf(driver) !== null)
  const own = drivers.find(({ driverIdx }) => driverIdx === recorderDriverIdx)
  return {
    raceKind,
    numberOfDrivers: drivers.length,
    podium: placed.slice(0, PODIUM).map((driver) => toPodiumDriver(driver, sessionType)),
    recorderResult: own ? toRecorderResult(own, drivers) : null,
  }
}

function toPodiumDriver(driver: Driver, sessionType: number): PodiumDriver {
  const { name, carNumber, team, teamColour, isHuman, bestLapTimeMs } = driver
  const { totalRaceTime, totalPenaltiesSeconds } = driver
  const raceTimeMs = totalRaceTime === null ? null : totalRaceTime + totalPenaltiesSeconds * 1000
  return {
    name: isNameHidden(driver) ? '' : name,
    carNumber,
    team,
    teamColour,
    isHuman,
    timeMs: isRaceType(sessionType) ? raceTimeMs : bestLapTimeMs,
  }
}

function toRecorderResult(own: Driver, drivers: readonly Driver[]): RecorderResult {
  const { resultStatus, points = null, startingPosition, bestLapTimeMs, team, teamColour } = own
  const hasFastestLap =
    bestLapTimeMs !== null &&
    drivers.every((other) => other.bestLapTimeMs === null || other.bestLapTimeMs >= bestLapTimeMs)
  return {
    position: placeOf(own),
    resultStatus,
    points,
    gridPosition: startingPosition,
    hasFastestLap,
    team,
    teamColour,
  }
}
