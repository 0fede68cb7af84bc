const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
const DATE_TIME: Intl.DateTimeFormatOptions = { ...DATE, ...TIME }

/** Writes an instant as the locale does, in the reader's own time zone or in the one handed in. */
export function formatDateTime(instant: string, locale: string, timeZone?: string): string {
  const options = timeZone === undefined ? DATE_TIME : { ...DATE_TIME, timeZone }
  return new Intl.DateTimeFormat(locale, options).format(new Date(instant))
}

/** Writes the day of an instant in the reader's own time zone. */
export function formatDate(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, DATE).format(new Date(instant))
}

/** Formats the day without the year, for narrow lists. */
export function formatDay(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(
    new Date(instant),
  )
}

/** Writes the time of day of an instant in the reader's own time zone. */
export function formatTime(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, TIME).format(new Date(instant))
}

/** Writes a count of seconds as a clock: 754 as "12:34", 3754 as "1:02:34". */
export function formatClock(totalSeconds: number): string {
  const seconds = Math.max(0, Math.floor(totalSeconds))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = String(seconds % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`
}
