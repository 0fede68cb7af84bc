import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { filterFieldRule, type FilterField } from '@pitboard/contract/sessions/filter-fields'
import type { FilterSort } from '@pitboard/contract/sessions/filter-fields'
import type { Filter } from '@pitboard/contract/sessions/filters'
import type { Db } from '../../../platform/db/tables.ts'
import {
  COLUMNS,
  commonConditions,
  FILTER_COLUMNS,
  filterSql,
  ownConditions,
  within,
  type KnownValue,
  type Search,
  type Span,
} from './filter-sql.ts'
import { conditionsOf, overlap, valuesOf } from './resolve-conditions.ts'

/** These fields have few values, and each an index of them by time. */
const SCANNED: ReadonlySet<FilterField> = new Set<FilterField>([
  'trackId',
  'sessionType',
  'numberOfLaps',
  'gameVersion',
])
/** The indexes of the scanned fields include these as well. */
const COVERED: ReadonlySet<FilterField> = new Set<FilterField>([
  ...SCANNED,
  'userId',
  'userName',
  'sessionStartTime',
  'id',
])
/** This many rows are read for each session of the page; `ROWS_MAX` limits them in all. */
const ROWS_PER_SESSION = 10
const ROWS_MAX = { covered: 50_000, otherwise: 10_000 }
const QUERIES_MAX = 80

/** An order that no index has is sorted for at most this many sessions. */
const SORTED_MAX = 2_000

/** The sessions of a group have these values. */
interface Group {
  readonly values: readonly {
    readonly field: FilterField
    readonly value: KnownValue['value'] | null
  }[]
  readonly span: Span | undefined
}

interface RowRange {
  readonly offset: number
  readonly limit: number
  readonly rowsMax: number
}

interface GroupPage {
  readonly ids: readonly string[]
  /** Counts the rows found, including those before the page; where the page is not full these are all. */
  readonly found: number
  readonly rowsRead: number
}

/**
 * Returns a page of an order that begins with a field of few values, for which it scans value after value.
 * Returns null for another order, or where too many rows would be read.
 */
export async function scanByValue(db: Db, search: Search): Promise<string[] | null> {
  const { filter, sorts, page, firstRows } = search
  if (!isScannedByValue(sorts[0])) return null
  const last = page.offset + page.limit
  const most = isCovered(filter) ? ROWS_MAX.covered : ROWS_MAX.otherwise
  let rowsLeft = Math.max(firstRows.otherwise, Math.min(ROWS_PER_SESSION * last, most))
  let queriesLeft = QUERIES_MAX
  const ids: string[] = []
  let before = 0

  function add(found: GroupPage | null): boolean {
    if (!found) return false
    ids.push(...found.ids)
    before += found.found
    rowsLeft -= found.rowsRead
    return true
  }

  /** Scans a group; returns false where a bound is reached. */
  async function scan(group: Group, others: readonly FilterSort[]): Promise<boolean> {
    if (rowsLeft <= 0 || queriesLeft-- <= 0) return false
    const range = {
      offset: Math.max(0, page.offset - before),
      limit: page.limit - ids.length,
      rowsMax: rowsLeft,
    }
    const [next, ...rest] = others
    if (!next || (next.field === 'sessionStartTime' && rest.length === 0)) {
      return add(await readByIndex(db, search, group, range))
    }
    if (group.values.length > 0 && add(await readSorted(db, search, group, range))) return true
    const values = isScannedByValue(next) ? await matchingValues(db, search, next) : null
    for (const known of values ?? []) {
      const span = group.span && known ? overlap(group.span, known) : (known ?? group.span)
      const narrowed = [...group.values, { field: next.field, value: known?.value ?? null }]
      if (!(await scan({ values: narrowed, span }, rest))) return false
      if (ids.length === page.limit) break
    }
    return values !== null
  }

  return (await scan({ values: [], span: search.span }, sorts)) ? ids : null
}

/** This many times as many sessions of one value are read: its index is smaller than that of all sessions. */
const VALUE_FACTOR = 2
/** So few sessions have one value of these fields that all of them can be read. */
const NARROW: readonly FilterField[] = ['trackId', 'numberOfLaps']

