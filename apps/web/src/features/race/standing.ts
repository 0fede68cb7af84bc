import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Text } from '../../messages/create-text.ts'
import { formatGap, formatLapsDown, formatRoadGap } from '../../timing/format-lap-time.ts'
import { abnormalResult } from '../../timing/names.ts'
import { sessionKind } from '@pitboard/contract/wire/session-kind'

interface SessionBests {
  readonly lapMs: number
  readonly sectorsMs: readonly [number, number, number]
}

/** All cells of a tick share this, which is worked out once for each list of drivers. */
interface Standing {
  /** These are places in `drivers`, first the leader; cars without a position come last. */
  readonly order: readonly number[]
  readonly bests: SessionBests
}

const standings = new WeakMap<readonly Driver[], Standing>()

export function standingOf({
  drivers,
  sessionType,
}: Pick<LiveSession, 'drivers' | 'sessionType'>): Standing {
  const known = standings.get(drivers)
  if (known) return known
  // The game sends no positions in a time trial alone: there the best lap ranks.
  const rankOf = sessionType === SessionType.TimeTrial ? bestLapOf : positionOf
  const standing = { order: orderOf(drivers, rankOf), bests: bestsOf(drivers) }
  standings.set(drivers, standing)
  return standing
}

const positionOf: Reading = ({ position }) => position
const bestLapOf: Reading = ({ bestLapTimeMs }) => bestLapTimeMs

function orderOf(drivers: readonly Driver[], rankOf: Reading): number[] {
  const ranks = drivers.map((driver) => rankOf(driver) ?? Number.POSITIVE_INFINITY)
  const rank = (place: number) => ranks[place] ?? Number.POSITIVE_INFINITY
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

export function carAt(session: LiveSession, position: number): Driver | null {
  const place = standingOf(session).order[position - 1]
  return place === undefined ? null : (session.drivers[place] ?? null)
}

export function isOut(driver: Driver): boolean {
  return abnormalResult(driver.resultStatus) !== null
}

/** Returns the cars around one in the order of the session. */
export function neighbours(
  driver: Driver,
  session: LiveSession,
): { readonly ahead: Driver | null; readonly behind: Driver | null } {
  const { order } = standingOf(session)
  const index = order.findIndex((place) => session.drivers[place] === driver)
  const driverAt = (at: number) => session.drivers[order[at] ?? -1] ?? null
  return { ahead: driverAt(index - 1), behind: driverAt(index + 1) }
}

/**
 * Returns how far `other` is away: on the road in a race, else by the best laps. A positive number means that it is
 * behind.
 */
export function gapBetween(driver: Driver, other: Driver, session: LiveSession): number | null {
  const read = sessionKind(session.sessionType) === 'race' ? gapToLeader : bestLapOf
  const own = read(driver)
  const others = read(other)
  return own === null || others === null ? null : others - own
}

export function gapToLeader({ position, deltaToLeader }: Driver): number | null {
  return position === 1 ? 0 : deltaToLeader
}

/** Returns how far a car is behind the leader, as its cell shows it. */
export function gapText(driver: Driver, session: LiveSession, t: Text): string {
  if (isOut(driver)) return ''
  if (driver.position === 1)
    return sessionKind(session.sessionType) === 'race' ? t('live.leader') : ''
  return distanceText(driver, carAt(session, 1), driver.deltaToLeader, session, t)
}

/** Closer to the car ahead than this, a car fights with it. */
const BATTLE_MS = 1000

/** Returns whether a car of a race is so close to the one ahead that it may pass. */
export function isInBattle(driver: Driver, session: LiveSession): boolean {
  if (sessionKind(session.sessionType) !== 'race' || isOut(driver)) return false
  if (driver.position === 1 || driver.pitStatus > 0 || session.safetyCarStatus > 0) return false
  return driver.deltaToCarAhead !== null && driver.deltaToCarAhead < BATTLE_MS
}

/** Returns how far a car is behind the one ahead. */
export function intervalText(driver: Driver, session: LiveSession, t: Text): string {
  if (isOut(driver) || driver.position === null || driver.position === 1) return ''
  const ahead = carAt(session, driver.position - 1)
  return distanceText(driver, ahead, driver.deltaToCarAhead, session, t)
}

function distanceText(
  driver: Driver,
  ahead: Driver | null,
  deltaMs: number | null,
  session: LiveSession,
  t: Text,
): string {
  if (sessionKind(session.sessionType) !== 'race') {
    if (driver.bestLapTimeMs === null || !ahead || ahead.bestLapTimeMs === null) return ''
    return formatGap(driver.bestLapTimeMs - ahead.bestLapTimeMs, 3)
  }
  const laps = ahead ? lapsBetween(driver, ahead, session.trackLength) : 0
  return laps > 0 ? formatLapsDown(laps, t) : formatRoadGap(deltaMs)
}

/** Returns the whole laps between two cars by distance, so that crossing the line first does not count as one. */
export function lapsBetween(driver: Driver, ahead: Driver, trackLength: number | null): number {
  const laps = ahead.currentLapNumber - driver.currentLapNumber
  if (laps <= 0 || !trackLength) return 0
  const metres = (ahead.lapDistance ?? 0) - (driver.lapDistance ?? 0)
  return Math.max(0, Math.floor(laps + metres / trackLength))
}

export type Status = 'pit' | 'flying' | 'outLap' | 'inLap' | 'garage' | 'finished' | null

/** Returns what a car does when it does not simply drive; how it ended is `abnormalResult`. */
export function statusOf(driver: Driver, session: LiveSession): Status {
  if (driver.resultStatus === ResultStatus.Finished) return 'finished'
  if (driver.pitStatus > 0) return 'pit'
  const kind = sessionKind(session.sessionType)
  if (kind === 'race') return leftPitThisLap(driver) ? 'outLap' : null
  return kind === 'timeTrial' ? null : (LAP_STATES[driver.driverStatus] ?? null)
}

/** The index is the game's `driverStatus`. */
const LAP_STATES: readonly Status[] = ['garage', 'flying', 'inLap', 'outLap']

/** A stop belongs to the lap that ends in the pit lane: the lap after it is the out lap. */
function leftPitThisLap(driver: Driver): boolean {
  const lastStop = driver.pitStops.at(-1)
  return lastStop !== undefined && lastStop.lapNum === driver.currentLapNumber - 1
}

/** The lap the leader is in. */
export function leaderLap(session: LiveSession): number {
  return carAt(session, 1)?.currentLapNumber ?? 0
}

/** Returns the sector times of the last lap, or of this lap as far as it has completed them. */
export function sectorTimes(driver: Driver): readonly (number | null)[] {
  // The third sector runs until the lap is complete: its cell would change with every tick.
  const current = [driver.currentSector1TimeMs, driver.currentSector2TimeMs, null]
  const last = [driver.lastSector1TimeMs, driver.lastSector2TimeMs, driver.lastSector3TimeMs]
  // Until this lap has a sector the last lap is worth reading, after the flag too.
  return current.some((timeMs) => timeMs !== null) ? current : last
}
