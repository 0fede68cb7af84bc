import type { Driver } from '@pitboard/contract/sessions/driver'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { TimeMark } from '../../../timing/lap-time-text.tsx'
import { isOut, sectorTimes, standingOf } from '../../race/standing.ts'

export function lastLapMark(driver: Driver, session: LiveSession): TimeMark {
  const { lapTimes, lastLapTimeMs, bestLapTimeMs, currentSector1TimeMs } = driver
  if (lapTimes.at(-1)?.invalidLap) return 'invalid'
  const mark = markOf(lastLapTimeMs, bestLapTimeMs, standingOf(session).bests.lapMs)
  // The time is news until the next lap has a sector or the car is out, and only if there was a lap to beat.
  const isNews = currentSector1TimeMs === null && lapTimes.length !== 1 && !isOut(driver)
  return mark === 'personalBest' && !isNews ? null : mark
}

export function bestLapMark(driver: Driver, session: LiveSession): TimeMark {
  const isBest = driver.bestLapTimeMs === standingOf(session).bests.lapMs
  return isBest ? 'sessionBest' : null
}

export function sectorMark(driver: Driver, session: LiveSession, sector: 0 | 1 | 2): TimeMark {
  const own = [driver.bestSector1TimeMs, driver.bestSector2TimeMs, driver.bestSector3TimeMs]
  const timeMs = sectorTimes(driver)[sector] ?? null
  // A lap that is cut loses its sectors from the cut on, which its history reports once it is complete.
  const isRunning = driver.currentSector1TimeMs !== null
  const isCut = isRunning ? driver.currentLapInvalid : isFaster(timeMs, own[sector] ?? null)
  if (isCut) return null
  const mark = markOf(timeMs, own[sector] ?? null, standingOf(session).bests.sectorsMs[sector])
  const isNews = hasEarlierLap(driver) && !isOut(driver)
  return mark === 'personalBest' && !isNews ? null : mark
}

/** A sector that is faster than the best of its driver does not count. */
function isFaster(timeMs: number | null, ownBestMs: number | null): boolean {
  return timeMs !== null && ownBestMs !== null && timeMs < ownBestMs
}

/** Returns whether the sectors shown have others of the same driver to beat. */
function hasEarlierLap({ lapTimes, currentSector1TimeMs }: Driver): boolean {
  return lapTimes.length > (currentSector1TimeMs === null ? 1 : 0)
}

function markOf(timeMs: number | null, ownBestMs: number | null, bestMs: number): TimeMark {
  if (timeMs === null) return null
  if (timeMs <= bestMs) return 'sessionBest'
  return ownBestMs !== null && timeMs <= ownBestMs ? 'personalBest' : null
}
