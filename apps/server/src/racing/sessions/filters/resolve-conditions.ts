import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  filterFieldRule,
  type FilterField,
  type FilterKind,
} from '@pitboard/contract/sessions/filter-fields'
import type { Filter, FilterCondition } from '@pitboard/contract/sessions/filters'
import type { Db } from '../../../platform/db/tables.ts'
import {
  COLUMN_TYPES,
  FILTER_COLUMNS,
  plainMatches,
  textMatches,
  type KnownValue,
  type ResolvedConditions,
  type ResolvedValues,
  type Span,
} from './filter-sql.ts'
import { nameOf } from '../../../accounts/users/queries.ts'

/** A condition with more values is compared row by row. */
const VALUES_MAX = 400

/** These fields have few values, and each an index of them by time. */
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

/** Resolves conditions on fields of few values to the values that sessions have. */
export async function findValues(db: Db, filter: Filter): Promise<ResolvedConditions['values']> {
  const resolved = new Map<FilterCondition, ResolvedValues>()
  const known = new Map<FilterField, readonly KnownValue[] | null>()
  for (const condition of conditionsOf(filter)) {
    const { field, value } = condition
    if (!FEW.has(field) || value === null) continue
    const values = known.get(field) ?? (known.has(field) ? null : await valuesOf(db, field))
    known.set(field, values)
    if (values)
      resolved.set(
        condition,
        resolveValues(condition, values, await matchingValues(db, condition, values)),
      )
  }
  return resolved
}

export function conditionsOf(filter: Filter): FilterCondition[] {
  return filter.kind === 'condition' ? [filter] : filter.parts.flatMap(conditionsOf)
}

/** Skips from value to value along the index of the field; null where there are too many. */
export async function valuesOf(db: Db, field: FilterField): Promise<readonly KnownValue[] | null> {
  const column = sql.ref(FILTER_COLUMNS[field])
  const { rows } = await sql<KnownValue>`
    with recursive step(value) as (
      (select ${column} from session where status = 'recorded' and ${column} is not null
        order by ${column} limit 1)
      union all
      select (select ${column} from session where status = 'recorded' and ${column} > step.value
        order by ${column} limit 1)
      from step where step.value is not null)
    select value, newest, oldest
    from (select value from step limit ${VALUES_MAX + 1}) as held
    cross join lateral (select started_at as newest from session
      where status = 'recorded' and ${column} = value
      order by started_at desc, id desc limit 1) as last
    cross join lateral (select started_at as oldest from session
      where status = 'recorded' and ${column} = value
      order by started_at, id limit 1) as first`.execute(db)
  return rows.length > VALUES_MAX ? null : rows
}

/** Returns the values that satisfy a condition; its "not" is ignored. */
async function matchingValues(
  db: Db,
  { field, operator, value }: FilterCondition,
  known: readonly KnownValue[],
): Promise<ReadonlySet<KnownValue['value']>> {
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

function resolveValues(
  { field, operator }: FilterCondition,
  known: readonly KnownValue[],
  found: ReadonlySet<KnownValue['value']>,
): ResolvedValues {
  const isNot = operator.startsWith('!')
  const { kind, nullable } = filterFieldRule(field)
  const wanted = known.filter(({ value }) => found.has(value) !== isNot)
  const column = sql.ref(FILTER_COLUMNS[field])
  const held = isAnyOf(column, wanted, kind)
  // An unknown value satisfies a negated condition.
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

/** Returns the span of a filter's sessions; null where there are none, undefined where it is unknown. */
export function spanOfFilter(
  filter: Filter,
  resolved: ResolvedConditions['values'],
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

/** A name with more matches is compared row by row, because nearly every session has one. */
const MATCHES_MAX = 1_000

/** Resolves conditions on names to users: an index finds their sessions. The caller applies a "not". */
export async function findNames(db: Db, filter: Filter): Promise<ResolvedConditions['names']> {
  const found = new Map<FilterCondition, RawBuilder<SqlBool>>()
  for (const condition of conditionsOf(filter)) {
    if (condition.field === 'userName') found.set(condition, await matchUsers(db, condition))
  }
  return found
}

async function matchUsers(
  db: Db,
  { operator, value }: FilterCondition,
): Promise<RawBuilder<SqlBool>> {
  const text = String(value)
  const name = sql<string>`coalesce(username, ${sql.lit(nameOf({ username: null }))})`
  const matching = db
    .selectFrom('user')
    .select('id')
    // The index of names holds those alone.
    .where(sql<boolean>`search_name is not null`)
    .where(plainMatches(sql.ref('search_name'), operator, sql`search_text(${text})`))
    .unionAll(
      db
        .selectFrom('user')
        .select('id')
        .where('username', 'is', null)
        .where(textMatches(name, operator, text)),
    )
  const rows = await matching.limit(MATCHES_MAX + 1).execute()
  if (rows.length > MATCHES_MAX) return sql`(session.user_id in (${matching}))`
  if (rows.length === 0) return sql`false`
  return sql`session.user_id = any(${rows.map(({ id }) => id)}::uuid[])`
}
