import { isUuid } from '../wire/uuid.ts'

/** The kind of a field decides its operators and how its values are parsed. */
export type FilterKind = 'integer' | 'number' | 'text' | 'instant' | 'boolean' | 'id'

interface FilterFieldRule {
  readonly kind: FilterKind
  readonly nullable?: true
  readonly sortable?: true
}

/** A filter may use these fields of a session summary (docs/filters.md). */
export const FILTER_FIELDS = {
  id: { kind: 'id' },
  internalSessionId: { kind: 'integer', sortable: true },
  sessionId: { kind: 'text' },
  userId: { kind: 'id' },
  userName: { kind: 'text' },
  trackId: { kind: 'integer', sortable: true },
  trackName: { kind: 'text' },
  sessionType: { kind: 'integer', sortable: true },
  numberOfLaps: { kind: 'integer', nullable: true, sortable: true },
  sessionStartTime: { kind: 'instant', sortable: true },
  sessionEndTime: { kind: 'instant', nullable: true },
  gameVersion: { kind: 'integer', nullable: true, sortable: true },
  gameBuild: { kind: 'text' },
  packetFormat: { kind: 'integer', nullable: true },
  isMultiplayer: { kind: 'boolean', nullable: true },
  seasonLinkIdentifier: { kind: 'integer' },
  weekendLinkIdentifier: { kind: 'integer' },
  sessionLinkIdentifier: { kind: 'integer' },
  startTrackTemp: { kind: 'integer', nullable: true },
  startAirTemp: { kind: 'integer', nullable: true },
  startWeather: { kind: 'integer', nullable: true },
  framesSeen: { kind: 'number', nullable: true },
  lapsMissing: { kind: 'integer', nullable: true },
  classification: { kind: 'text', nullable: true },
} as const satisfies Record<string, FilterFieldRule>

export type FilterField = keyof typeof FILTER_FIELDS

/** Returns the kind of a field, and whether its value may be null and a list may be sorted by it. */
export function filterFieldRule(field: FilterField): FilterFieldRule {
  return FILTER_FIELDS[field]
}

/** Returns the field with this name; undefined for an unknown name. */
export function readFilterField(name: string): FilterField | undefined {
  return FIELD_NAMES.find((field) => field === name)
}

export const FIELD_NAMES: readonly FilterField[] = Object.keys(FILTER_FIELDS).filter(
  (name): name is FilterField => Object.hasOwn(FILTER_FIELDS, name),
)

/** Longer operators come first, so that a shorter one never matches their beginning. */
export const FILTER_OPERATORS = [
  '!_-=',
  '!@=',
  '!_=',
  '_-=',
  '==',
  '!=',
  '>=',
  '<=',
  '@=',
  '_=',
  '>',
  '<',
] as const
export type FilterOperator = (typeof FILTER_OPERATORS)[number]

const EQUALITY: readonly FilterOperator[] = ['==', '!=']
const ORDER: readonly FilterOperator[] = [...EQUALITY, '>', '<', '>=', '<=']
const PARTS: readonly FilterOperator[] = [...EQUALITY, '@=', '!@=', '_=', '!_=', '_-=', '!_-=']

export const OPERATORS_OF: Readonly<Record<FilterKind, readonly FilterOperator[]>> = {
  integer: ORDER,
  number: ORDER,
  instant: ORDER,
  text: PARTS,
  boolean: EQUALITY,
  id: EQUALITY,
}

/** The filter is not valid; `offset` is the number of characters before the error. */
export class FilterError extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.name = 'FilterError'
    this.offset = offset
  }
}

/** Instants are in Unix milliseconds. */
export type FilterValue = number | string | boolean

const INTEGER = /^-?\d{1,15}$/
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/
const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/i

/** Parses a value of a field of this kind; returns what was expected if it is not valid. */
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

/** A day stands for its beginning in UTC. */
function readInstant(text: string): number | null {
  if (!DAY.test(text) && !INSTANT.test(text)) return null
  const atMs = Date.parse(DAY.test(text) ? `${text}T00:00:00Z` : text.toUpperCase())
  if (!Number.isFinite(atMs)) return null
  // `Date` reads 30 February as a day in March.
  const day = Number(text.slice(8, 10))
  const daysInMonth = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0))
  return day <= daysInMonth.getUTCDate() ? atMs : null
}

const SORTS_MAX = 3

export interface FilterSort {
  readonly field: FilterField
  readonly descending: boolean
}

export const SORTABLE_FIELDS = FIELD_NAMES.filter((field) => filterFieldRule(field).sortable)

/**
 * Parses an order such as `-sessionStartTime,trackId`, where a minus means descending. Throws a `FilterError`
 * at the place of an error.
 */
export function parseSorts(text: string): FilterSort[] {
  if (text.trim() === '') return []
  const sorts: FilterSort[] = []
  let offset = 0
  for (const part of text.split(',')) {
    const name = part.trim().replace(/^-/, '')
    const place = offset + part.length - part.trimStart().length
    const field = SORTABLE_FIELDS.find((each) => each === name)
    if (!field) {
      throw new FilterError(place, `sessions are sorted by ${SORTABLE_FIELDS.join(', ')}`)
    }
    if (sorts.length === SORTS_MAX) throw new FilterError(place, `${SORTS_MAX} sorts at most`)
    if (sorts.some((sort) => sort.field === field)) {
      throw new FilterError(place, `${field} is named twice`)
    }
    sorts.push({ field, descending: part.trim().startsWith('-') })
    offset += part.length + 1
  }
  return sorts
}
