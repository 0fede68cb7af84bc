import type { Driver } from '@pitboard/contract/driver'
import { ResultStatus } from '@pitboard/contract/enumerations'

type DrivenLaps = Pick<Driver, 'lapTimes' | 'numberOfLaps' | 'resultStatus' | 'totalRaceTime'>

/**
 * When each completed lap ended, in milliseconds since the start. What follows a lap without a
 * time is reckoned back from the finish; what can't be known from either end is null.
 */
export function lapEndsOf(driver: DrivenLaps): (number | null)[] {
  const laps = driver.lapTimes.slice(0, driver.numberOfLaps ?? 0)
  const ends: (number | null)[] = []
  let endMs: number | null = 0
  for (const { lapTime } of laps) {
    endMs = endMs === null || lapTime === null ? null : endMs + lapTime
    ends.push(endMs)
  }
  if (endMs !== null || driver.resultStatus !== ResultStatus.Finished) return ends
  let fromFinishMs = driver.totalRaceTime
  for (let index = laps.length - 1; index >= 0 && fromFinishMs !== null; index--) {
    ends[index] ??= fromFinishMs
    const lapTime: number | null = laps[index]?.lapTime ?? null
    fromFinishMs = lapTime === null ? null : fromFinishMs - lapTime
  }
  return ends
}
