import { type LapReference, writeLapReferences } from '@pitboard/contract/comparison/lap-reference'
import type { SessionDetail } from '@pitboard/contract/sessions/session'

/**
 * Returns the fastest valid laps of the two fastest drivers, the fastest first, as the address of a comparison has
 * them; null for fewer.
 */
export function fastestLaps({ id, drivers }: Pick<SessionDetail, 'id' | 'drivers'>): string | null {
  const bests = drivers.flatMap(({ driverIdx, lapTimes }) => {
    const laps = lapTimes.flatMap(({ lapTime, invalidLap }, index) =>
      lapTime === null || invalidLap ? [] : { lapTime, lap: index + 1 },
    )
    const [best] = laps.toSorted((a, b) => a.lapTime - b.lapTime)
    return best ? { driverIdx, ...best } : []
  })
  const two = bests.toSorted((a, b) => a.lapTime - b.lapTime).slice(0, 2)
  if (two.length < 2) return null
  return writeLapReferences(
    two.map(({ driverIdx, lap }): LapReference => ({ sessionId: id, driverIdx, lap })),
  )
}
