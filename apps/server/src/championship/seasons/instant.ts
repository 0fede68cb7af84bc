import { invalidField } from '../../platform/diagnostics/errors.ts'

const YEARS = { first: 1950, last: 2150 }

/** Throws a 400 for what has the form of an instant and is none that a season could have. */
export function readInstant(path: string, text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null
  const instant = new Date(text)
  const year = instant.getUTCFullYear()
  if (year >= YEARS.first && year <= YEARS.last) return instant
  throw invalidField(path, `must be a time between ${YEARS.first} and ${YEARS.last}`)
}
