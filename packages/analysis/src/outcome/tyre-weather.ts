import { compoundOnLap } from '../laps/stints.ts'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { TyreCompound } from '@pitboard/contract/wire/enumerations'

/** Tyres for another weather were better because it rained, or because the track dried. */
export type TyreWeather = 'rain' | 'drying'

const WET: readonly number[] = [TyreCompound.Intermediate, TyreCompound.Wet]
const DRY: readonly number[] = [TyreCompound.Soft, TyreCompound.Medium, TyreCompound.Hard]

/**
 * Returns why a driver stopped at the end of a lap; null unless they changed between slicks and treaded
 * tyres.
 */
export function weatherOfStop(driver: Driver, lap: number): TyreWeather | null {
  return weatherOf(compoundOnLap(driver, lap + 1), compoundOnLap(driver, lap))
}

/** Returns what helped a car past another one; null unless exactly one of the two was on slicks. */
export function weatherOfPass(winner: Driver, rival: Driver, lap: number): TyreWeather | null {
  return weatherOf(compoundOnLap(winner, lap), compoundOnLap(rival, lap))
}

function weatherOf(better: number | null, worse: number | null): TyreWeather | null {
  if (better === null || worse === null) return null
  if (WET.includes(better) && DRY.includes(worse)) return 'rain'
  return DRY.includes(better) && WET.includes(worse) ? 'drying' : null
}
