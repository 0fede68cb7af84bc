import { lapEndsOf, startOf } from '../laps/lap-ends.ts'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { completedLapsOf } from '../laps/completed-laps.ts'

/** Finds the leader of a race at the end of each lap, from lap 1; null where that cannot be determined. */
export function leadersOf(drivers: readonly Driver[], laps: number): readonly (Driver | null)[] {
  const ends = drivers.map((driver) => ({ driver, endsMs: lapEndsOf(driver) }))
  return Array.from({ length: laps }, (_, index) => {
    const there = ends.filter(({ driver }) => completedLapsOf(driver) > index)
    let leader: Driver | null = null
    let leaderMs = Infinity
    for (const { driver, endsMs } of there) {
      const endMs = endsMs[index] ?? null
      if (endMs === null || endMs === leaderMs) return null
      if (endMs < leaderMs) [leader, leaderMs] = [driver, endMs]
    }
    return leader
  })
}

/** Returns how often the lead changed from the end of one lap to the next; null if some leader is unknown. */
export function countLeadChanges(leaders: readonly (Driver | null)[]): number | null {
  if (leaders.length === 0 || leaders.includes(null)) return null
  return leaders.filter((leader, index) => index > 0 && leader !== leaders[index - 1]).length
}

type Overtake = SessionDetail['overtakes'][number]

/**
 * Returns the last time after a lap that a car on the same lap passed the driver; null if none did. A driver
 * who led at every line after that lap has regained the lead each time before the line.
 */
export function lastLossWithinLap(
  { overtakes, events }: Pick<SessionDetail, 'overtakes' | 'events'>,
  driver: Driver,
  afterLap: number,
): Overtake | null {
  const startMs = startOf({ events })
  const endsMs = lapEndsOf(driver)
  const lapAt = (timeMs: number) =>
    1 + endsMs.filter((endMs) => endMs !== null && startMs + endMs < timeMs).length
  const losses = overtakes.filter(
    ({ overtakenDriverIdx, lapNum, overtakingTime }) =>
      overtakenDriverIdx === driver.driverIdx &&
      lapNum > afterLap &&
      // A lapped car that passes the leader is on an earlier lap.
      lapNum === lapAt(overtakingTime),
  )
  return losses.at(-1) ?? null
}
