import type { EventPoints, PointsSystem, SessionRole } from './points-system.ts'

interface PaidEvent {
  readonly points: EventPoints | null
}

/**
 * Returns the points system with the lists of the event. Lists for shortened races belong to the season's
 * list of races: an event with a list of its own pays it whatever the distance.
 */
export function systemOfEvent<System extends PointsSystem>(
  system: System,
  { points }: PaidEvent,
): System {
  if (points === null) return system
  const { factor: _factor, ...lists } = points
  return { ...system, ...lists, ...(lists.race && { shortenedRaces: [] }) }
}

/** Returns whether the event has its own list of points for sessions of this role. */
export function hasOwnList({ points }: PaidEvent, role: SessionRole): boolean {
  return role !== 'practice' && points?.[role] !== undefined
}
