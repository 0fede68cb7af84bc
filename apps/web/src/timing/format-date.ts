const DATE_TIME: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
}

/** An instant in the reader's own time zone and language, or in those that are handed in. */
export function formatDateTime(instant: string, locale?: string, timeZone?: string): string {
  const options = timeZone === undefined ? DATE_TIME : { ...DATE_TIME, timeZone }
  return new Intl.DateTimeFormat(locale, options).format(new Date(instant))
}
