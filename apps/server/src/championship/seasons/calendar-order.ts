import type { Selectable } from 'kysely'
import type { SeasonEventTable } from '../../platform/db/season-tables.ts'

export type CalendarEvent = Selectable<SeasonEventTable>

/**
 * The calendar's order. Events with a date come in the order of their dates; one without a date
 * stays at the place where it was entered.
 */
export function inOrder<T extends Pick<CalendarEvent, 'id' | 'starts_at'>>(
  events: readonly T[],
): T[] {
  const entered = events.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const dated = entered
    .filter(({ starts_at }) => starts_at !== null)
    .toSorted((a, b) => (a.starts_at?.getTime() ?? 0) - (b.starts_at?.getTime() ?? 0))
  let next = 0
  return entered.map((event) => (event.starts_at === null ? event : (dated[next++] ?? event)))
}
