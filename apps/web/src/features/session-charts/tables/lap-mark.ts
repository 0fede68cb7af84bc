import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import type { TimeMark } from '../../../timing/lap-time-text.tsx'

/** An invalid lap is never a best one, however short it was. */
export function lapMark(
  lap: Lap,
  driver: Pick<Driver, 'bestLapTimeMs'>,
  sessionBestMs: number,
): TimeMark {
  if (lap.invalidLap) return 'invalid'
  if (lap.lapTime === null) return null
  if (lap.lapTime === sessionBestMs) return 'sessionBest'
  return lap.lapTime === driver.bestLapTimeMs ? 'personalBest' : null
}
