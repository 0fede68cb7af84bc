import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  filterFieldRule,
  type FilterField,
  type FilterKind,
  type FilterOperator,
} from '@pitboard/contract/filter-fields'
import type { Filter, FilterCondition } from '@pitboard/contract/filters'
import { textMatches, type NameMatches } from './filter-names.ts'

/** Names of columns, never of the caller's. */
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

/** The condition on `session` that a filter says; every value of the caller's is bound. */
export function filterSql(filter: Filter, names: NameMatches): RawBuilder<SqlBool> {
  if (filter.kind === 'condition') {
    const positive = positiveSql(filter, names)
    return filter.operator.startsWith('!') ? sql`(${positive}) is not true` : positive
  }
  if (filter.parts.length === 0) return sql`true`
  const parts = filter.parts.map((part) => sql`(${filterSql(part, names)})`)
  return sql.join<SqlBool>(parts, filter.kind === 'all' ? sql` and ` : sql` or `)
}

/** Without the operator's "not". */
function positiveSql(condition: FilterCondition, names: NameMatches): RawBuilder<SqlBool> {
  const { field, operator, value } = condition
  const named = names.get(condition)
  if (named) return named
  const column = sql.ref(FILTER_COLUMNS[field])
  if (value === null) return sql`${column} is null`
  const { kind } = filterFieldRule(field)
  if (kind === 'text') {
    // Digits alone have no case, and the plain column has an index.
    const isPlain = field === 'sessionId' && (operator === '==' || operator === '!=')
    return isPlain ? sql`${column} = ${value}` : textMatches(column, operator, String(value))
  }
  const compared = kind === 'instant' ? new Date(Number(value)) : value
  return sql`${column} ${SIGNS[operator] ?? sql`=`} ${compared}::${TYPES[kind]}`
}

const SIGNS: Readonly<Partial<Record<FilterOperator, RawBuilder<unknown>>>> = {
  '>': sql`>`,
  '<': sql`<`,
  '>=': sql`>=`,
  '<=': sql`<=`,
}

const TYPES: Readonly<Record<FilterKind, RawBuilder<unknown>>> = {
  integer: sql`bigint`,
  number: sql`real`,
  instant: sql`timestamptz`,
  boolean: sql`boolean`,
  id: sql`uuid`,
  text: sql`text`,
}
