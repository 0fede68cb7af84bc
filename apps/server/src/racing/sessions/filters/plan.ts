import { sql } from 'kysely'
import type { FilterField, FilterOperator } from '@pitboard/contract/sessions/filter-fields'
import { parseSorts, type FilterSort } from '@pitboard/contract/sessions/filter-fields'
import { FilterError } from '@pitboard/contract/sessions/filter-fields'
import { parseFilter, type Filter, type FilterCondition } from '@pitboard/contract/sessions/filters'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../../platform/http/api-error.ts'
import { type ListedRow, readListedSessions } from '../store/listed-sessions.ts'
import {
  COLUMNS,
  commonConditions,
  FILTER_COLUMNS,
  filterSql,
  orderOf,
  ownConditions,
  within,
  type Search,
} from './filter-sql.ts'
import { conditionsOf, findNames, findValues, spanOfFilter } from './resolve-conditions.ts'
import { isScannedByValue, scanByValue, scanOneValue } from './scan-by-value.ts'
import { isRare } from './scan-rare.ts'

/** A deeper page needs a narrower filter. */
const OFFSET_MAX = 10_000
const WITHIN_MS = 2_000
const CANCELLED = '57014'

/** One index by time holds all that filters ask for; along other orders rows have to be fetched. */
const FIRST_ROWS = { byTime: 20_000, otherwise: 3_000 }

/** A deep page reads this many rows for each requested session. */
const ROWS_PER_SESSION = 8
const ROWS_MAX = 60_000
/** Matches are not spread evenly: this many times as many rows are read as would be expected to fill the page. */
const MORE = 1.3
const MORE_ROWS_MAX = { byTime: 60_000, otherwise: 6_000 }

const NEWEST_FIRST: readonly FilterSort[] = [{ field: 'sessionStartTime', descending: true }]

interface FilterRequest {
  readonly filters: string
  readonly sorts: string
  readonly page: number
  readonly pageSize: number
}

/** Returns the ids of the page in their order; null where another strategy is faster. */
type Strategy = (db: Db, search: Search) => Promise<string[] | null>

/**
 * Strategies are tried in this order. A filter that many sessions satisfy is fastest in the order of the list, one that
 * few satisfy by an index of its own. PostgreSQL's planner cannot know which it is: versions of the game, for example,
 * follow one another in time.
 */
const STRATEGIES: readonly Strategy[] = [
  scanRare,
  scanByValue,
  scanOneValue,
  scanNearBound,
  scanByNumber,
  scanInOrder,
  scanAll,
]

/**
 * Returns the sessions that a filter finds. Throws a 400 that points at a mistake in it. `firstRows` limits
 * how many sessions are read in the list's order before the filter's own indexes are used.
 */
