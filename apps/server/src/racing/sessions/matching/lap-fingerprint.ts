import type { SessionDetail } from '@pitboard/contract/session'

/** A mark is the lap's number and its time in one integer. */
const LAP_NUMBER = 1_000_000
const LAPS_MAX = 999

/**
 * Every known lap time with the lap it was driven in, whoever drove it: two recordings of one
 * session share most of them, two sessions share hardly any.
 */
export function lapMarks({ drivers }: Pick<SessionDetail, 'drivers'>): number[] {
  const marks = new Set<number>()
  for (const { lapTimes } of drivers) {
    for (const [place, { lapTime }] of lapTimes.slice(0, LAPS_MAX).entries()) {
      if (lapTime === null || lapTime <= 0 || lapTime >= LAP_NUMBER) continue
      marks.add(place * LAP_NUMBER + lapTime)
    }
  }
  return [...marks].toSorted((a, b) => a - b)
}
