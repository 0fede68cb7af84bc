import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  filterFieldRule,
  type FilterField,
  type FilterKind,
} from '@pitboard/contract/sessions/filter-fields'
import type { Filter, FilterCondition } from '@pitboard/contract/sessions/filters'
import { executePrepared } from '../../../platform/db/prepared-statements.ts'
import type { Db } from '../../../platform/db/tables.ts'
import {
  COLUMN_TYPES,
  FILTER_COLUMNS,
  plainMatches,
  textMatches,
  type KnownValue,
  type ResolvedConditions,
  type ResolvedNames,
  type ResolvedValues,
  type Span,
} from './filter-sql.ts'
import { nameOf } from '../../../accounts/users/queries.ts'

type Value = KnownValue['value']

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
  const few = conditionsOf(filter).filter(({ field, value }) => FEW.has(field) && value !== null)
  for (const [field, conditions] of Map.groupBy(few, (condition) => condition.field)) {
    const candidates = await candidatesOf(db, field, conditions)
    if (!candidates) continue
    const wanted = new Map<FilterCondition, readonly Value[]>()
    for (const condition of conditions) {
      const matching = await matchingValues(db, condition, candidates)
      const isWanted = (value: Value) => matching.has(value) !== isNegated(condition)
      wanted.set(condition, candidates.filter(isWanted))
    }
    const values = new Set([...wanted.values()].flat())
    const spans = values.size > SPANS_MAX ? null : await spansOf(db, field, [...values])
    const unknown = conditions.some(includesUnknown) ? await spanOfUnknown(db, field) : []
    for (const [condition, own] of wanted)
      resolved.set(condition, resolveValues(condition, own, spans, unknown))
  }
  return resolved
}

/** Where all conditions name their values these are enough, whether sessions have them or not. */
async function candidatesOf(
  db: Db,
  field: FilterField,
  conditions: readonly FilterCondition[],
): Promise<readonly Value[] | null> {
  const isNamed = conditions.every(({ operator }) => operator === '==')
  if (!isNamed || filterFieldRule(field).kind === 'text') return listValues(db, field)
  return [...new Set(conditions.flatMap(({ value }) => value ?? []))]
}

export function conditionsOf(filter: Filter): FilterCondition[] {
  return filter.kind === 'condition' ? [filter] : filter.parts.flatMap(conditionsOf)
}

/** Returns the values of a field, each with its span; null where there are too many. */
export async function valuesOf(db: Db, field: FilterField): Promise<readonly KnownValue[] | null> {
  const values = await listValues(db, field)
  return values && spansOf(db, field, values)
}

/** Skips from value to value along the index of the field; null where there are too many. */
async function listValues(db: Db, field: FilterField): Promise<readonly Value[] | null> {
  const column = sql.ref(FILTER_COLUMNS[field])
  const { rows } = await executePrepared(
    db,
    sql<{ value: Value }>`
    with recursive step(value) as (
      (select ${column} from session where status = 'recorded' and ${column} is not null
        order by ${column} limit 1)
      union all
      select (select ${column} from session where status = 'recorded' and ${column} > step.value
        order by ${column} limit 1)
      from step where step.value is not null)
    select value from step where value is not null limit ${sql.lit(VALUES_MAX + 1)}`,
  )
  return rows.length > VALUES_MAX ? null : rows.map(({ value }) => value)
}

/** Many values together have no span that would narrow a list. */
const SPANS_MAX = 60

function isNegated({ operator }: FilterCondition): boolean {
  return operator.startsWith('!')
}

/** An unknown value satisfies a negated condition. */
function includesUnknown(condition: FilterCondition): boolean {
  return isNegated(condition) && filterFieldRule(condition.field).nullable === true
}

