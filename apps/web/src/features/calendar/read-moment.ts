import { findDay, findWeekday, weekdayOf, type FoundDay, type Span } from './calendar-dates.ts'
import { findTime, type FoundTime } from './calendar-times.ts'

/** A line says when an event begins, as far as it does. */
export interface ReadMoment {
  readonly day: FoundDay | null
  readonly time: FoundTime | null
  /** Sunday is 0. */
  readonly weekday: number | null
  /** The line has tabs where these stood, so that columns end there. */
  readonly rest: string
}

export function readMoment(line: string): ReadMoment {
  const found = findDay(line)
  const weekday = findWeekday(line, found)
  const withoutDay = blank(blank(line, found), weekday)
  const time = findTime(withoutDay)
  return {
    day: found && weekday ? byWeekday(found, weekday.weekday) : found,
    time,
    weekday: weekday?.weekday ?? null,
    rest: blank(withoutDay, time),
  }
}

/** Returns the other reading of 3/4/2026. */
export function swapped(day: FoundDay): FoundDay {
  return { ...day, day: day.month, month: day.day, order: 'monthFirst' }
}

/** Replaces the span by tabs, so that positions in the result are positions in the line. */
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