export async function listFiltered(
  db: Db,
  { filters, sorts: requestedSorts, page, pageSize }: FilterRequest,
  firstRows = FIRST_ROWS,
): Promise<ListedRow[]> {
  const filter = readAt('filters', () => parseFilter(filters))
  const parsed = readAt('sorts', () => parseSorts(requestedSorts))
  const sorts = parsed.length > 0 ? parsed : NEWEST_FIRST
  const offset = (page - 1) * pageSize
  if (offset > OFFSET_MAX) {
    throw invalidField('query/page', `is beyond the first ${OFFSET_MAX} sessions`)
  }
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(WITHIN_MS)}`.execute(transaction)
      const resolved = {
        names: await findNames(transaction, filter),
        values: await findValues(transaction, filter),
      }
      const span = spanOfFilter(filter, resolved.values)
      if (span === null) return []
      const order = orderOf(sorts)
      const range = { offset, limit: pageSize }
      return find(transaction, { filter, resolved, span, sorts, order, page: range, firstRows })
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === CANCELLED)) throw error
    const hint = 'takes too long: add a track, a type, a user or a time'
    throw invalidField('query/filters', hint)
  }
}

async function find(db: Db, search: Search): Promise<ListedRow[]> {
  let ids: string[] | null = null
  for (const strategy of STRATEGIES) ids ??= await strategy(db, search)
  return readListedSessions(db, ids ?? [], null)
}

/** Reads a bounded number of sessions in their order. */
async function scanInOrder(
  db: Db,
  { filter, resolved, span, sorts, order, page: { offset, limit }, firstRows }: Search,
): Promise<string[] | null> {
  const [first] = sorts
  if (!first || isScannedByValue(first)) return null
  const { field } = first
  const isByTime = first.field === 'sessionStartTime' && sorts.length === 1
  const last = offset + limit
  const least = isByTime ? firstRows.byTime : firstRows.otherwise
  const most = isByTime ? Math.min(ROWS_PER_SESSION * last, ROWS_MAX) : 0

  async function scan(rows: number): Promise<string[]> {
    const { rows: found } = await sql<{ id: string }>`
      select id from (
        select ${COLUMNS} from session
        where status = 'recorded' and ${within(isByTime ? span : undefined)}
          and ${filterSql(ownConditions(filter, field), resolved)}
        order by ${order} limit ${rows}) as session
      where ${filterSql(filter, resolved)}
      order by ${order} limit ${limit} offset ${offset}`.execute(db)
    return found.map(({ id }) => id)
  }

  const rows = Math.max(least, most, 2 * last)
  let ids = await scan(rows)
  // What was found says how many more rows would fill the page; that is often less work than reading all matches.
  const expected = (rows * MORE * last) / (offset + ids.length)
  const moreMax = isByTime ? MORE_ROWS_MAX.byTime : MORE_ROWS_MAX.otherwise
  const isNear = ids.length > 0 && ids.length < limit && expected <= moreMax
  if (isNear) ids = await scan(Math.ceil(expected))
  return ids.length === limit ? ids : null
}

/** These fields grow with time, though not strictly, because recordings come in late. */
const GROWING: ReadonlySet<FilterField> = new Set<FilterField>([
  'internalSessionId',
  'sessionEndTime',
])
const BELOW: ReadonlySet<FilterOperator> = new Set<FilterOperator>(['<', '<='])
const ABOVE: ReadonlySet<FilterOperator> = new Set<FilterOperator>(['>', '>='])

const AGES = { oldest: new Date('0001-01-01T00:00:00Z'), newest: new Date('9999-12-31T00:00:00Z') }

/**
 * Reads a list by time whose filter bounds a field that grows with time: enough sessions next to the bound
 * show where in time the page lies.
 */
async function scanNearBound(db: Db, search: Search): Promise<string[] | null> {
  const { filter, resolved, sorts, page, firstRows } = search
  const [first, second] = sorts
  if (first?.field !== 'sessionStartTime' || second) return null
  const { descending } = first
  const bound = boundOf(filter, descending ? BELOW : ABOVE)
  if (!bound) return null
  const last = page.offset + page.limit
  const column = sql.ref(FILTER_COLUMNS[bound.field])
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<{ started_at: Date }>`
    select started_at from (
      select ${COLUMNS} from session
      where status = 'recorded' and ${filterSql(bound, resolved)}
      order by ${column} ${direction} limit ${Math.max(firstRows.otherwise, last)}) as session
    where ${filterSql(filter, resolved)}
    order by started_at ${direction} limit 1 offset ${last - 1}`.execute(db)
  const [row] = rows
  if (!row) return null
  const span = { ...AGES, [descending ? 'oldest' : 'newest']: row.started_at }
  return scanBlocks(db, { ...search, span })
}

/**
 * Reads a list by the number of the sessions, which grows with time: enough of the newest, or oldest, sessions show
 * within which numbers the page lies.
 */
async function scanByNumber(db: Db, search: Search): Promise<string[] | null> {
  const { filter, resolved, span, sorts, page, firstRows } = search
  const [first, second] = sorts
  if (first?.field !== 'internalSessionId' || second || conditionsOf(filter).length === 0)
    return null
  const { descending } = first
  const last = page.offset + page.limit
  const byTime = orderOf([{ field: 'sessionStartTime', descending }])
  const { rows } = await sql<{ found: number; lowest: number; highest: number }>`
    select count(*)::int as found, min(number) as lowest, max(number) as highest from (
      select internal_session_id as number from (
        select ${COLUMNS} from session
        where status = 'recorded' and ${within(span)}
        order by ${byTime} limit ${Math.max(firstRows.byTime, last)}) as session
      where ${filterSql(filter, resolved)} limit ${last}) as nearest`.execute(db)
  const [nearest] = rows
  if (!nearest || nearest.found < last) return null
  const bound: FilterCondition = {
    kind: 'condition',
    field: 'internalSessionId',
    operator: descending ? '>=' : '<=',
    value: descending ? nearest.lowest : nearest.highest,
  }
  return scanBlocks(db, { ...search, filter: { kind: 'all', parts: [filter, bound] } })
}

/** The planner overestimates what a BRIN index leaves: only its bitmap scan is allowed. */
async function scanBlocks(db: Db, search: Search): Promise<string[]> {
  await sql`select set_config('enable_indexscan', 'off', true),
    set_config('enable_indexonlyscan', 'off', true)`.execute(db)
  const ids = await scanAll(db, search)
  await sql`select set_config('enable_indexscan', 'on', true),
    set_config('enable_indexonlyscan', 'on', true)`.execute(db)
  return ids
}

function boundOf(filter: Filter, operators: ReadonlySet<FilterOperator>) {
  return commonConditions(filter).find(
    ({ field, operator }) => GROWING.has(field) && operators.has(operator),
  )
}

/** Reads all sessions where few satisfy one condition of the filter. */
async function scanRare(db: Db, search: Search): Promise<string[] | null> {
  return (await isRare(db, search)) ? scanAll(db, search) : null
}

/** Uses any indexes of the filter's conditions: the order does not take part in the plan. */
async function scanAll(
  db: Db,
  { filter, resolved, span, order, page: { offset, limit } }: Search,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select ${COLUMNS} from session
      where status = 'recorded' and ${within(span)} and ${filterSql(filter, resolved)}
      offset 0) as session
    order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

function readAt<T>(parameter: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    const { offset, message } = error
    const detail = `The ${parameter} can't be read at character ${offset + 1}: ${message}.`
    const errors = [{ path: `query/${parameter}`, message, offset }]
    throw new ApiError(400, detail, { more: { errors } })
  }
}
