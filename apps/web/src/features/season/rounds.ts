import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/season'
import type { SessionRole } from '@pitboard/contract/points-system'

/** A column of the matrix: a session of an event that gives results, or an event to come. */
export interface Round {
  readonly key: string
  readonly event: SeasonEvent
  /** Counts from 1. */
  readonly number: number
  /** Null for an event that has none yet. */
  readonly session: EventSession | null
  /** All sessions of the event that have a column. */
  readonly shown: readonly EventSession[]
}

/** Sprints and races of the calendar in their order, and qualifying where it pays points. */
export function roundsOf(season: Pick<Season, 'events' | 'pointsSystem'>): Round[] {
  return season.events.flatMap((event, index): Round[] => {
    const shown = event.sessions
      .filter(({ role }) => isShown(role, season))
      .toSorted((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role))
    const number = index + 1
    if (shown.length === 0) return [{ key: event.id, event, number, session: null, shown }]
    return shown.map((session) => ({
      key: `${event.id} ${session.session.id}`,
      event,
      number,
      session,
      shown,
    }))
  })
}

const ORDER: readonly SessionRole[] = ['sprintQualifying', 'sprint', 'qualifying', 'race']

function isShown(role: SessionRole, { pointsSystem }: Pick<Season, 'pointsSystem'>): boolean {
  if (role === 'practice') return false
  return role === 'race' || role === 'sprint' || pointsSystem[role].length > 0
}
