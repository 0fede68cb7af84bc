import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { parseSorts, type FilterSort } from '@pitboard/contract/filter-sorts'
import { FilterError, parseFilter, type Filter } from '@pitboard/contract/filters'
import type { Db } from '../db/tables.ts'
import { ApiError, invalidField } from '../errors.ts'
import { FILTER_COLUMNS } from './filter-columns.ts'
import { findNames } from './filter-names.ts'
import { filterSql, type LookedUp } from './filter-sql.ts'
import { findValues, spanOfFilter, type Span } from './filter-values.ts'
import { summaries } from './lists.ts'
import type { SummaryRow } from './queries.ts'

/** Whoever wants more says better what he looks for. */
const OFFSET_MAX = 10_000
const WITHIN_MS = 2_000
const CANCELLED = '57014'

/** By time one index holds all that is asked for; along others rows have to be fetched. */
const FIRST_LOOK = { byTime: 20_000, otherwise: 3_000 }

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
  const sorts = readAt('sorts', () => parseSorts(asked.sorts))
  const offset = (asked.page - 1) * asked.pageSize
  if (offset > OFFSET_MAX) throw invalidField('/page', `is beyond the first ${OFFSET_MAX} sessions`)
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(WITHIN_MS)}`.execute(transaction)
      const page = { offset, limit: asked.pageSize }
      return find(transaction, { filter, sorts, page, firstLook })
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === CANCELLED)) throw error
    const hint = 'takes too long: add a track, a type, a user or a time'
    throw invalidField('/filters', hint)
  }
}

interface Search {
  readonly filter: Filter
  readonly sorts: readonly FilterSort[]
  readonly page: { readonly offset: number; readonly limit: number }
  readonly firstLook: typeof FIRST_LOOK
}

/**
 * What many sessions satisfy is soon found in their order, what few satisfy by an index of it. No
 * planner knows which it is: versions of the game, say, follow one another in time.
 */
async function find(db: Db, search: Search): Promise<SummaryRow[]> {
  const { filter, page } = search
  const looked = { names: await findNames(db, filter), values: await findValues(db, filter) }
  const span = spanOfFilter(filter, looked.values)
  if (span === null) return []
  const soon = await firstInOrder(db, search, looked, span)
  const ids = soon.length === page.limit ? soon : await ofAll(db, search, looked, span)
  if (ids.length === 0) return []
  const rows = await summaries(db).where('session.id', 'in', ids).execute()
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

/** Looks at so many sessions in their order, from where there may be some. */
async function firstInOrder(
  db: Db,
  { filter, sorts, page: { offset, limit }, firstLook }: Search,
  looked: LookedUp,
  span: Span | undefined,
): Promise<string[]> {
  const [first] = sorted(sorts)
  const isByTime = first?.field === 'sessionStartTime' && sorts.length <= 1
  const rows = Math.max(isByTime ? firstLook.byTime : firstLook.otherwise, 2 * (offset + limit))
  const { rows: found } = await sql<{ id: string }>`
    select id from (
      select ${COLUMNS} from session
      where status = 'recorded' and ${within(isByTime ? span : undefined)}
        and ${ofSortedField(filter, first, looked)}
      order by ${orderOf(sorts)} limit ${rows}) as session
    where ${filterSql(filter, looked)}
    order by ${orderOf(sorts)} limit ${limit} offset ${offset}`.execute(db)
  return found.map(({ id }) => id)
}

/** By whatever indexes its conditions have: the order does not take part in the plan. */
async function ofAll(
  db: Db,
  { filter, sorts, page: { offset, limit } }: Search,
  looked: LookedUp,
  span: Span | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select ${COLUMNS} from session
      where status = 'recorded' and ${within(span)} and ${filterSql(filter, looked)}
      offset 0) as session
    order by ${orderOf(sorts)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

const COLUMNS = sql.join(
  Object.values(FILTER_COLUMNS)
    .filter((column) => column.startsWith('session.'))
    .map((column) => sql.ref(column)),
)

function within(span: Span | undefined): RawBuilder<SqlBool> {
  if (!span) return sql`true`
  return sql`session.started_at between ${span.oldest} and ${span.newest}`
}

/** Conditions on the field that the order begins with: they say where in it to look. */
function ofSortedField(
  filter: Filter,
  first: FilterSort | undefined,
  looked: LookedUp,
): RawBuilder<SqlBool> {
  const parts = filter.kind === 'all' ? filter.parts : [filter]
  const own = parts.filter((part) => part.kind === 'condition' && part.field === first?.field)
  return filterSql({ kind: 'all', parts: own }, looked)
}

function sorted(sorts: readonly FilterSort[]): readonly FilterSort[] {
  return sorts.length > 0 ? sorts : [{ field: 'sessionStartTime', descending: true }]
}

/** The id comes last, so that pages never overlap. */
function orderOf(sorts: readonly FilterSort[]): RawBuilder<unknown> {
  const wanted = sorted(sorts)
  const columns = wanted.map(({ field, descending }) => {
    return sql`${sql.ref(FILTER_COLUMNS[field])} ${descending ? sql`desc` : sql`asc`}`
  })
  const last = wanted.at(-1)?.descending === true ? sql`desc` : sql`asc`
  return sql.join([...columns, sql`session.id ${last}`])
}

function readAt<T>(parameter: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    const { offset, message } = error
    const detail = `The ${parameter} can't be read at character ${offset + 1}: ${message}.`
    const errors = [{ path: `/${parameter}`, message, offset }]
    throw new ApiError(400, detail, { more: { errors } })
  }
}
