import type { ResolveName } from './identify-drivers.ts'
import type { RosterEntry, SeasonInput } from './input.ts'

export type RosterTeam = NonNullable<RosterEntry['team']>

interface EnteredSeason extends Pick<SeasonInput, 'roster'> {
  /** The events stand in the calendar's order. */
  readonly events: readonly Pick<SeasonInput['events'][number], 'id'>[]
}

/**
 * Finds a driver's entry in an event. If there are several, the one that begins last counts. A removed event leaves its
 * bound open.
 */
export function createFindEntry(
  { events, roster }: EnteredSeason,
  resolveName: ResolveName,
): (driverKey: string, eventIndex: number) => Pick<RosterEntry, 'team' | 'tier'> | undefined {
  const indexOf = new Map(events.map(({ id }, index) => [id, index]))
  const indexAt = (id: string | null) => (id === null ? undefined : indexOf.get(id))
  const spans = roster
    .map(({ name, team, tier, fromEventId, toEventId, place }) => ({
      key: resolveName(name),
      team,
      tier,
      place,
      first: indexAt(fromEventId) ?? 0,
      last: indexAt(toEventId) ?? events.length,
    }))
    .toSorted((a, b) => b.first - a.first || b.place - a.place)
  const byDriver = Map.groupBy(spans, ({ key }) => key)
  return (driverKey, eventIndex) =>
    byDriver.get(driverKey)?.find(({ first, last }) => first <= eventIndex && eventIndex <= last)
}
