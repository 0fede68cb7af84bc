import type { LiveSession } from '@pitboard/contract/live/live'
import { stintsOf } from '../laps/stints.ts'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { isRaceType, ResultStatus } from '@pitboard/contract/wire/enumerations'
import { median } from '../statistics/quantile.ts'

type StintedSession = Pick<LiveSession, 'drivers' | 'sessionType' | 'numberOfLaps'>

/** The outlook says how long the tyres of a car last, and how long the car is likely to use them. */
export interface StintOutlook {
  /** The wear is that of the most worn tyre. */
  readonly wearPercent: number
  /**
   * On this lap the most worn tyre reaches `WEAR_LIMIT_PERCENT`; it is null if that is not before the finish.
   */
  readonly limitLap: number | null
  /** It is null as long as nothing shows when the stint ends. */
  readonly end: StintEnd | null
}

export interface StintEnd {
  /** The stint ends with this lap. */
  readonly lap: number
  /** The end follows from the stints of other cars on this compound, from the wear, or from the finish. */
  readonly reason: 'others' | 'wear' | 'finish'
  readonly wearPercent: number
}

/** A tyre that is more worn than this loses much grip, and may fail. */
export const WEAR_LIMIT_PERCENT = 70
/** A set does not show what a lap costs it before it has driven this many laps. */
const LAPS_MIN = 2
const WEAR_MIN_PERCENT = 3
/** Fewer stints of other cars may be short or long by chance. */
const STINTS_MIN = 3
const SECTORS = 3

/**
 * Returns the outlook of each car by its place in `drivers`; null outside races, for a car that sends no
 * wear, and for a set that is too new. The wear per lap is this car's own over the laps of the set, and so
 * includes driver, setup and fuel.
 */
export function stintOutlooksOf(session: StintedSession): readonly (StintOutlook | null)[] {
  if (!isRaceType(session.sessionType)) return session.drivers.map(() => null)
  const endedStints = findEndedStints(session.drivers)
  return session.drivers.map((driver) => stintOutlookOf(driver, session, endedStints))
}

type EndedStints = ReadonlyMap<number, readonly number[]>

/** Returns the laps of the stints that ended with a stop, by compound. */
function findEndedStints(drivers: readonly Driver[]): EndedStints {
  const ended = new Map<number, readonly number[]>()
  for (const driver of drivers) {
    const stints = stintsOf(driver).slice(0, driver.pitStops.length)
    for (const { tyreCompound, laps } of stints) {
      ended.set(tyreCompound, [...(ended.get(tyreCompound) ?? []), laps])
    }
  }
  return ended
}

function stintOutlookOf(
  driver: Driver,
  { numberOfLaps }: StintedSession,
  endedStints: EndedStints,
): StintOutlook | null {
  const { tyreWear, currentTyreAgeLaps, currentLapNumber, resultStatus, sector } = driver
  if (resultStatus !== ResultStatus.Active || !tyreWear || currentTyreAgeLaps === null) return null
  if (numberOfLaps === null || currentLapNumber > numberOfLaps) return null
  const wearPercent = Math.max(...Object.values(tyreWear))
  // The car is assumed to be in the middle of its sector, which is exact to a sixth of a lap.
  const lapShare = (sector + 0.5) / SECTORS
  const lapsDriven = currentTyreAgeLaps + lapShare
  if (lapsDriven < LAPS_MIN || wearPercent < WEAR_MIN_PERCENT) return null
  const wearPerLap = wearPercent / lapsDriven
  const now = currentLapNumber - 1 + lapShare
  const limitAt = now + (WEAR_LIMIT_PERCENT - wearPercent) / wearPerLap
  const limitLap = Math.max(currentLapNumber, Math.ceil(limitAt))
  const lastsToFinish = limitLap > numberOfLaps
  const end = expectEnd(driver, {
    limitLap: lastsToFinish ? null : limitLap,
    finish: numberOfLaps,
    stints: endedStints.get(driver.currentTyreCompound ?? -1) ?? [],
  })
  const wearAfter = (lap: number) =>
    Math.min(100, Math.round(wearPercent + wearPerLap * (lap - now)))
  return {
    wearPercent,
    limitLap: lastsToFinish ? null : limitLap,
    end: end && { ...end, wearPercent: wearAfter(end.lap) },
  }
}

interface EndConditions {
  readonly limitLap: number | null
  readonly finish: number
  /** Each number is a length in laps. */
  readonly stints: readonly number[]
}

function expectEnd(
  { pitStops, currentLapNumber }: Driver,
  { limitLap, finish, stints }: EndConditions,
): Pick<StintEnd, 'lap' | 'reason'> | null {
  const stop = pitStops.at(-1)
  // A car that has stopped stops again only if it must.
  if (stop && limitLap === null) return { lap: finish, reason: 'finish' }
  // The first stint begins with the race, after lap 0.
  const stintBegan = stop?.lapNum ?? 0
  const usualEnd = stintBegan + Math.round(median(stints))
  const isUsual = stints.length >= STINTS_MIN && usualEnd >= currentLapNumber && usualEnd < finish
  if (isUsual) return { lap: usualEnd, reason: 'others' }
  return limitLap === null ? null : { lap: limitLap, reason: 'wear' }
}
