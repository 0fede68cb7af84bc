import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SafetyCarStatus } from '@pitboard/contract/wire/enumerations'

type Staged = Pick<LiveSession, 'drivers' | 'safetyCarStatus' | 'numberOfLaps'>

/** A share is that of the cars that come in on a lap, by whether they have stopped before. */
interface StopShares {
  readonly first: number
  readonly further: number
}

/** These usual shares hold until the session shows its own; they count as much as `weightLaps` laps of a car. */
const USUAL = { first: 0.06, further: 0.02, weightLaps: 4 }
const BEHIND_SAFETY_CAR = { first: 0.3, further: 0.1, weightLaps: 20 }
/** This many completed laps are counted beside the current one. */
const RECENT_LAPS = 2
/** A car does not stop again within this number of laps. */
const FRESH_LAPS = 2

/**
 * Creates a function that estimates how likely a car comes in at the end of its lap, from 0 to 1: by the
 * share of the cars that have come in on this lap and the laps before. A safety car changes that share at
 * once, so that only the current lap counts then.
 */
export function createStopChance({ drivers, safetyCarStatus, numberOfLaps }: Staged) {
  const isNeutral = safetyCarStatus === SafetyCarStatus.Full
  const usual = isNeutral ? BEHIND_SAFETY_CAR : USUAL
  const racing = drivers.filter(({ resultStatus }) => resultStatus === ResultStatus.Active)
  const recent = racing.flatMap((driver) => recentLaps(driver, isNeutral ? 0 : RECENT_LAPS))
  const shareOf = (isFirst: boolean, usualShare: number) => {
    const laps = recent.filter((lap) => lap.isFirst === isFirst)
    const stops = laps.filter(({ hasStopped }) => hasStopped).length
    return (usual.weightLaps * usualShare + stops) / (usual.weightLaps + laps.length)
  }
  const shares: StopShares = {
    first: shareOf(true, usual.first),
    further: shareOf(false, usual.further),
  }
  return ({ pitStops, currentLapNumber }: Driver): number => {
    const stop = pitStops.at(-1)
    const isFresh = stop !== undefined && currentLapNumber - stop.lapNum <= FRESH_LAPS
    if (isFresh || currentLapNumber === numberOfLaps) return 0
    return stop ? shares.further : shares.first
  }
}

/** Returns the laps that count; the current lap counts only once the car has come in on it. */
function recentLaps({ pitStops, pitStatus, currentLapNumber }: Driver, completed: number) {
  return Array.from({ length: completed + 1 }, (_, back) => currentLapNumber - back)
    .filter((lap) => lap > 0)
    .flatMap((lap) => {
      const isDriven = lap === currentLapNumber
      const hasStopped =
        pitStops.some(({ lapNum }) => lapNum === lap) || (isDriven && pitStatus > 0)
      const isFirst = !pitStops.some(({ lapNum }) => lapNum < lap)
      return isDriven && !hasStopped ? [] : [{ isFirst, hasStopped }]
    })
}
