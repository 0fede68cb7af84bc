import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { finalTimeMs } from '@pitboard/analysis/outcome/result-order'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Text } from '../../messages/create-text.ts'
import {
  formatGap,
  formatLapsDown,
  formatLapTime,
  formatRaceTime,
} from '../../timing/format-lap-time.ts'
import { abnormalResult } from '../../timing/names.ts'

export type Timed = Pick<SessionDetail, 'sessionType'>
/** These fields of a car decide its time or gap. */
export type Car = Pick<
  Driver,
  'resultStatus' | 'totalRaceTime' | 'totalPenaltiesSeconds' | 'numberOfLaps' | 'bestLapTimeMs'
>

/** Returns the winner's time, and how far the others are behind: in time, or in laps when lapped. */
export function timeOrGap(driver: Car, winner: Car, { sessionType }: Timed, t: Text): string {
  if (!isRaceType(sessionType)) return gapOfBestLap(driver, winner)
  if (abnormalResult(driver.resultStatus)) return ''
  const timeMs = finalTimeMs(driver)
  if (driver === winner) return formatRaceTime(timeMs)
  const lapsDown = lapsBetween(winner, driver)
  if (lapsDown > 0) return formatLapsDown(lapsDown, t)
  const winnerMs = finalTimeMs(winner)
  return timeMs === null || winnerMs === null ? '–' : formatGap(timeMs - winnerMs, 3)
}

/** Returns the gap to the car ahead in a race; it is empty for a car that did not finish. */
export function intervalTo(driver: Car, ahead: Car, t: Text): string {
  if (abnormalResult(driver.resultStatus) || abnormalResult(ahead.resultStatus)) return ''
  const lapsDown = lapsBetween(ahead, driver)
  if (lapsDown > 0) return formatLapsDown(lapsDown, t)
  const [timeMs, aheadMs] = [finalTimeMs(driver), finalTimeMs(ahead)]
  return timeMs === null || aheadMs === null ? '' : formatGap(timeMs - aheadMs, 3)
}

/** Returns 0 where either number is not known. */
function lapsBetween(ahead: Car, driver: Car): number {
  const [far, own] = [ahead.numberOfLaps, driver.numberOfLaps]
  return far === null || own === null ? 0 : far - own
}

function gapOfBestLap(driver: Car, fastest: Car): string {
  if (driver.bestLapTimeMs === null) return '–'
  if (driver === fastest || fastest.bestLapTimeMs === null)
    return formatLapTime(driver.bestLapTimeMs)
  return formatGap(driver.bestLapTimeMs - fastest.bestLapTimeMs, 3)
}

/** Returns the shortest valid lap of the session; it is infinite without one. */
export function sessionBestLapMs({ drivers }: Pick<SessionDetail, 'drivers'>): number {
  return Math.min(...drivers.map((driver) => driver.bestLapTimeMs ?? Number.POSITIVE_INFINITY))
}
