import type { EventCreate } from '@pitboard/contract/seasons/season'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { isOfTime, weekdayOf, type FoundDay, type Span } from './calendar-dates.ts'
import { isHeading, splitLines } from './calendar-lines.ts'
import type { FoundTime } from './calendar-times.ts'
import { findTrack, isPlace, type FoundTrack } from './calendar-tracks.ts'
import { readMoment, swapped, type ReadMoment } from './read-moment.ts'
import { instantOf } from '@pitboard/contract/seasons/time-zones'

export type DateOrder = 'dayFirst' | 'monthFirst'

/** The reader should look at this before the line is saved. */
export type CalendarWarning =
  | { readonly kind: 'notUsed'; readonly words: string }
  | { readonly kind: 'noTime' | 'noDate' | 'unclearOrder' | 'wrongWeekday' }

export interface CalendarLine {
  readonly line: string
  /** It is null where no track was found. */
  readonly event: EventCreate | null
  /** The line has the names of a table's columns, so it is no event. */
  readonly isHeading: boolean
  readonly warnings: readonly CalendarWarning[]
}

interface ParsedCalendar {
  readonly lines: readonly CalendarLine[]
  /** 3/4/2026 stands somewhere, and no line says what comes first. */
  readonly asksOrder: boolean
  /** This many lines are beyond those that are read at once. */
  readonly cutLines: number
}

/** A season has at most this many events. */
const LINES_MAX = 100
/** These separate the columns of a table that was copied. */
const SEPARATORS = /[\t;|,]|\s{2,}|\s[-–—·]\s/
const CELL_SEPARATORS = /\t|\s[-–—·]\s/
/** Around a track's name these make the name of a race. */
const RACE_WORDS = new Set(
  'gp grand prix of the de du von der des grosser großer preis gran premio race rennen sprint cup'.split(
    ' ',
  ),
)
/** Figures are no name, nor is what may be a zone that no table here knows. */
const NO_NAME = /\d|^[A-Z]{2,5}$|^\p{L}+\/\p{L}/u
const RUNNING_NUMBER =
  /^[\s|*•-]*(?:#|(?:round|rd|race|runde|rennen|lauf|r)\.?\s?)?\d{1,3}(?:[.):]+|\s*[-–—·](?=\s)|(?=\s*[\t;|,]|\s))/iu

/**
 * Reads an event a line: a track, and if there are any a date, a time of the zone or with a zone of its
 * own, and a name in a column of its own, in any order. Parts that are not understood
 * are reported, never guessed. The order of a numeric day and month follows from the other lines,
 * or from the reader's choice.
 */
export function parseCalendar(
  typed: string,
  timeZone: string,
  chosenOrder: DateOrder | null = null,
): ParsedCalendar {
  const all = splitLines(typed)
  const read = all.slice(0, LINES_MAX).map(readLine)
  const order = chosenOrder ?? orderOf(read)
  return {
    lines: read.map((line) => presentLine(line, timeZone, order)),
    asksOrder: orderOf(read) === null && read.some(({ day }) => day?.order === 'both'),
    cutLines: Math.max(0, all.length - LINES_MAX),
  }
}

interface ReadLine extends ReadMoment {
  readonly line: string
  readonly track: FoundTrack | null
  readonly name: string
  readonly unused: readonly string[]
}

function readLine(line: string): ReadLine {
  const moment = readMoment(line)
  // The number may stand before the first word, where a table counts its lines.
  const rest = moment.rest.replace(RUNNING_NUMBER, (number) => '\t'.repeat(number.length))
  const track = findTrack(rest)
  const separators = line.includes('\t') ? CELL_SEPARATORS : SEPARATORS
  const names = track ? namesIn(rest, track, separators) : { name: '', unused: [] }
  return { ...moment, line, track, ...names }
}

/** Returns the name: a column of words alone; the first, where there are several. */
function namesIn(
  rest: string,
  track: FoundTrack,
  separators: RegExp,
): Pick<ReadLine, 'name' | 'unused'> {
  const names: string[] = []
  const unused: string[] = []
  for (const column of columnsOf(rest, separators)) {
    const hasTrack = track.from < column.to && track.to > column.from
    const whole = tidy(rest.slice(column.from, column.to))
    if (!hasTrack) {
      if (whole === '' || isPlace(whole, track.trackId)) continue
      const isName = names.length === 0 && !NO_NAME.test(whole) && !isOfTime(whole)
      ;(isName && !isPlace(whole) ? names : unused).push(whole)
      continue
    }
    const around = [rest.slice(column.from, track.from), rest.slice(track.to, column.to)]
      .map(tidy)
      .filter((part) => part !== '' && !isPlace(part, track.trackId))
    if (around.length === 0) continue
    if (around.every(isOfRace)) names.unshift(whole)
    else unused.push(...around)
  }
  const [name = '', ...others] = names
  return { name: name.slice(0, TEXT_MAX.name), unused: [...unused, ...others] }
}

function isOfRace(part: string): boolean {
  return part.split(/[^\p{L}\d]+/u).every((word) => RACE_WORDS.has(word.toLowerCase()))
}

function columnsOf(rest: string, separators: RegExp): Span[] {
  const columns: Span[] = []
  let from = 0
  for (const part of rest.split(new RegExp(`(${separators.source})`))) {
    columns.push({ from, to: from + part.length })
    from += part.length
  }
  return columns.filter((_, index) => index % 2 === 0)
}

function tidy(part: string): string {
  const words = part.replace(/^[^\p{L}\d]+/u, '').replace(/[^\p{L}\d.!?)]+$/u, '')
  return words.includes('(') ? words : words.replace(/(?<![.)])[.)]+$/, '')
}

