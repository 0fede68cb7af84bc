import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { TimeMark } from '../../timing/lap-time-text.tsx'
import { flyingPlaces, type LapProjection, projectionOf } from '../live/lap-projection.ts'
import { isOut, standingOf } from '../race/standing.ts'

export interface RunningSector {
  /** It is null until the car has left it. */
  readonly timeMs: number | null
  /** `slower` has a time without being a best. */
  readonly mark: 'sessionBest' | 'personalBest' | 'slower' | null
  /** This much of it is driven, 0 to 1. */
  readonly filled: number
}

/** The lap may become the best of its driver. */
export interface FlyingLap {
  /** The car is `drivers[place]`. */
  readonly place: number
  readonly driverIdx: number
  readonly position: number | null
  readonly sectors: readonly [RunningSector, RunningSector, RunningSector]
  /** The projection takes the rest to be as fast as in the best lap; it is null before the first sector line. */
  readonly projection: LapProjection | null
}

/** Returns cars on a flying lap that counts, first the one that completes it next. */
export function flyingLapsOf(session: LiveSession): readonly FlyingLap[] {
  return flyingPlaces(session).flatMap((place) => {
    const driver = session.drivers[place]
    return driver ? [flyingLapOf(driver, place, session)] : []
  })
}

function flyingLapOf(driver: Driver, place: number, session: LiveSession): FlyingLap {
  return {
    place,
    driverIdx: driver.driverIdx,
    position: driver.position,
    sectors: runningSectorsOf(driver, session),
    projection: projectionOf(driver, session),
  }
}

function runningSectorsOf(
  driver: Driver,
  session: LiveSession,
): readonly [RunningSector, RunningSector, RunningSector] {
  const { sectorsMs } = standingOf(session).bests
  const times = [driver.currentSector1TimeMs, driver.currentSector2TimeMs, null]
  const own = [driver.bestSector1TimeMs, driver.bestSector2TimeMs, driver.bestSector3TimeMs]
  const sector = (place: 0 | 1 | 2): RunningSector => {
    const timeMs = times[place] ?? null
    if (timeMs === null) return { timeMs, mark: null, filled: filledShare(driver, place, session) }
    return { timeMs, mark: markOf(timeMs, own[place] ?? null, sectorsMs[place]), filled: 1 }
  }
  return [sector(0), sector(1), sector(2)]
}

/** The first sector of a driver beats nobody except the session. */
function markOf(timeMs: number, ownMs: number | null, bestMs: number): RunningSector['mark'] {
  if (timeMs <= bestMs) return 'sessionBest'
  return ownMs !== null && timeMs <= ownMs ? 'personalBest' : 'slower'
}

/** Where the sectors begin is not sent in every year: then one is empty until its time is known. */
function filledShare(driver: Driver, place: 0 | 1 | 2, session: LiveSession): number {
  const { sectorStarts, trackLength } = session
  if (driver.sector !== place || !sectorStarts || trackLength === null) return 0
  const from = place === 0 ? 0 : sectorStarts[place === 1 ? 0 : 1]
  const to = (place === 2 ? null : sectorStarts[place]) ?? trackLength
  const metres = (driver.lapDistance ?? from) - from
  return Math.min(1, Math.max(0, metres / Math.max(1, to - from)))
}

/** The lap was just completed. */
export interface CompletedLap {
  readonly place: number
  readonly driverIdx: number
  readonly lapMs: number
  readonly position: number | null
  readonly mark: TimeMark
  /** The gain is to the driver's best lap before; it is null for the first lap that counts. */
  readonly gainMs: number | null
  readonly toBestMs: number
}

/** A completed lap is announced for this long. */
const ANNOUNCED_MS = 20_000
/** A slower lap was not meant to be fast. */
const FLYING_SHARE = 1.07

/** Returns laps that were completed lately, the newest first. */
export function completedLapsOf(session: LiveSession): readonly CompletedLap[] {
  const { bests } = standingOf(session)
  const laps = session.drivers.flatMap((driver, place) => {
    const lap = driver.lapTimes.at(-1)
    const sinceMs = driver.currentLapTimeMs
    const isNews = sinceMs !== null && sinceMs <= ANNOUNCED_MS && driver.pitStatus === 0
    const lapMs = lap?.lapTime ?? null
    if (!lap || !isNews || lap.invalidLap || lapMs === null || isOut(driver)) return []
    if (lapMs > bests.lapMs * FLYING_SHARE) return []
    return [{ sinceMs, lap: completedLapOf(driver, place, lapMs, bests.lapMs) }]
  })
  return laps.toSorted((a, b) => a.sinceMs - b.sinceMs).map(({ lap }) => lap)
}

function completedLapOf(
  driver: Driver,
  place: number,
  lapMs: number,
  bestMs: number,
): CompletedLap {
  const earlier = driver.lapTimes
    .slice(0, -1)
    .flatMap(({ lapTime, invalidLap }) => (invalidLap ? [] : (lapTime ?? [])))
  const beforeMs = earlier.length === 0 ? null : Math.min(...earlier)
  const isBest = beforeMs === null || lapMs < beforeMs
  return {
    place,
    driverIdx: driver.driverIdx,
    lapMs,
    position: driver.position,
    mark: lapMs <= bestMs ? 'sessionBest' : isBest ? 'personalBest' : null,
    gainMs: beforeMs === null ? null : lapMs - beforeMs,
    toBestMs: lapMs - bestMs,
  }
}
