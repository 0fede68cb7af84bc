import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import { sectorTimes } from '../race/standing.ts'

/** Fewer laps at racing pace say little about the pace of a stint. */
const LONG_RUN_LAPS = 4
/** Slower than this share of the best lap is not racing pace. */
const RACING_PACE = 1.07

/** Returns the lap number of the best lap; null where its lap is not known. */
export function bestLapNumber({ bestLapTimeMs, lapTimes }: Driver): number | null {
  if (bestLapTimeMs === null) return null
  const index = lapTimes.findIndex((lap) => lap.lapTime === bestLapTimeMs && !lap.invalidLap)
  return index < 0 ? null : index + 1
}

/** Returns the compound of the stint that a lap belongs to. */
export function compoundOfLap({ tyres }: Driver, lapNumber: number): number | null {
  const stint = tyres.find(({ endLap }) => endLap === null || endLap >= lapNumber)
  return stint?.tyreCompound ?? null
}

export function bestLapCompound(driver: Driver): number | null {
  const lapNumber = bestLapNumber(driver)
  return lapNumber === null ? null : compoundOfLap(driver, lapNumber)
}

/** Returns the sum of the best sectors; null until each is known. */
export function theoreticalBestMs(driver: Driver): number | null {
  const { bestSector1TimeMs: first, bestSector2TimeMs: second, bestSector3TimeMs: third } = driver
  return first === null || second === null || third === null ? null : first + second + third
}

/** Returns the laps of a stint at racing pace, without those into and out of the pits. */
function paceLapsOf({ bestLapTimeMs, lapTimes, tyres }: Driver, stint: number): readonly number[] {
  if (bestLapTimeMs === null) return []
  const firstLap = tyres[stint - 1]?.endLap ?? 0
  return lapTimes.slice(firstLap, tyres[stint]?.endLap ?? undefined).flatMap(({ lapTime }) => {
    return lapTime !== null && lapTime <= bestLapTimeMs * RACING_PACE ? [lapTime] : []
  })
}

function meanOf(timesMs: readonly number[]): number {
  return Math.round(timesMs.reduce((sum, timeMs) => sum + timeMs, 0) / timesMs.length)
}

/** Returns the mean lap of a stint; null without a lap at racing pace. */
export function stintPaceMs(driver: Driver, stint: number): number | null {
  const laps = paceLapsOf(driver, stint)
  return laps.length === 0 ? null : meanOf(laps)
}

/** Returns the mean lap of the latest stint with enough laps at racing pace; null without one. */
export function longRunPaceMs(driver: Driver): number | null {
  const runs = driver.tyres.map((_, stint) => paceLapsOf(driver, stint))
  const latest = runs.findLast((laps) => laps.length >= LONG_RUN_LAPS)
  return latest ? meanOf(latest) : null
}

/** Compares the running lap with a reference lap at the last sector line; returns null before the first. */
export function runningDeltaMs(driver: Driver, reference: Lap | null): number | null {
  const { currentSector1TimeMs: first, currentSector2TimeMs: second } = driver
  if (!reference || first === null || reference.sector1Time === null) return null
  const deltaMs = first - reference.sector1Time
  if (second === null) return deltaMs
  return reference.sector2Time === null ? null : deltaMs + second - reference.sector2Time
}

/** Compares a sector with that of a reference lap; returns null while the car is in it. */
export function sectorDeltaMs(driver: Driver, reference: Lap, sector: 0 | 1 | 2): number | null {
  const isRunning = sector === 2 && driver.currentSector3TimeMs !== null
  const timeMs = isRunning ? null : (sectorTimes(driver)[sector] ?? null)
  const { sector1Time, sector2Time, sector3Time } = reference
  const referenceMs = [sector1Time, sector2Time, sector3Time][sector] ?? null
  return timeMs === null || referenceMs === null ? null : timeMs - referenceMs
}

/** Returns a driver's best lap with its sectors. */
export function bestLap(driver: Driver): Lap | null {
  const lapNumber = bestLapNumber(driver)
  return lapNumber === null ? null : (driver.lapTimes[lapNumber - 1] ?? null)
}
