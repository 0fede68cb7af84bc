import { sql } from 'kysely'
import { FilterError, type FilterSort, parseSorts } from '@pitboard/contract/filter-fields'
import { parseFilter } from '@pitboard/contract/filters'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../../platform/diagnostics/errors.ts'
import { findNames } from './filter-names.ts'
import { spanNearBound } from './scan-near-bound.ts'
import { COLUMNS, orderOf, type Search } from './filter-search.ts'
import { filterSql, type LookedUp, ownConditions } from './filter-sql.ts'
import { findValues, type Span, spanOfFilter, within } from './filter-values.ts'
import { isWalked, walkValues } from './scan-by-value.ts'
import { summaries } from '../lists.ts'
import type { SummaryRow } from '../queries.ts'

/** Whoever wants more says better what he looks for. */
const OFFSET_MAX = 10_000
const WITHIN_MS = 2_000
const CANCELLED = '57014'

/** By time one index holds all that is asked for; along others rows have to be fetched. */
const FIRST_LOOK = { byTime: 20_000, otherwise: 3_000 }

/** For a page that lies deep so many are looked at for each session that is asked for. */
const LOOKED_EACH = 8
const LOOKED_MAX = 60_000

const NEWEST_FIRST: readonly FilterSort[] = [{ field: 'sessionStartTime', descending: true }]

export interface Asked {
  readonly filters: string
  readonly sorts: string
  readonly page: number
  readonly pageSize: number
}

/**
 * The sessions a filter finds. Throws a 400 that points at what is wrong with it. `firstLook`: how
 * many sessions are looked at in their order before the filter's own indexes are asked.
 */
export async function listFiltered(
  db: Db,
  asked: Asked,
  firstLook = FIRST_LOOK,
): Promise<SummaryRow[]> {
  const filter = readAt('filters', () => parseFilter(asked.filters))
  const wanted = readAt('sorts', () => parseSorts(asked.sorts))
  const sorts = wanted.length > 0 ? wanted : NEWEST_FIRST
  const offset = (asked.page - 1) * asked.pageSize
  if (offset > OFFSET_MAX)
    throw invalidField('query/page', `is beyond the first ${OFFSET_MAX} sessions`)
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(WITHIN_MS)}`.execute(transaction)
      const page = { offset, limit: asked.pageSize }
      return find(transaction, { filter, sorts, order: orderOf(sorts), page, firstLook })
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === CANCELLED)) throw error
    const hint = 'takes too long: add a track, a type, a user or a time'
    throw invalidField('query/filters', hint)
  }
}

/**
 * What many sessions satisfy is soon found in their order, what few satisfy by an index of it. No
 * planner knows which it is: versions of the game, say, follow one another in time.
 */
async function find(db: Db, search: Search): Promise<SummaryRow[]> {
  const { filter } = search
  const looked = { names: await findNames(db, filter), values: await findValues(db, filter) }
  const span = spanOfFilter(filter, looked.values)
  if (span === null) return []
  const ids =
    (await walkValues(db, search, looked, span)) ??
    (await nearBound(db, search, looked)) ??
    (isWalked(search.sorts[0]) ? null : await firstInOrder(db, search, looked, span)) ??
    (await ofAll(db, search, looked, span))
  if (ids.length === 0) return []
  const rows = await summaries(db).where('session.id', 'in', ids).execute()
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

/** Looks at so many sessions in their order, from where there may be some. */
async function firstInOrder(
  db: Db,
  { filter, sorts, order, page: { offset, limit }, firstLook }: Search,
  looked: LookedUp,
  span: Span | undefined,
): Promise<string[] | null> {
  const [first] = sorts
  if (!first) return null
  const isByTime = first.field === 'sessionStartTime' && sorts.length === 1
  const last = offset + limit
  const least = isByTime ? firstLook.byTime : firstLook.otherwise
  const most = isByTime ? Math.min(LOOKED_EACH * last, LOOKED_MAX) : 0
  const rows = Math.max(least, most, 2 * last)
  const { rows: found } = await sql<{ id: string }>`
    select id from (
      select ${COLUMNS} from session
      where status = 'recorded' and ${within(isByTime ? span : undefined)}
        and ${filterSql(ownConditions(filter, first.field), looked)}
      order by ${order} limit ${rows}) as session
    where ${filterSql(filter, looked)}
    order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return found.length === limit ? found.map(({ id }) => id) : null
}

/** Where the filter bounds what grows with time: what is near the bound. */
async function nearBound(db: Db, search: Search, looked: LookedUp): Promise<string[] | null> {
  const span = await spanNearBound(db, search, looked)
  if (!span) return null
  // One index says of blocks of rows what they hold; no planner believes how few it leaves.
  await sql`select set_config('enable_indexscan', 'off', true),
    set_config('enable_indexonlyscan', 'off', true)`.execute(db)
  const ids = await ofAll(db, search, looked, span)
  await sql`select set_config('enable_indexscan', 'on', true),
    set_config('enable_indexonlyscan', 'on', true)`.execute(db)
  return ids
}

/** By whatever indexes its conditions have: the order does not take part in the plan. */
async function ofAll(
  db: Db,
  { filter, order, page: { offset, limit } }: Search,
  looked: LookedUp,
  span: Span | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select ${COLUMNS} from session
      where status = 'recorded' and ${within(span)} and ${filterSql(filter, looked)}
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
