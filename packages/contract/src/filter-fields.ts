/** What a field holds; decides the operators it has and how its values are read. */
export type FilterKind = 'integer' | 'number' | 'text' | 'instant' | 'boolean' | 'id'

interface FilterFieldRule {
  readonly kind: FilterKind
  readonly nullable?: true
  readonly sortable?: true
}

/** The fields of a session's summary that a filter can name (docs/filters.md). */
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

/** What a filter may do with a field. */
export function filterFieldRule(field: FilterField): FilterFieldRule {
  return FILTER_FIELDS[field]
}

/** The field that a filter names; undefined where there is none of this name. */
export function readFilterField(name: string): FilterField | undefined {
  return FIELD_NAMES.find((field) => field === name)
}

export const FIELD_NAMES: readonly FilterField[] = Object.keys(FILTER_FIELDS).filter(
  (name): name is FilterField => Object.hasOwn(FILTER_FIELDS, name),
)

/** The longer ones first, so that none is taken for the beginning of another. */
export const FILTER_OPERATORS = [
  ...(['!_-=', '!@=', '!_=', '_-=', '==', '!=', '>=', '<=', '@=', '_='] as const),
  ...(['>', '<'] as const),
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
