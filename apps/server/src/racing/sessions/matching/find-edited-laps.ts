import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Source } from './fill.ts'
import { isSameLapTime } from './match-cars.ts'

/**
 * Returns the laps of the recording driver that their own earlier recording of the session had with other
 * times, or as invalid. The list is empty if it was another driver.
 */
export function findEditedLaps(own: SessionDetail, earlier: SessionDetail): number[] {
  const [driver, before] = [driverOf(own), driverOf(earlier)]
  if (!driver || before?.driverIdx !== driver.driverIdx) return []
  return findLaps(
    driver,
    before,
    (lap, lapBefore) => hasOtherTimes(lap, lapBefore) || (lapBefore.invalidLap && !lap.invalidLap),
  )
}

/**
 * Returns the laps of the recording driver that another user's recording of the session has with other times.
 */
export function findDisputedLaps(own: SessionDetail, sources: readonly Source[]): number[] {
  const driver = driverOf(own)
  if (!driver) return []
  const disputed = sources.flatMap((source) => {
    const other = rowOf(driver, source)
    return other ? findLaps(driver, other, hasOtherTimes) : []
  })
  return [...new Set(disputed)]
}

function driverOf({ drivers, recorderDriverIdx }: SessionDetail): Driver | undefined {
  return drivers.find(({ driverIdx }) => driverIdx === recorderDriverIdx)
}

/**
 * Finds the driver in another recording. A car with mostly other times is not matched; in the same place and
 * car it is still the same driver.
 */
function rowOf(driver: Driver, { detail, cars }: Source): Driver | undefined {
  const matched = cars.pairs.get(driver.driverIdx)
  if (matched) return matched
  const taken = new Set([...cars.pairs.values()].map(({ driverIdx }) => driverIdx))
  return detail.drivers.find(
    ({ driverIdx, carNumber, teamId }) =>
      driverIdx === driver.driverIdx &&
      carNumber === driver.carNumber &&
      teamId === driver.teamId &&
      !taken.has(driverIdx),
  )
}

function findLaps(
  own: Driver,
  other: Driver,
  differ: (lap: Lap, otherLap: Lap) => boolean,
): number[] {
  return own.lapTimes.flatMap((lap, index) => {
    const otherLap = other.lapTimes[index]
    return otherLap && differ(lap, otherLap) ? [index + 1] : []
  })
}

/** Returns whether two laps have other times; what one of them does not know is not compared. */
function hasOtherTimes(lap: Lap, other: Lap): boolean {
  const pairs = [
    [lap.lapTime, other.lapTime],
    [lap.sector1Time, other.sector1Time],
    [lap.sector2Time, other.sector2Time],
    [lap.sector3Time, other.sector3Time],
  ] as const
  return pairs.some(([a, b]) => a !== null && b !== null && !isSameLapTime(a, b))
}
