import { sql } from 'kysely'
import type { FilterField, FilterOperator } from '@pitboard/contract/filter-fields'
import type { Filter } from '@pitboard/contract/filters'
import type { Db } from '../../../platform/db/tables.ts'
import { FILTER_COLUMNS } from './filter-columns.ts'
import { COLUMNS, type Search } from './filter-search.ts'
import { filterSql, type LookedUp } from './filter-sql.ts'
import type { Span } from './filter-values.ts'

/** They grow with time, though not strictly: recordings come in late. */
const GROWING: ReadonlySet<FilterField> = new Set<FilterField>([
  'internalSessionId',
  'sessionEndTime',
])
const BELOW: ReadonlySet<FilterOperator> = new Set<FilterOperator>(['<', '<='])
const ABOVE: ReadonlySet<FilterOperator> = new Set<FilterOperator>(['>', '>='])

const AGES = { oldest: new Date('0001-01-01T00:00:00Z'), newest: new Date('9999-12-31T00:00:00Z') }

/**
 * Where the first in time are, of a filter that bounds a field which grows with time: next to the
 * bound there are enough, so none of the page is on their other side. Null where that says nothing.
 */
export async function spanNearBound(
  db: Db,
  { filter, sorts, page: { offset, limit }, firstLook }: Search,
  looked: LookedUp,
): Promise<Span | null> {
  const [first, second] = sorts
  if (first?.field !== 'sessionStartTime' || second) return null
  const { descending } = first
  const bound = boundOf(filter, descending ? BELOW : ABOVE)
  if (!bound) return null
  const column = sql.ref(FILTER_COLUMNS[bound.field])
  const way = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<{ started_at: Date }>`
    select started_at from (
      select ${COLUMNS} from session
      where status = 'recorded' and ${filterSql(bound, looked)}
      order by ${column} ${way} limit ${Math.max(firstLook.otherwise, offset + limit)}) as session
    where ${filterSql(filter, looked)}
    order by started_at ${way} limit 1 offset ${offset + limit - 1}`.execute(db)
  const [last] = rows
  if (!last) return null
  return descending ? { ...AGES, oldest: last.started_at } : { ...AGES, newest: last.started_at }
}

function boundOf(filter: Filter, operators: ReadonlySet<FilterOperator>) {
  const parts = filter.kind === 'all' ? filter.parts : [filter]
  return parts
    .filter((part) => part.kind === 'condition')
    .find(({ field, operator }) => GROWING.has(field) && operators.has(operator))
}
