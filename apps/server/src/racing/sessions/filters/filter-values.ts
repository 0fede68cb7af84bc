import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  filterFieldRule,
  type FilterField,
  type FilterKind,
} from '@pitboard/contract/filter-fields'
import type { Filter, FilterCondition } from '@pitboard/contract/filters'
import type { Db } from '../../../platform/db/tables.ts'
import { COLUMN_TYPES, FILTER_COLUMNS } from './filter-columns.ts'
import { textMatches } from './text-matches.ts'

/** With more values than that a condition is compared row by row. */
const VALUES_MAX = 400

/** Fields of few values, each with an index of them by time. */
const FEW: ReadonlySet<FilterField> = new Set<FilterField>([
  'trackId',
  'trackName',
  'sessionType',
  'numberOfLaps',
  'gameVersion',
  'gameBuild',
  'packetFormat',
  'isMultiplayer',
  'startTrackTemp',
  'startAirTemp',
  'startWeather',
  'lapsMissing',
  'classification',
])

type Value = string | number | boolean

/** A value and between which times sessions have it. */
export interface KnownValue {
  readonly value: Value
  /** Of the sessions that have it. */
  readonly newest: Date
  readonly oldest: Date
}

/** A condition as the values that satisfy it. */
export interface Resolved {
  readonly condition: RawBuilder<SqlBool>
  /** Between these lies whatever satisfies it; null where nothing does. */
  readonly span: Span | null | undefined
}

export interface Span {
  readonly newest: Date
  readonly oldest: Date
}

/** What conditions on fields of few values ask for, by the values that sessions have. */
export async function findValues(
  db: Db,
  filter: Filter,
): Promise<ReadonlyMap<FilterCondition, Resolved>> {
  const resolved = new Map<FilterCondition, Resolved>()
  const known = new Map<FilterField, readonly KnownValue[] | null>()
  for (const condition of conditionsOf(filter)) {
    const { field, value } = condition
    if (!FEW.has(field) || value === null) continue
    const values = known.get(field) ?? (known.has(field) ? null : await valuesOf(db, field))
    known.set(field, values)
    if (values)
      resolved.set(condition, asValues(condition, values, await matching(db, condition, values)))
  }
  return resolved
}

export function conditionsOf(filter: Filter): FilterCondition[] {
  return filter.kind === 'condition' ? [filter] : filter.parts.flatMap(conditionsOf)
}

/** Hops from value to value along their index; null where there are too many. */
export async function valuesOf(db: Db, field: FilterField): Promise<readonly KnownValue[] | null> {
  const column = sql.ref(FILTER_COLUMNS[field])
  const { rows } = await sql<KnownValue>`
    with recursive hop(value) as (
      (select ${column} from session where status = 'recorded' and ${column} is not null
        order by ${column} limit 1)
      union all
      select (select ${column} from session where status = 'recorded' and ${column} > hop.value
        order by ${column} limit 1)
      from hop where hop.value is not null)
    select value, newest, oldest
    from (select value from hop limit ${VALUES_MAX + 1}) as held
    cross join lateral (select started_at as newest from session
      where status = 'recorded' and ${column} = value
      order by started_at desc, id desc limit 1) as last
    cross join lateral (select started_at as oldest from session
      where status = 'recorded' and ${column} = value
      order by started_at, id limit 1) as first`.execute(db)
  return rows.length > VALUES_MAX ? null : rows
}

/** Those that satisfy a condition without its "not". */
async function matching(
  db: Db,
  { field, operator, value }: FilterCondition,
  known: readonly KnownValue[],
): Promise<ReadonlySet<Value>> {
  if (filterFieldRule(field).kind === 'text') {
    const texts = known.map((each) => String(each.value))
    const { rows } = await sql<{ text: string }>`
      select text from unnest(${texts}::text[]) as text
      where ${textMatches(sql.ref('text'), operator, String(value))}`.execute(db)
    return new Set(rows.map(({ text }) => text))
  }
  const found = known.filter((each) => compares(Number(each.value), operator, Number(value)))
  return new Set(found.map((each) => each.value))
}

function compares(a: number, operator: FilterCondition['operator'], b: number): boolean {
  if (operator === '>') return a > b
  if (operator === '<') return a < b
  if (operator === '>=') return a >= b
  return operator === '<=' ? a <= b : a === b
}

function asValues(
  { field, operator }: FilterCondition,
  known: readonly KnownValue[],
  found: ReadonlySet<Value>,
): Resolved {
  const isNot = operator.startsWith('!')
  const { kind, nullable } = filterFieldRule(field)
  const wanted = known.filter(({ value }) => found.has(value) !== isNot)
  const column = sql.ref(FILTER_COLUMNS[field])
  const held = isAnyOf(column, wanted, kind)
  // What is not known is not what is asked for either.
  if (isNot && nullable) return { condition: sql`(${held} or ${column} is null)`, span: undefined }
  return { condition: held, span: spanOf(wanted) }
}

function isAnyOf(
  column: RawBuilder<unknown>,
  wanted: readonly KnownValue[],
  kind: FilterKind,
): RawBuilder<SqlBool> {
  const [first] = wanted
  if (!first) return sql`false`
  const type = COLUMN_TYPES[kind]
  if (wanted.length === 1) return sql`${column} = ${first.value}::${type}`
  return sql`${column} = any(${wanted.map(({ value }) => value)}::${type}[])`
}

function spanOf(values: readonly Span[]): Span | null {
  const [first, ...others] = values
  if (!first) return null
  return others.reduce<Span>(
    (span, { newest, oldest }) => ({
      newest: newest > span.newest ? newest : span.newest,
      oldest: oldest < span.oldest ? oldest : span.oldest,
    }),
    { newest: first.newest, oldest: first.oldest },
  )
}

/**
 * Between which times whatever satisfies a filter was driven; null where nothing does, undefined
 * where that is not known.
 */
export function spanOfFilter(
  filter: Filter,
  resolved: ReadonlyMap<FilterCondition, Resolved>,
): Span | null | undefined {
  if (filter.kind === 'condition') return resolved.get(filter)?.span
  const spans = filter.parts.map((part) => spanOfFilter(part, resolved))
  if (filter.kind === 'any') {
    if (spans.some((span) => span === undefined)) return undefined
    return spanOf(spans.filter((span) => span !== null && span !== undefined))
  }
  if (spans.includes(null)) return null
  return spans.reduce((a, b) => (a && b ? overlap(a, b) : (a ?? b)), undefined)
}

export function overlap(a: Span, b: Span): Span {
  return {
    newest: a.newest < b.newest ? a.newest : b.newest,
    oldest: a.oldest > b.oldest ? a.oldest : b.oldest,
  }
}

export function within(span: Span | undefined): RawBuilder<SqlBool> {
  if (!span) return sql`true`
  return sql`session.started_at between ${span.oldest} and ${span.newest}`
}
