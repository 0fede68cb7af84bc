import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { FilterOperator } from '@pitboard/contract/filter-fields'
import type { Filter, FilterCondition } from '@pitboard/contract/filters'
import type { Db } from '../db/tables.ts'
import { nameOf } from '../users/name.ts'

/** With more matches than that nearly every session has one: then it is looked at row by row. */
const MATCHES_MAX = 1_000

/** What names match, for the conditions on users and tracks: their sessions are found by index. */
export type NameMatches = ReadonlyMap<FilterCondition, RawBuilder<SqlBool>>

/** Asks once for each name in the filter. */
export async function findNames(db: Db, filter: Filter): Promise<NameMatches> {
  const found = new Map<FilterCondition, RawBuilder<SqlBool>>()
  for (const condition of conditionsOf(filter)) {
    if (condition.field === 'userName') found.set(condition, await users(db, condition))
    if (condition.field === 'trackName') found.set(condition, await tracks(db, condition))
  }
  return found
}

function conditionsOf(filter: Filter): FilterCondition[] {
  return filter.kind === 'condition' ? [filter] : filter.parts.flatMap(conditionsOf)
}

async function users(db: Db, { operator, value }: FilterCondition): Promise<RawBuilder<SqlBool>> {
  const text = String(value)
  const name = sql<string>`coalesce(username, ${sql.lit(nameOf({ username: null }))})`
  const matching = db
    .selectFrom('user')
    .select('id')
    // The index of names holds those alone.
    .where('username', 'is not', null)
    .where(textMatches(sql.ref('username'), operator, text))
    .unionAll(
      db
        .selectFrom('user')
        .select('id')
        .where('username', 'is', null)
        .where(textMatches(name, operator, text)),
    )
  const rows = await matching.limit(MATCHES_MAX + 1).execute()
  if (rows.length > MATCHES_MAX) return sql`(session.user_id in (${matching}))`
  return sql`session.user_id = any(${rows.map(({ id }) => id)}::uuid[])`
}

/** Hops from name to name along their index: there are some forty. */
async function tracks(db: Db, { operator, value }: FilterCondition): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ name: string }>`
    with recursive track(name) as (
      (select track_name from session where status = 'recorded' order by track_name limit 1)
      union all
      select (select track_name from session where status = 'recorded' and track_name > track.name
        order by track_name limit 1)
      from track where track.name is not null)
    select name from track
    where name is not null and ${textMatches(sql.ref('name'), operator, String(value))}`.execute(db)
  return sql`session.track_name = any(${rows.map(({ name }) => name)}::text[])`
}

/**
 * Whether a text is, holds, begins or ends with another, accents and case aside; a "not" is turned
 * round by whoever asks.
 */
export function textMatches(
  column: RawBuilder<unknown>,
  operator: FilterOperator,
  text: string,
): RawBuilder<SqlBool> {
  if (operator === '==' || operator === '!=') {
    return sql`search_text(${column}) = search_text(${text})`
  }
  const escaped = sql`regexp_replace(search_text(${text}), '([\\\\%_])', '\\\\\\1', 'g')`
  const before = operator.endsWith('@=') || operator.endsWith('_-=') ? '%' : ''
  const after = operator.endsWith('@=') || /^!?_=$/.test(operator) ? '%' : ''
  return sql`search_text(${column}) like ${sql.lit(before)} || ${escaped} || ${sql.lit(after)}`
}
