import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { carAt, isInBattle } from './standing.ts'

export type TrainPlace = 'first' | 'middle' | 'last'

/**
 * Returns where a car stands in a train: three cars or more, each within a second of the one ahead. It is null outside
 * of trains.
 */
export function trainPlace(driver: Driver, session: LiveSession): TrainPlace | null {
  const { position } = driver
  if (position === null) return null
  const follows = (at: number) => {
    const car = carAt(session, at)
    return car !== null && isInBattle(car, session)
  }
  if (!follows(position)) return follows(position + 1) && follows(position + 2) ? 'first' : null
  if (follows(position + 1)) return 'middle'
  return follows(position - 1) ? 'last' : null
}