/** Returns what the lines that leave no choice say; returns null where none does, or where they disagree. */
function orderOf(lines: readonly ReadLine[]): DateOrder | null {
  const orders = new Set(lines.map(({ day }) => day?.order))
  const [dayFirst, monthFirst] = [orders.has('dayFirst'), orders.has('monthFirst')]
  if (dayFirst === monthFirst) return null
  return dayFirst ? 'dayFirst' : 'monthFirst'
}

function presentLine(read: ReadLine, timeZone: string, order: DateOrder | null): CalendarLine {
  const { line, track, time, weekday, name, unused } = read
  if (!track) return { line, event: null, isHeading: isHeading(line), warnings: [] }
  const isUnclear = read.day?.order === 'both' && order === null
  const day = read.day?.order === 'both' && order === 'monthFirst' ? swapped(read.day) : read.day
  const startsAt = day && !isUnclear ? startOf(day, time, timeZone) : null
  const warnings: CalendarWarning[] = [
    ...unused.map((words) => ({ kind: 'notUsed', words }) as const),
    ...(isUnclear ? [{ kind: 'unclearOrder' } as const] : []),
    ...(day && !time ? [{ kind: 'noTime' } as const] : []),
    ...(!day && (time || weekday !== null) ? [{ kind: 'noDate' } as const] : []),
    ...(day && !isUnclear && weekday !== null && weekdayOf(day) !== weekday
      ? [{ kind: 'wrongWeekday' } as const]
      : []),
  ]
  return { line, event: { track: track.trackId, name, startsAt }, isHeading: false, warnings }
}

function startOf(day: FoundDay, time: FoundTime | null, timeZone: string): string | null {
  const { hours = 0, minutes = 0, zone = null } = time ?? {}
  const date = [day.year, two(day.month), two(day.day)].join('-')
  const local = `${date}T${two(hours)}:${two(minutes)}`
  if (!zone || 'timeZone' in zone) return instantOf(local, zone?.timeZone ?? timeZone)
  return new Date(Date.parse(`${local}Z`) - zone.offsetMinutes * 60_000).toISOString()
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
