import { isUuid } from './uuid.ts'
import type { FilterKind } from './filter-fields.ts'

/** Instants are Unix milliseconds. */
export type FilterValue = number | string | boolean

const INTEGER = /^-?\d{1,15}$/
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/
const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/i

/** A value as its field reads it, or what it should have been. */
export function readFilterValue(
  kind: FilterKind,
  text: string,
): { readonly value: FilterValue } | { readonly expected: string } {
  switch (kind) {
    case 'text':
      return { value: text }
    case 'integer':
      return INTEGER.test(text) ? { value: Number(text) } : { expected: 'a whole number' }
    case 'number':
      return NUMBER.test(text) ? { value: Number(text) } : { expected: 'a number' }
    case 'boolean':
      if (text === 'true' || text === 'false') return { value: text === 'true' }
      return { expected: 'true or false' }
    case 'id':
      return isUuid(text) ? { value: text.toLowerCase() } : { expected: 'an id (UUID)' }
    case 'instant': {
      const atMs = readInstant(text)
      if (atMs !== null) return { value: atMs }
      return { expected: 'a day (2026-01-31) or an instant (2026-01-31T20:00:00Z)' }
    }
  }
}

/** A day is its beginning in UTC. */
function readInstant(text: string): number | null {
  if (!DAY.test(text) && !INSTANT.test(text)) return null
  const atMs = Date.parse(DAY.test(text) ? `${text}T00:00:00Z` : text.toUpperCase())
  if (!Number.isFinite(atMs)) return null
  // 30 February would be read as a day in March.
  const day = Number(text.slice(8, 10))
  const daysInMonth = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0))
  return day <= daysInMonth.getUTCDate() ? atMs : null
}
