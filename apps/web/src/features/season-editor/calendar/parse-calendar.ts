import type { EventCreate } from '@pitboard/contract/seasons/season'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import {
  findDay,
  findTime,
  findWeekday,
  isOfTime,
  weekdayOf,
  type FoundDay,
  type FoundTime,
  type Span,
} from './calendar-dates.ts'
import { findTrack, type FoundTrack } from './calendar-tracks.ts'
import { instantOf } from '../../season/time-zones.ts'

export type DateOrder = 'dayFirst' | 'monthFirst'

/** What the reader should look at before the line is saved. */
export type CalendarWarning =
  | { readonly kind: 'notUsed'; readonly words: string }
  | { readonly kind: 'noTime' | 'noDate' | 'unclearOrder' | 'wrongWeekday' }

export interface CalendarLine {
  readonly line: string
  /** Null where no track was found. */
  readonly event: EventCreate | null
  readonly warnings: readonly CalendarWarning[]
}

export interface ParsedCalendar {
  readonly lines: readonly CalendarLine[]
  /** Whether 3/4/2026 stands somewhere, and no line says what comes first. */
  readonly asksOrder: boolean
  /** Lines beyond those that are read at once. */
  readonly cutLines: number
}

/** As many events as a season has. */
const LINES_MAX = 100
const LINE_MAX = 300
/** What separates the columns of a table that was copied. */
const SEPARATORS = /[\t;|]|,(?=\s|$)|\s{2,}|\s[-–—]\s/
/** Around a track's name these make the name of a race. */
const RACE_WORDS = new Set(
  'gp grand prix of the de du von der des grosser großer preis gran premio race rennen cup'.split(
    ' ',
  ),
)
/** Figures, and what may be a zone that no table here knows. */
const NO_NAME = /\d|^[A-Z]{2,5}$/
const RUNNING_NUMBER =
  /^\s*(?:#|(?:round|rd|race|runde|rennen|lauf|r)\.?\s?)?\d{1,3}(?:[.):]+|\s*[-–—](?=\s)|(?=\s*[\t;|,]|\s))/iu

/**
 * An event a line: a track, and if there are any a date, a time of the zone or with a zone of its
 * own, and a name in a column of its own, in any order. Parts that are not understood
 * are reported, never guessed. The order of a numeric day and month follows from the other lines,
 * or from the reader's choice.
 */
export function parseCalendar(
  typed: string,
  timeZone: string,
  chosenOrder: DateOrder | null = null,
): ParsedCalendar {
  const all = typed
    .split(/\r?\n/)
    .map((line) => line.trim().slice(0, LINE_MAX))
    .filter((line) => line !== '')
  const read = all.slice(0, LINES_MAX).map(readLine)
  const order = chosenOrder ?? orderOf(read)
  return {
    lines: read.map((line) => presentLine(line, timeZone, order)),
    asksOrder: orderOf(read) === null && read.some(({ day }) => day?.order === 'both'),
    cutLines: Math.max(0, all.length - LINES_MAX),
  }
}

interface ReadLine {
  readonly line: string
  readonly track: FoundTrack | null
  readonly day: FoundDay | null
  readonly time: FoundTime | null
  readonly weekday: number | null
  readonly name: string
  readonly unused: readonly string[]
}

function readLine(line: string): ReadLine {
  const found = findDay(line)
  let rest = blank(line, found)
  const weekday = findWeekday(rest, found)
  rest = blank(rest, weekday)
  const time = findTime(rest)
  rest = blank(rest, time)
  const day = found && weekday ? byWeekday(found, weekday.weekday) : found
  // What stands before the first word, where a table counts its lines.
  rest = rest.replace(RUNNING_NUMBER, (number) => '\t'.repeat(number.length))
  const track = findTrack(rest)
  return {
    ...{ line, track, day, time, weekday: weekday?.weekday ?? null },
    ...(track ? namesIn(rest, track) : { name: '', unused: [] }),
  }
}

/** A column of words alone is the name; the first, where there are several. */
function namesIn(rest: string, track: FoundTrack): Pick<ReadLine, 'name' | 'unused'> {
  const names: string[] = []
  const unused: string[] = []
  for (const column of columnsOf(rest)) {
    const hasTrack = track.from < column.to && track.to > column.from
    const whole = tidy(rest.slice(column.from, column.to))
    if (!hasTrack) {
      const isName = names.length === 0 && !NO_NAME.test(whole) && !isOfTime(whole)
      if (whole !== '') (isName ? names : unused).push(whole)
      continue
    }
    const around = [rest.slice(column.from, track.from), rest.slice(track.to, column.to)].map(tidy)
    const words = around
      .join(' ')
      .split(/[^\p{L}\d]+/u)
      .filter((word) => word !== '')
    if (words.length === 0) continue
    if (words.every((word) => RACE_WORDS.has(word.toLowerCase()))) names.unshift(whole)
    else unused.push(...around.filter((part) => /[\p{L}\d]/u.test(part)))
  }
  const [name = '', ...others] = names
  return { name: name.slice(0, TEXT_MAX.name), unused: [...unused, ...others] }
}

function columnsOf(rest: string): Span[] {
  const columns: Span[] = []
  let from = 0
  for (const part of rest.split(new RegExp(`(${SEPARATORS.source})`))) {
    columns.push({ from, to: from + part.length })
    from += part.length
  }
  return columns.filter((_, index) => index % 2 === 0)
}

function tidy(part: string): string {
  return part.replace(/^[^\p{L}\d]+/u, '').replace(/[^\p{L}\d.!?)]+$/u, '')
}

/** Columns end where a date or a time stood. */
function blank(line: string, span: Span | null): string {
  if (!span) return line
  return line.slice(0, span.from) + '\t'.repeat(span.to - span.from) + line.slice(span.to)
}

/** A weekday decides between day and month where it fits one of the two alone. */
function byWeekday(day: FoundDay, weekday: number): FoundDay {
  if (day.order !== 'both') return day
  const dayFirst: FoundDay = { ...day, order: 'dayFirst' }
  const monthFirst = swapped(day)
  const [fitsDay, fitsMonth] = [dayFirst, monthFirst].map((one) => weekdayOf(one) === weekday)
  if (fitsDay === fitsMonth) return day
  return fitsDay ? dayFirst : monthFirst
}

function swapped(day: FoundDay): FoundDay {
  return { ...day, day: day.month, month: day.day, order: 'monthFirst' }
}

/** What the lines that leave no choice say; null where none does, or where they disagree. */
function orderOf(lines: readonly ReadLine[]): DateOrder | null {
  const orders = new Set(lines.map(({ day }) => day?.order))
  const [dayFirst, monthFirst] = [orders.has('dayFirst'), orders.has('monthFirst')]
  if (dayFirst === monthFirst) return null
  return dayFirst ? 'dayFirst' : 'monthFirst'
}

function presentLine(read: ReadLine, timeZone: string, order: DateOrder | null): CalendarLine {
  const { line, track, time, weekday, name, unused } = read
  if (!track) return { line, event: null, warnings: [] }
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
  return { line, event: { track: track.trackId, name, startsAt }, warnings }
}

function startOf(day: FoundDay, time: FoundTime | null, timeZone: string): string | null {
  const { hours = 0, minutes = 0, offsetMinutes = null } = time ?? {}
  const date = [day.year, two(day.month), two(day.day)].join('-')
  const local = `${date}T${two(hours)}:${two(minutes)}`
  if (offsetMinutes === null) return instantOf(local, timeZone)
  return new Date(Date.parse(`${local}Z`) - offsetMinutes * 60_000).toISOString()
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
