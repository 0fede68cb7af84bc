import type { Driver } from '@pitboard/contract/sessions/driver'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { TimeMark } from '../../../timing/lap-time-text.tsx'
import { sectorTimes, standingOf } from '../../live/standing.ts'

export function lastLapMark(driver: Driver, session: LiveSession): TimeMark {
  if (driver.lapTimes.at(-1)?.invalidLap) return 'invalid'
  const mark = markOf(driver.lastLapTimeMs, driver.bestLapTimeMs, standingOf(session).bests.lapMs)
  // A personal best is news until the next lap has a sector; most laps of a race are one.
  return mark === 'personalBest' && driver.currentSector1TimeMs !== null ? null : mark
}

export function bestLapMark(driver: Driver, session: LiveSession): TimeMark {
  const isBest = driver.bestLapTimeMs === standingOf(session).bests.lapMs
  return isBest ? 'sessionBest' : null
}

export function sectorMark(driver: Driver, session: LiveSession, sector: 0 | 1 | 2): TimeMark {
  // The third sector still runs: less than the best says nothing yet.
  if (sector === 2 && driver.currentSector3TimeMs !== null) return null
  const own = [driver.bestSector1TimeMs, driver.bestSector2TimeMs, driver.bestSector3TimeMs]
  const timeMs = sectorTimes(driver)[sector] ?? null
  return markOf(timeMs, own[sector] ?? null, standingOf(session).bests.sectorsMs[sector])
}

function markOf(timeMs: number | null, ownBestMs: number | null, bestMs: number): TimeMark {
  if (timeMs === null) return null
  if (timeMs <= bestMs) return 'sessionBest'
  return ownBestMs !== null && timeMs <= ownBestMs ? 'personalBest' : null
}
