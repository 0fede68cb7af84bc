import { type RawBuilder, sql } from 'kysely'
import { filterFieldRule, type FilterSort } from '@pitboard/contract/filter-fields'
import type { Filter } from '@pitboard/contract/filters'
import { FILTER_COLUMNS } from './filter-columns.ts'

/** One page of what a filter finds. */
export interface Search {
  readonly filter: Filter
  /** At least one. */
  readonly sorts: readonly FilterSort[]
  readonly order: RawBuilder<unknown>
  readonly page: { readonly offset: number; readonly limit: number }
  /** How many sessions are looked at in their order before the filter's own indexes are asked. */
  readonly firstLook: { readonly byTime: number; readonly otherwise: number }
}

/** Whatever a filter names of a session. */
export const COLUMNS = sql.join(
  Object.values(FILTER_COLUMNS)
    .filter((column) => column.startsWith('session.'))
    .map((column) => sql.ref(column)),
)

/**
 * Without sorts, and where they leave it open, the newest come first; pages never overlap. Sessions
 * whose value is not known come last.
 */
export function orderOf(sorts: readonly FilterSort[]): RawBuilder<unknown> {
  const columns = sorts.map(
    ({ field, descending }) =>
      sql`${sql.ref(FILTER_COLUMNS[field])} ${way(descending)}${sql.raw(
        filterFieldRule(field).nullable ? ' nulls last' : '',
      )}`,
  )
  const time = sorts.find(({ field }) => field === 'sessionStartTime')
  const last = time ? [] : [sql`session.started_at desc`]
  return sql.join([...columns, ...last, sql`session.id ${way(time?.descending ?? true)}`])
}

function way(descending: boolean): RawBuilder<unknown> {
  return descending ? sql`desc` : sql`asc`
}
