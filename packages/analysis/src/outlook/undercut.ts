import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import { isRaceType, ResultStatus, SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import { median, quantile } from '../statistics/quantile.ts'
import { racingLaps } from './racing-laps.ts'

type UndercutSession = Pick<
  LiveSession,
  'drivers' | 'sessionType' | 'numberOfLaps' | 'safetyCarStatus'
>

/** The undercut is what a car gains if it stops now and the car ahead stops a lap later. */
export interface Undercut {
  /** Names the car ahead. */
  readonly driverIdx: number
  readonly gapMs: number
  /** Time gained on the car ahead is positive, time lost is negative. */
  readonly gainMs: number
  /** About half of the undercuts are within low and high. */
  readonly lowMs: number
  readonly highMs: number
}

/** The gain is that of the first laps on new tyres against the laps before the stop. */
interface FreshGain {
  readonly lowMs: number
  readonly medianMs: number
  readonly highMs: number
}

/** Fewer out laps may be fast or slow by chance. */
const OUT_LAPS_MIN = 3
/** This many laps before a stop show the pace of the old tyres. */
const OLD_LAPS = 3
/** The field is slower by more than this share behind a safety car, under a flag and in rain. */
const SLOW_SHARE = 0.03
/** An out lap is not that much better or worse unless something else has happened. */
const GAIN_MAX_MS = 6_000
/**
 * Half of the simulated pairs lie within this spread: traffic and the laps of the car ahead vary more than
 * out laps.
 */
const SPREAD_MIN_MS = 700
/** No undercut gains more than this. */
const GAP_MAX_MS = 6_000
/** A change of tyres that are this new gains nothing. */
const FRESH_LAPS = 4
/** Both have to stop before the finish. */
const LAPS_LEFT_MIN = 3

/** Returns the undercut of each car on the one ahead, by place in `drivers`; null where it is unknown. */
export function undercutsOf(session: UndercutSession): readonly (Undercut | null)[] {
  const { drivers, sessionType, safetyCarStatus } = session
  const isGreen = isRaceType(sessionType) && safetyCarStatus === SafetyCarStatus.None
  const gain = isGreen ? measureFreshGain(drivers) : null
  return drivers.map((driver) => (gain ? undercutOf(driver, session, gain) : null))
}

/**
 * Sectors 2 and 3 of an out lap are driven on new tyres and without the pit lane. They are compared with
 * those of the laps before the stop, and with what the cars that stayed out drove meanwhile.
 */
function measureFreshGain(drivers: readonly Driver[]): FreshGain | null {
  const gains = drivers.flatMap((driver) =>
    driver.pitStops.flatMap(({ lapNum }) => {
      const freshMs = laterSectors(driver.lapTimes[lapNum])
      const old = oldLaps(driver, lapNum)
      const slowdown = slowdownOf(drivers, lapNum + 1)
      if (freshMs === null || old === null || slowdown === null) return []
      if (driver.pitStops.some((stop) => stop.lapNum === lapNum + 1)) return []
      const expectedMs = old.sectorsMs * (1 + slowdown)
      const gainMs = ((expectedMs - freshMs) * old.lapMs) / old.sectorsMs
      return Math.abs(slowdown) > SLOW_SHARE || Math.abs(gainMs) > GAIN_MAX_MS ? [] : [gainMs]
    }),
  )
  if (gains.length < OUT_LAPS_MIN) return null
  const sorted = gains.toSorted((a, b) => a - b)
  const medianMs = quantile(sorted, 0.5)
  return {
    lowMs: Math.min(quantile(sorted, 0.25), medianMs - SPREAD_MIN_MS),
    medianMs,
    highMs: Math.max(quantile(sorted, 0.75), medianMs + SPREAD_MIN_MS),
  }
}

/** Returns the pace of the last racing laps up to a lap, that lap excluded. */
function oldLaps(driver: Driver, beforeLap: number) {
  const laps = racingLaps(driver).filter(
    ({ lapNum }) => lapNum < beforeLap && lapNum >= beforeLap - OLD_LAPS,
  )
  const sectors = laps.flatMap(({ lapNum }) => laterSectors(driver.lapTimes[lapNum - 1]) ?? [])
  if (sectors.length === 0) return null
  return { lapMs: median(laps.map(({ lapTime }) => lapTime)), sectorsMs: median(sectors) }
}

function laterSectors(lap: Lap | undefined): number | null {
  const { sector2Time = null, sector3Time = null } = lap ?? {}
  return sector2Time === null || sector3Time === null ? null : sector2Time + sector3Time
}

/** Returns the share by which the cars that stayed out were slower in a lap than in their laps before it. */
function slowdownOf(drivers: readonly Driver[], lapNum: number): number | null {
  const shares = drivers.flatMap((driver) => {
    const { pitStops, lapTimes } = driver
    if (pitStops.some((stop) => Math.abs(stop.lapNum - lapNum) <= 1)) return []
    const drivenMs = laterSectors(lapTimes[lapNum - 1])
    const old = oldLaps(driver, lapNum)
    return drivenMs === null || old === null ? [] : [drivenMs / old.sectorsMs - 1]
  })
  return shares.length > 0 ? median(shares) : null
}

function undercutOf(
  driver: Driver,
  { drivers, numberOfLaps }: UndercutSession,
  gain: FreshGain,
): Undercut | null {
  const { position, deltaToCarAhead: gapMs, currentLapNumber } = driver
  if (position === null || gapMs === null || gapMs > GAP_MAX_MS) return null
  if (numberOfLaps === null || currentLapNumber + LAPS_LEFT_MIN > numberOfLaps) return null
  const ahead = drivers.find((other) => other.position === position - 1)
  if (!ahead || !mayStop(driver) || !mayStop(ahead)) return null
  if (ahead.currentLapNumber - currentLapNumber > 1) return null
  const own = oldLaps(driver, currentLapNumber)
  const other = oldLaps(ahead, ahead.currentLapNumber)
  if (!own || !other) return null
  const paceMs = other.lapMs - own.lapMs
  return {
    driverIdx: ahead.driverIdx,
    gapMs,
    gainMs: Math.round(paceMs + gain.medianMs),
    lowMs: Math.round(paceMs + gain.lowMs),
    highMs: Math.round(paceMs + gain.highMs),
  }
}

function mayStop({ resultStatus, pitStatus, pitStops, currentLapNumber }: Driver): boolean {
  const stop = pitStops.at(-1)
  const isFresh = stop !== undefined && currentLapNumber - stop.lapNum <= FRESH_LAPS
  return resultStatus === ResultStatus.Active && pitStatus === 0 && !isFresh
}
