import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  filterFieldRule,
  type FilterField,
  type FilterOperator,
  type FilterKind,
} from '@pitboard/contract/sessions/filter-fields'
import type { Filter, FilterCondition } from '@pitboard/contract/sessions/filters'
import type { FilterSort } from '@pitboard/contract/sessions/filter-fields'

/** The conditions were looked up before the query. */
export interface ResolvedConditions {
  readonly names: ReadonlyMap<FilterCondition, ResolvedNames>
  readonly values: ReadonlyMap<FilterCondition, ResolvedValues>
}

export interface ResolvedNames {
  readonly condition: RawBuilder<SqlBool>
  /** So many users have such a name; many are not counted. */
  readonly users: number
}

export interface ResolvedValues {
  readonly condition: RawBuilder<SqlBool>
  /** All sessions that satisfy it lie in it; null where there are none, undefined where it is unknown. */
  readonly span: Span | null | undefined
}

/** The span is a range of start times. */
export interface Span {
  readonly newest: Date
  readonly oldest: Date
}

/** Sessions have this value, and were driven in this span. */
export interface KnownValue extends Span {
  readonly value: string | number | boolean
}

/** A search asks for one page of the sessions that a filter finds. */
export interface Search {
  readonly filter: Filter
  readonly resolved: ResolvedConditions
  readonly span: Span | undefined
  /** There is at least one sort. */
  readonly sorts: readonly FilterSort[]
  readonly order: RawBuilder<unknown>
  readonly page: { readonly offset: number; readonly limit: number }
  /** This many sessions are read in their order before the filter's own indexes are used. */
  readonly firstRows: { readonly byTime: number; readonly otherwise: number }
}

/** Each field has its column, because callers never name a column. */
export const FILTER_COLUMNS: Readonly<Record<FilterField, string>> = {
  id: 'session.id',
  internalSessionId: 'session.internal_session_id',
  sessionId: 'session.game_session_id',
  userId: 'session.user_id',
  userName: 'username',
  trackId: 'session.track_id',
  trackName: 'session.track_name',
  sessionType: 'session.session_type',
  numberOfLaps: 'session.number_of_laps',
  sessionStartTime: 'session.started_at',
  sessionEndTime: 'session.ended_at',
  gameVersion: 'session.game_version',
  gameBuild: 'session.game_build',
  packetFormat: 'session.packet_format',
  isMultiplayer: 'session.is_multiplayer',
  seasonLinkIdentifier: 'session.season_link_identifier',
  weekendLinkIdentifier: 'session.weekend_link_identifier',
  sessionLinkIdentifier: 'session.session_link_identifier',
  startTrackTemp: 'session.start_track_temp',
  startAirTemp: 'session.start_air_temp',
  startWeather: 'session.start_weather',
  framesSeen: 'session.frames_seen',
  lapsMissing: 'session.laps_missing',
  classification: 'session.classification',
}

export const COLUMN_TYPES: Readonly<Record<FilterKind, RawBuilder<unknown>>> = {
  integer: sql`bigint`,
  number: sql`real`,
  instant: sql`timestamptz`,
  boolean: sql`boolean`,
  id: sql`uuid`,
  text: sql`text`,
}

/** Returns the condition on `session` of a filter. The caller's values are bound parameters. */
export function filterSql(filter: Filter, resolved: ResolvedConditions): RawBuilder<SqlBool> {
  if (filter.kind === 'condition') {
    const values = resolved.values.get(filter)
    if (values) return values.condition
    const positive = positiveSql(filter, resolved.names)
    return filter.operator.startsWith('!') ? sql`(${positive}) is not true` : positive
  }
  if (filter.parts.length === 0) return sql`true`
  const parts = filter.parts.map((part) => sql`(${filterSql(part, resolved)})`)
  return sql.join<SqlBool>(parts, filter.kind === 'all' ? sql` and ` : sql` or `)
}

/** Leaves the operator's "not" out. */
function positiveSql(
  condition: FilterCondition,
  names: ResolvedConditions['names'],
): RawBuilder<SqlBool> {
  const { field, operator, value } = condition
  const byName = names.get(condition)
  if (byName) return byName.condition
  const column = sql.ref(FILTER_COLUMNS[field])
  if (value === null) return sql`${column} is null`
  const { kind } = filterFieldRule(field)
  // Digits have no case, and the plain column has indexes.
  if (field === 'sessionId')
    return plainMatches(column, operator, sql`search_text(${String(value)})`)
  if (kind === 'text') return textMatches(column, operator, String(value))
  const compared = kind === 'instant' ? new Date(Number(value)) : value
  return sql`${column} ${SIGNS[operator] ?? sql`=`} ${compared}::${COLUMN_TYPES[kind]}`
}

const SIGNS: Readonly<Partial<Record<FilterOperator, RawBuilder<unknown>>>> = {
  '>': sql`>`,
  '<': sql`<`,
  '>=': sql`>=`,
  '<=': sql`<=`,
}

/** Lists the conditions that every session of the filter satisfies. */
export function commonConditions(filter: Filter): FilterCondition[] {
  const parts = filter.kind === 'all' ? filter.parts : [filter]
  return parts.filter((part) => part.kind === 'condition')
}

/** Returns those of the common conditions that are on one field. */
export function ownConditions(filter: Filter, field: FilterField): Filter {
  return { kind: 'all', parts: commonConditions(filter).filter((part) => part.field === field) }
}

/**
 * Returns whether a text equals, contains, starts or ends with another, without accents and case. The caller negates it
 * for operators with a "not".
 */
export function textMatches(
  column: RawBuilder<unknown>,
  operator: FilterOperator,
  text: string,
): RawBuilder<SqlBool> {
  return plainMatches(sql`search_text(${column})`, operator, sql`search_text(${text})`)
}

/** Does the same for texts that are compared exactly. */
export function plainMatches(
  column: RawBuilder<unknown>,
  operator: FilterOperator,
  text: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (operator === '==' || operator === '!=') return sql`${column} = ${text}`
  const escaped = sql`regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`
  const before = operator.endsWith('@=') || operator.endsWith('_-=') ? '%' : ''
  const after = operator.endsWith('@=') || /^!?_=$/.test(operator) ? '%' : ''
  return sql`${column} like ${sql.lit(before)} || ${escaped} || ${sql.lit(after)}`
}

/** A filter can name these columns. */
export const COLUMNS = sql.join(
  Object.values(FILTER_COLUMNS)
    .filter((column) => column.startsWith('session.'))
    .map((column) => sql.ref(column)),
)

/**
 * Returns the order of a list. Among sessions that the sorts do not order the newest come first. Unknown
 * values come last. The order is total, so that pages never overlap.
 */
export function orderOf(sorts: readonly FilterSort[]): RawBuilder<unknown> {
  const columns = sorts.map(
    ({ field, descending }) =>
      sql`${sql.ref(FILTER_COLUMNS[field])} ${directionOf(descending)}${sql.raw(
        filterFieldRule(field).nullable ? ' nulls last' : '',
      )}`,
  )
  const time = sorts.find(({ field }) => field === 'sessionStartTime')
  const last = time ? [] : [sql`session.started_at desc`]
  return sql.join([...columns, ...last, sql`session.id ${directionOf(time?.descending ?? true)}`])
}

function directionOf(descending: boolean): RawBuilder<unknown> {
  return descending ? sql`desc` : sql`asc`
}

export function within(span: Span | undefined): RawBuilder<SqlBool> {
  if (!span) return sql`true`
  return sql`session.started_at between ${span.oldest} and ${span.newest}`
}