/** Reads a list by time whose sessions have one value of such a field, if its index has all that the filter asks for. */
export async function scanOneValue(db: Db, search: Search): Promise<string[] | null> {
  const { filter, sorts, span, page, firstRows } = search
  if (sorts.length > 1 || sorts[0]?.field !== 'sessionStartTime' || !isCovered(filter)) return null
  const only = NARROW.flatMap((narrow) =>
    commonConditions(filter).filter(({ field, operator }) => field === narrow && operator === '=='),
  ).find(({ value }) => value !== null)
  if (!only || only.value === null) return null
  const group = { values: [{ field: only.field, value: only.value }], span }
  const rowsMax = VALUE_FACTOR * firstRows.byTime
  const found = await readByIndex(db, search, group, { ...page, rowsMax })
  return found && [...found.ids]
}

function isCovered(filter: Filter): boolean {
  return conditionsOf(filter).every(({ field }) => COVERED.has(field))
}

export function isScannedByValue(sort: FilterSort | undefined): boolean {
  return sort !== undefined && SCANNED.has(sort.field)
}

/** Lists the values in the requested order, the unknown value (null) last; null where there are too many. */
async function matchingValues(
  db: Db,
  { filter, resolved }: Search,
  { field, descending }: FilterSort,
): Promise<readonly (KnownValue | null)[] | null> {
  const known = await valuesOf(db, field)
  if (!known) return null
  const unknown = filterFieldRule(field).nullable ? [null] : []
  const all = [...known.map(({ value }) => Number(value)), ...unknown]
  const column = sql.ref(FILTER_COLUMNS[field].replace('session.', ''))
  // The conditions are on this field alone: a row of its value stands for a session.
  const { rows } = await sql<{ value: number | null }>`
    select ${column} as value from unnest(${all}::int[]) as session (${column})
    where ${filterSql(ownConditions(filter, field), resolved)}`.execute(db)
  const matching = new Set(rows.map(({ value }) => value))
  const values = known
    .filter(({ value }) => matching.has(Number(value)))
    .toSorted((a, b) => (Number(a.value) - Number(b.value)) * (descending ? -1 : 1))
  return matching.has(null) ? [...values, null] : values
}

/**
 * Reads in the order of an index, which stays because the conditions join no other table. Returns null where the page is
 * not within the rows that may be read.
 */
async function readByIndex(
  db: Db,
  { filter, resolved, order }: Search,
  group: Group,
  { offset, limit, rowsMax }: RowRange,
): Promise<GroupPage | null> {
  const last = offset + limit
  const { rows } = await sql<GroupPage>`
    with found as materialized (
      select id, row_number() over () as place
      from (select ${COLUMNS} from session where ${isIn(group)} order by ${order} limit ${rowsMax})
        as session
      where ${filterSql(filter, resolved)} limit ${last})
    select array(select id from found where place > ${offset} order by place) as ids,
      (select count(*) from found)::int as found,
      case when (select count(*) from found) < ${last}
        then (select count(*) from (
          select from session where ${isIn(group)} limit ${rowsMax}) as rows)::int
        else 0 end as "rowsRead"`.execute(db)
  const [page] = rows
  return page && page.rowsRead < rowsMax ? page : null
}

/** Reads the sessions in an order that no index has; null if there are too many. */
async function readSorted(
  db: Db,
  { filter, resolved, order }: Search,
  group: Group,
  { offset, limit }: RowRange,
): Promise<GroupPage | null> {
  const { rows } = await sql<GroupPage>`
    with found as materialized (
      select ${COLUMNS} from session where ${isIn(group)} and ${filterSql(filter, resolved)}
      limit ${SORTED_MAX})
    select array(select id from found as session order by ${order} limit ${limit} offset ${offset})
        as ids,
      (select count(*) from found)::int as found,
      (select count(*) from found)::int as "rowsRead"`.execute(db)
  const [page] = rows
  return page && page.rowsRead < SORTED_MAX ? page : null
}

function isIn({ values, span }: Group): RawBuilder<SqlBool> {
  const conditions = values.map(({ field, value }) => {
    const column = sql.ref(FILTER_COLUMNS[field])
    return value === null ? sql`${column} is null` : sql`${column} = ${value}`
  })
  return sql.join<SqlBool>(
    [sql`session.status = 'recorded'`, ...conditions, within(span)],
    sql` and `,
  )
}
