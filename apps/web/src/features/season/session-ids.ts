import type { LiveListChange } from '@pitboard/contract/live/live'
import type { Season } from '@pitboard/contract/seasons/season'

export function sessionIdsOf({ events }: Pick<Season, 'events'>): string[] {
  return events.flatMap(({ sessions }) => sessions.map(({ session }) => session.id))
}

/** Returns whether one of the sessions has gone live or has ended. */
export function startsOrEnds({ opened, ended }: LiveListChange, ids: readonly string[]): boolean {
  return ids.some((id) => ended.includes(id) || opened.some((session) => session.id === id))
}
