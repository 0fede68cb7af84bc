import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { cellAt } from '../../timing/read-table.ts'
import { findTrack } from '../calendar/calendar-tracks.ts'
import { type ImportedTable, readImportedTable } from '../import/imported-table.ts'
import { matchName } from '../import/match-name.ts'
import { meaningOfHead } from '../import/read-columns.ts'
import { readCell } from './round-cells.ts'

export type RoundKind = 'race' | 'sprint'

/** A column has names, teams, the results of a round, or nothing that is used. */
export type RoundColumn =
  | { readonly kind: 'name' | 'team' | 'unused' }
  | { readonly kind: RoundKind; readonly eventId: string }

export type RoundEvent = Pick<SeasonEvent, 'id' | 'name' | 'track'>

export const UNUSED: RoundColumn = { kind: 'unused' }

/** Reads a table with a row for each driver and a column for each round of the calendar. */
export function readRounds(
  text: string,
  events: readonly RoundEvent[],
): ImportedTable<RoundColumn> {
  return readImportedTable(text, {
    isHeadLine: (first) => isHeadLine(first, events),
    columnsOf: (heads, body, isHeaded) =>
      isHeaded ? columnsByHead(heads, body, events) : columnsByCells(heads, body, events),
  })
}

/** A line of heads names the column of the names, or rounds by words that are no result. */
function isHeadLine(cells: readonly string[], events: readonly RoundEvent[]): boolean {
  return (
    cells.some((cell) => meaningOfHead(cell) === 'name') ||
    cells
      .slice(1)
      .some((cell) => readCell(cell, 'points') === undefined && roundsOf(cell, events).length > 0)
  )
}

function columnsByHead(
  heads: readonly string[],
  body: readonly (readonly string[])[],
  events: readonly RoundEvent[],
): RoundColumn[] {
  const taken = new Set<string>()
  const columns = heads.map((head): RoundColumn => {
    const meaning = meaningOfHead(head)
    if (meaning === 'name' || meaning === 'team') return takeOnce(meaning, taken)
    if (meaning !== null) return UNUSED
    const kind = isSprint(head) ? 'sprint' : 'race'
    const event = roundsOf(head, events).find(({ id }) => !taken.has(`${id} ${kind}`))
    if (!event) return UNUSED
    taken.add(`${event.id} ${kind}`)
    return { kind, eventId: event.id }
  })
  if (taken.has('name')) return columns
  const names = firstWords(body, columns)
  return columns.map((column, at) => (at === names ? { kind: 'name' } : column))
}

/** Without heads, the first words are names, the next ones teams, and the rest are the rounds in their order. */
function columnsByCells(
  heads: readonly string[],
  body: readonly (readonly string[])[],
  events: readonly RoundEvent[],
): RoundColumn[] {
  const blank = heads.map(() => UNUSED)
  const names = firstWords(body, blank)
  const teams = firstWords(
    body,
    blank.map((column, at) => (at <= names ? { kind: 'name' } : column)),
  )
  let next = 0
  return heads.map((_, at): RoundColumn => {
    if (at === names) return { kind: 'name' }
    if (at === teams) return { kind: 'team' }
    if (at < names) return UNUSED
    const event = events[next++]
    return event ? { kind: 'race', eventId: event.id } : UNUSED
  })
}

function takeOnce(kind: 'name' | 'team', taken: Set<string>): RoundColumn {
  if (taken.has(kind)) return UNUSED
  taken.add(kind)
  return { kind }
}

/** Returns the first unused column in which most cells are no result; -1 without one. */
function firstWords(body: readonly (readonly string[])[], columns: readonly RoundColumn[]): number {
  return columns.findIndex(({ kind }, at) => {
    const words = body.filter((cells) => readCell(cellAt(cells, at), 'points') === undefined)
    return kind === 'unused' && words.length * 2 > body.length
  })
}

const SPRINT = /(?:^|[\s\d(.·-])(?:sprint|spr|s)[)\s]*$/i

function isSprint(head: string): boolean {
  return SPRINT.test(head)
}

/** Returns the events that a head means: by number, name, abbreviation or track; several for a track with two. */
function roundsOf(head: string, events: readonly RoundEvent[]): RoundEvent[] {
  const word = head
    .replace(SPRINT, (found) => /^\d/.exec(found)?.[0] ?? '')
    .replace(/[\s(](?:race|rennen|r)\)?$/i, '')
    .trim()
  const [, digits] = /^(?:r|rd|round|lauf|rennen|race|event)?[.\s#]*(\d{1,2})\.?$/i.exec(word) ?? []
  const numbered = digits === undefined ? undefined : events[Number(digits) - 1]
  if (digits !== undefined) return numbered ? [numbered] : []
  const named = matchName(word, [...new Set(events.map(eventName))])
  if (named !== null) return events.filter((event) => eventName(event) === named)
  const short = word.toLowerCase()
  const abbreviated = events.filter((event) =>
    [eventName(event), trackName(event.track)].some(
      (name) => short.length >= 3 && name.toLowerCase().startsWith(short),
    ),
  )
  if (abbreviated.length > 0) return abbreviated
  const track = findTrack(word)?.trackId
  return events.filter((event) => event.track === track)
}
