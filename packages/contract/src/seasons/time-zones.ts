/** Returns a time of day in a time zone (`2026-03-08T14:00`) as an instant; null for other texts. */
export function instantOf(local: string, timeZone: string): string | null {
  const asUtcMs = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtcMs)) return null
  // The offset must be that of the instant itself, which the first guess may miss on the day clocks change.
  const guessMs = asUtcMs - offsetMs(asUtcMs, timeZone)
  return new Date(asUtcMs - offsetMs(guessMs, timeZone)).toISOString()
}

/** Returns what a clock in a time zone shows at an instant, as an input takes it. */
export function localTimeOf(instant: string, timeZone: string): string {
  const atMs = Date.parse(instant)
  return new Date(atMs + offsetMs(atMs, timeZone)).toISOString().slice(0, 16)
}

/** Returns the IANA name of the time zone in which the program runs. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns the IANA names of all time zones that the program knows, UTC first. */
export function allTimeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

function offsetMs(atMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const part = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
  const read = (name: Intl.DateTimeFormatPartTypes) => part.get(name) ?? 0
  const shown = new Date(0)
  // Date.UTC takes the year 20 for 1920, and a year that is being typed begins with its first digits.
  shown.setUTCFullYear(read('year'), read('month') - 1, read('day'))
  shown.setUTCHours(read('hour'), read('minute'), read('second'))
  return shown.getTime() - Math.floor(atMs / 1000) * 1000
}
