import type { Driver } from '@pitboard/contract/sessions/driver'
import { isRaceType, ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Text } from '../../messages/create-text.ts'
import { formatGap, formatLapsDown } from '../../timing/format-lap-time.ts'
import { abnormalResult } from '../../timing/names.ts'

export interface SessionBests {
  readonly lapMs: number
  readonly sectorsMs: readonly [number, number, number]
}

/** What all cells of a tick share, worked out once for each list of drivers. */
interface Standing {
  /** Places in `drivers`, first the leader; cars without a position come last. */
  readonly order: readonly number[]
  readonly bests: SessionBests
}

const standings = new WeakMap<readonly Driver[], Standing>()

export function standingOf({ drivers }: Pick<LiveSession, 'drivers'>): Standing {
  const known = standings.get(drivers)
  if (known) return known
  const standing = { order: orderOf(drivers), bests: bestsOf(drivers) }
  standings.set(drivers, standing)
  return standing
}

function orderOf(drivers: readonly Driver[]): number[] {
  const rank = (place: number) => drivers[place]?.position ?? Number.POSITIVE_INFINITY
  const places = drivers.map((_, place) => place)
  return places.toSorted((a, b) => (rank(a) === rank(b) ? a - b : rank(a) - rank(b)))
}

type Reading = (driver: Driver) => number | null

function bestsOf(drivers: readonly Driver[]): SessionBests {
  // A sector of the lap being driven counts at once; the game's own bests follow at the line.
  const least = (best: Reading, current: Reading = () => null) =>
    Math.min(
      ...drivers.map((driver) => best(driver) ?? Number.POSITIVE_INFINITY),
      ...drivers.map((driver) =>
        driver.currentLapInvalid
          ? Number.POSITIVE_INFINITY
          : (current(driver) ?? Number.POSITIVE_INFINITY),
      ),
    )
  return {
    lapMs: least((driver) => driver.bestLapTimeMs),
    sectorsMs: [
      least(
        (driver) => driver.bestSector1TimeMs,
        (driver) => driver.currentSector1TimeMs,
      ),
      least(
        (driver) => driver.bestSector2TimeMs,
        (driver) => driver.currentSector2TimeMs,
      ),
      // The third sector still runs: it is one once the lap is complete.
      least((driver) => driver.bestSector3TimeMs),
    ],
  }
}

function carAt(session: LiveSession, position: number): Driver | null {
  const place = standingOf(session).order[position - 1]
  return place === undefined ? null : (session.drivers[place] ?? null)
}

function isOut(driver: Driver): boolean {
  return abnormalResult(driver.resultStatus) !== null
}

/** How far a car is behind the leader, as its cell shows it. */
export function gapText(driver: Driver, session: LiveSession, text: Text): string {
  if (isOut(driver)) return ''
  if (driver.position === 1) return isRaceType(session.sessionType) ? text('live.leader') : ''
  return distanceText(driver, carAt(session, 1), driver.deltaToLeader, session, text)
}

/** How far a car is behind the one ahead. */
export function intervalText(driver: Driver, session: LiveSession, text: Text): string {
  if (isOut(driver) || driver.position === null || driver.position === 1) return ''
  const ahead = carAt(session, driver.position - 1)
  return distanceText(driver, ahead, driver.deltaToCarAhead, session, text)
}

function distanceText(
  driver: Driver,
  ahead: Driver | null,
  deltaMs: number | null,
  session: LiveSession,
  text: Text,
): string {
  if (!isRaceType(session.sessionType)) {
    if (driver.bestLapTimeMs === null || !ahead || ahead.bestLapTimeMs === null) return ''
    return formatGap(driver.bestLapTimeMs - ahead.bestLapTimeMs, 3)
  }
  const laps = ahead ? lapsBetween(driver, ahead, session.trackLength ?? 0) : 0
  return laps > 0 ? formatLapsDown(laps, text) : formatGap(deltaMs)
}

/** Whole laps between two cars: distance, so that crossing the line first does not count as one. */
function lapsBetween(driver: Driver, ahead: Driver, trackLength: number): number {
  const laps = ahead.currentLapNumber - driver.currentLapNumber
  if (laps <= 0 || trackLength === 0) return 0
  const metres = (ahead.lapDistance ?? 0) - (driver.lapDistance ?? 0)
  return Math.max(0, Math.floor(laps + metres / trackLength))
}

export type Status = 'pit' | 'outLap' | 'inLap' | 'garage' | 'finished' | null

/** What a car does when it does not simply drive; how it ended is `abnormalResult`. */
export function statusOf(driver: Driver, session: LiveSession): Status {
  if (driver.resultStatus === ResultStatus.Finished) return 'finished'
  if (driver.pitStatus > 0) return 'pit'
  if (isRaceType(session.sessionType)) return leftPitThisLap(driver) ? 'outLap' : null
  if (driver.driverStatus === 0) return 'garage'
  if (driver.driverStatus === 2) return 'inLap'
  return driver.driverStatus === 3 ? 'outLap' : null
}

/** A stop belongs to the lap that ends in the pit lane: the lap after it is the out lap. */
function leftPitThisLap(driver: Driver): boolean {
  const lastStop = driver.pitStops.at(-1)
  return lastStop !== undefined && lastStop.lapNum === driver.currentLapNumber - 1
}

/** The lap the leader is in. */
export function leaderLap(session: LiveSession): number {
  return carAt(session, 1)?.currentLapNumber ?? 0
}

/** The sector times of the last lap, or of this lap as far as it has them. */
export function sectorTimes(driver: Driver): readonly (number | null)[] {
  const current = [
    driver.currentSector1TimeMs,
    driver.currentSector2TimeMs,
    driver.currentSector3TimeMs,
  ]
  const last = [driver.lastSector1TimeMs, driver.lastSector2TimeMs, driver.lastSector3TimeMs]
  // Until this lap has a sector the last lap is worth reading, after the flag too.
  return current.some((timeMs) => timeMs !== null) ? current : last
}
