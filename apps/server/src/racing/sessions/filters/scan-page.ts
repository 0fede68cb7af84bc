import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { FilterField } from '@pitboard/contract/filter-fields'
import type { Db } from '../../../platform/db/tables.ts'
import { FILTER_COLUMNS } from './filter-columns.ts'
import { COLUMNS, type Search } from './filter-search.ts'
import { filterSql, type LookedUp } from './filter-sql.ts'
import { within, type KnownValue, type Span } from './filter-values.ts'

/** Of so many an order that no index has is made. */
const SORTED_MAX = 2_000

/** Sessions that have these values. */
export interface Place {
  readonly held: readonly {
    readonly field: FilterField
    readonly value: KnownValue['value'] | null
  }[]
  readonly span: Span | undefined
}

interface Asked {
  readonly offset: number
  readonly limit: number
  /** That many are looked at. */
  readonly most: number
}

export interface Page {
  readonly ids: readonly string[]
  /** With those before the page; where the page is not full it is all there are. */
  readonly found: number
  readonly looked: number
}

/** As an index has them; null where the page is not among the first. */
export async function byTime(
  db: Db,
  { filter, order }: Search,
  looked: LookedUp,
  place: Place,
  { offset, limit, most }: Asked,
): Promise<Page | null> {
  const last = offset + limit
  const { rows } = await sql<Page>`
    with found as materialized (
      select id, row_number() over () as place
      from (select ${COLUMNS} from session where ${isAt(place)} order by ${order} limit ${most})
        as session
      where ${filterSql(filter, looked)} limit ${last})
    select array(select id from found where place > ${offset} order by place) as ids,
      (select count(*) from found)::int as found,
      case when (select count(*) from found) < ${last}
        then (select count(*) from (
          select from session where ${isAt(place)} limit ${most}) as looked)::int
        else 0 end as looked`.execute(db)
  const [page] = rows
  return page && page.looked < most ? page : null
}

/** In an order that no index has; null where there are too many. */
export async function inOtherOrder(
  db: Db,
  { filter, order }: Search,
  looked: LookedUp,
  place: Place,
  { offset, limit }: Asked,
): Promise<Page | null> {
  const { rows } = await sql<Page>`
    with found as materialized (
      select ${COLUMNS} from session where ${isAt(place)} and ${filterSql(filter, looked)}
      limit ${SORTED_MAX})
    select array(select id from found as session order by ${order} limit ${limit} offset ${offset})
        as ids,
      (select count(*) from found)::int as found,
      (select count(*) from found)::int as looked`.execute(db)
  const [page] = rows
  return page && page.looked < SORTED_MAX ? page : null
}

function isAt({ held, span }: Place): RawBuilder<SqlBool> {
  const values = held.map(({ field, value }) => {
    const column = sql.ref(FILTER_COLUMNS[field])
    return value === null ? sql`${column} is null` : sql`${column} = ${value}`
  })
  return sql.join<SqlBool>([sql`session.status = 'recorded'`, ...values, within(span)], sql` and `)
}
