import { sql } from 'kysely'
import type { FilterField } from '@pitboard/contract/sessions/filter-fields'
import type { FilterCondition } from '@pitboard/contract/sessions/filters'
import type { Db } from '../../../platform/db/tables.ts'
import { commonConditions, filterSql, within, type Search } from './filter-sql.ts'

/** A session has one of these numbers, or few others have it. */
const IDENTIFIERS: ReadonlySet<FilterField> = new Set<FilterField>([
  'id',
  'internalSessionId',
  'sessionId',
  'seasonLinkIdentifier',
  'weekendLinkIdentifier',
  'sessionLinkIdentifier',
  'userId',
])
/** Nearly all sessions have one value of these fields, so other values may be rare. */
const MOSTLY_EQUAL: ReadonlySet<FilterField> = new Set<FilterField>(['framesSeen', 'lapsMissing'])
/** Together so many users have few sessions. */
const USERS_MAX = 100
/** With fewer matches a page is hardly among the sessions that are read in their order. */
const ROWS_MAX = 5_000

/**
 * Returns whether few sessions satisfy one of the filter's conditions: then reading all of them is fastest. They are
 * counted in the index of the condition, up to a limit.
 */
export async function isRare(db: Db, search: Search): Promise<boolean> {
  const { filter, resolved, span, firstRows } = search
  const most = Math.min(ROWS_MAX, firstRows.byTime)
  const rare = commonConditions(filter).find((condition) => mayBeRare(condition, search))
  if (!rare) return false
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from session
      where status = 'recorded' and ${within(span)} and ${filterSql(rare, resolved)}
      limit ${sql.lit(most + 1)}) as rare`.execute(db)
  return rows[0] !== undefined && rows[0].count <= most
}

function mayBeRare(condition: FilterCondition, { resolved }: Search): boolean {
  const { field, operator, value } = condition
  if (value === null || operator.startsWith('!')) return false
  const names = resolved.names.get(condition)
  if (names) return names.users <= USERS_MAX
  return MOSTLY_EQUAL.has(field) || (operator === '==' && IDENTIFIERS.has(field))
}
