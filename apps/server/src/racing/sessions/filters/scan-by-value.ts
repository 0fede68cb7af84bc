import { sql } from 'kysely'
import {
  type FilterField,
  filterFieldRule,
  type FilterSort,
} from '@pitboard/contract/filter-fields'
import type { Filter } from '@pitboard/contract/filters'
import type { Db } from '../../../platform/db/tables.ts'
import { FILTER_COLUMNS } from './filter-columns.ts'
import type { Search } from './filter-search.ts'
import { filterSql, type LookedUp, ownConditions } from './filter-sql.ts'
import { conditionsOf, type KnownValue, overlap, type Span, valuesOf } from './filter-values.ts'
import { byTime, inOtherOrder, type Page, type Place } from './scan-page.ts'

/** Fields of few values: sessions of each value stand together, by time. */
const WALKED: ReadonlySet<FilterField> = new Set<FilterField>([
  'trackId',
  'sessionType',
  'numberOfLaps',
  'gameVersion',
])
/** The indexes of the walked fields hold these as well. */
const HELD: ReadonlySet<FilterField> = new Set<FilterField>([
  ...WALKED,
  ...(['userId', 'userName', 'sessionStartTime', 'id'] as const),
])
/** So many sessions are looked at for one that is asked for, and no more than that in all. */
const LOOKED_EACH = 10
const LOOKED_MAX = { held: 50_000, otherwise: 10_000 }
const QUESTIONS_MAX = 80

/**
 * A page along an order that begins with a field of few values: value after value, as far as it
 * goes. Null where too many sessions would have to be looked at, or the order is another one.
 */
export async function walkValues(
  db: Db,
  search: Search,
  looked: LookedUp,
  span: Span | undefined,
): Promise<string[] | null> {
  const { filter, sorts, page, firstLook } = search
  if (!isWalked(sorts[0])) return null
  const last = page.offset + page.limit
  const isHeld = conditionsOf(filter).every(({ field }) => HELD.has(field))
  const most = isHeld ? LOOKED_MAX.held : LOOKED_MAX.otherwise
  let left = Math.max(firstLook.otherwise, Math.min(LOOKED_EACH * last, most))
  let questions = QUESTIONS_MAX
  const ids: string[] = []
  let before = 0

  /** False where it can't go on. */
  function take(found: Page | null): boolean {
    if (!found) return false
    ids.push(...found.ids)
    before += found.found
    left -= found.looked
    return true
  }

  async function walk(place: Place, others: readonly FilterSort[]): Promise<boolean> {
    if (left <= 0 || questions-- <= 0) return false
    const asked = {
      ...{ offset: Math.max(0, page.offset - before), limit: page.limit - ids.length },
      most: left,
    }
    const [next, ...rest] = others
    if (!next || (next.field === 'sessionStartTime' && rest.length === 0)) {
      return take(await byTime(db, search, looked, place, asked))
    }
    if (place.held.length > 0 && take(await inOtherOrder(db, search, looked, place, asked))) {
      return true
    }
    const values = isWalked(next) ? await wantedValues(db, filter, next, looked) : null
    for (const value of values ?? []) {
      const held = [...place.held, { field: next.field, value: value?.value ?? null }]
      const narrowed = place.span && value ? overlap(place.span, value) : (value ?? place.span)
      if (!(await walk({ held, span: narrowed }, rest))) return false
      if (ids.length === page.limit) break
    }
    return values !== null
  }

  return (await walk({ held: [], span }, sorts)) ? ids : null
}

export function isWalked(sort: FilterSort | undefined): boolean {
  return sort !== undefined && WALKED.has(sort.field)
}

/** In the requested order, null for what is not known at the end; null where there are too many. */
async function wantedValues(
  db: Db,
  filter: Filter,
  { field, descending }: FilterSort,
  looked: LookedUp,
): Promise<readonly (KnownValue | null)[] | null> {
  const known = await valuesOf(db, field)
  if (!known) return null
  const unknown = filterFieldRule(field).nullable ? [null] : []
  const all = [...known.map(({ value }) => Number(value)), ...unknown]
  const column = sql.ref(FILTER_COLUMNS[field].replace('session.', ''))
  // In place of a session the conditions see the value alone.
  const { rows } = await sql<{ value: number | null }>`
    select ${column} as value from unnest(${all}::int[]) as session (${column})
    where ${filterSql(ownConditions(filter, field), looked)}`.execute(db)
  const wanted = new Set(rows.map(({ value }) => value))
  const values = known
    .filter(({ value }) => wanted.has(Number(value)))
    .toSorted((a, b) => (Number(a.value) - Number(b.value)) * (descending ? -1 : 1))
  return wanted.has(null) ? [...values, null] : values
}
