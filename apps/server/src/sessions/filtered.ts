import { sql } from 'kysely'
import { parseSorts, type FilterSort } from '@pitboard/contract/filter-sorts'
import { FilterError, parseFilter, type Filter } from '@pitboard/contract/filters'
import type { Db } from '../db/tables.ts'
import { ApiError, invalidField } from '../errors.ts'
import { findNames } from './filter-names.ts'
import { FILTER_COLUMNS, filterSql } from './filter-sql.ts'
import { summaries } from './lists.ts'
import type { SummaryRow } from './queries.ts'

/** Whoever wants more says better what he looks for. */
const OFFSET_MAX = 10_000
const WITHIN_MS = 2_000
const CANCELLED = '57014'

export interface Asked {
  readonly filters: string
  readonly sorts: string
  readonly page: number
  readonly pageSize: number
}

/** The sessions a filter finds. Throws a 400 that points at what is wrong with it. */
export async function listFiltered(db: Db, asked: Asked): Promise<SummaryRow[]> {
  const filter = readAt('filters', () => parseFilter(asked.filters))
  const sorts = readAt('sorts', () => parseSorts(asked.sorts))
  const offset = (asked.page - 1) * asked.pageSize
  if (offset > OFFSET_MAX) throw invalidField('/page', `is beyond the first ${OFFSET_MAX} sessions`)
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(WITHIN_MS)}`.execute(transaction)
      return find(transaction, filter, sorts, { offset, limit: asked.pageSize })
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === CANCELLED)) throw error
    const hint = 'takes too long: add a track, a type, a user or a time'
    throw invalidField('/filters', hint)
  }
}

async function find(
  db: Db,
  filter: Filter,
  sorts: readonly FilterSort[],
  { offset, limit }: { offset: number; limit: number },
): Promise<SummaryRow[]> {
  const condition = filterSql(filter, await findNames(db, filter))
  const order = orderOf(sorts)
  const ids = db
    .selectFrom('session')
    .select('session.id')
    .where('status', '=', 'recorded')
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .offset(offset)
  return summaries(db).where('session.id', 'in', ids).orderBy(order).execute()
}

/** The id comes last, so that pages never overlap. */
function orderOf(sorts: readonly FilterSort[]) {
  const wanted =
    sorts.length > 0 ? sorts : [{ field: 'sessionStartTime', descending: true } as const]
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