/** Returns those of the values that sessions have. */
async function spansOf(
  db: Db,
  field: FilterField,
  values: readonly Value[],
): Promise<readonly KnownValue[]> {
  if (values.length === 0) return []
  const column = sql.ref(FILTER_COLUMNS[field])
  const { rows } = await executePrepared(
    db,
    sql<KnownValue>`
    select value, newest, oldest
    from unnest(${values}::${COLUMN_TYPES[filterFieldRule(field).kind]}[])
      with ordinality as held (value, place)
    cross join lateral (select started_at as newest from session
      where status = 'recorded' and ${column} = value
      order by started_at desc, id desc limit 1) as last
    cross join lateral (select started_at as oldest from session
      where status = 'recorded' and ${column} = value
      order by started_at, id limit 1) as first
    order by place`,
  )
  return rows
}

/** Returns the span of the sessions of which the field is unknown; nothing where there are none. */
async function spanOfUnknown(db: Db, field: FilterField): Promise<readonly Span[]> {
  const column = sql.ref(FILTER_COLUMNS[field])
  // Only with the column does the order say that an index has it.
  const { rows } = await executePrepared(
    db,
    sql<Span>`
    select newest, oldest
    from (select started_at as newest from session
      where status = 'recorded' and ${column} is null
      order by ${column}, started_at desc, id desc limit 1) as last
    cross join (select started_at as oldest from session
      where status = 'recorded' and ${column} is null
      order by ${column} desc, started_at, id limit 1) as first`,
  )
  return rows
}

/** Returns the values that satisfy a condition; its "not" is ignored. */
async function matchingValues(
  db: Db,
  { field, operator, value }: FilterCondition,
  known: readonly Value[],
): Promise<ReadonlySet<Value>> {
  if (filterFieldRule(field).kind === 'text') {
    const { rows } = await sql<{ text: string }>`
      select text from unnest(${known.map(String)}::text[]) as text
      where ${textMatches(sql.ref('text'), operator, String(value))}`.execute(db)
    return new Set(rows.map(({ text }) => text))
  }
  return new Set(known.filter((each) => compares(Number(each), operator, Number(value))))
}

function compares(a: number, operator: FilterCondition['operator'], b: number): boolean {
  if (operator === '>') return a > b
  if (operator === '<') return a < b
  if (operator === '>=') return a >= b
  return operator === '<=' ? a <= b : a === b
}

/** Without spans it is unknown when sessions have the values. */
function resolveValues(
  condition: FilterCondition,
  wanted: readonly Value[],
  known: readonly KnownValue[] | null,
  unknown: readonly Span[],
): ResolvedValues {
  const { field } = condition
  const column = sql.ref(FILTER_COLUMNS[field])
  const held = isAnyOf(column, wanted, filterFieldRule(field).kind)
  const own = new Set(wanted)
  const spans = known?.filter(({ value }) => own.has(value))
  if (includesUnknown(condition)) {
    const span = spans && spanOf([...spans, ...unknown])
    return { condition: sql`(${held} or ${column} is null)`, span }
  }
  return { condition: held, span: spans && spanOf(spans) }
}

function isAnyOf(
  column: RawBuilder<unknown>,
  wanted: readonly Value[],
  kind: FilterKind,
): RawBuilder<SqlBool> {
  const [first] = wanted
  if (first === undefined) return sql`false`
  const type = COLUMN_TYPES[kind]
  if (wanted.length === 1) return sql`${column} = ${first}::${type}`
  return sql`${column} = any(${wanted}::${type}[])`
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
  const found = new Map<FilterCondition, ResolvedNames>()
  for (const condition of conditionsOf(filter)) {
    if (condition.field === 'userName') found.set(condition, await matchUsers(db, condition))
  }
  return found
}

async function matchUsers(db: Db, { operator, value }: FilterCondition): Promise<ResolvedNames> {
  const text = String(value)
  const unnamed = sql<string>`${sql.lit(nameOf({ username: null }))}::text`
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
        // It depends on no row: where it does not hold nothing is read.
        .where(textMatches(unnamed, operator, text)),
    )
  const rows = await matching.limit(MATCHES_MAX + 1).execute()
  const users = rows.map(({ id }) => id)
  return {
    // "Is true" prevents a join, which compares each session with each user.
    condition:
      users.length > MATCHES_MAX
        ? sql`((session.user_id in (${matching})) is true)`
        : isAnyOf(sql.ref('session.user_id'), users, 'id'),
    users: users.length,
  }
}
