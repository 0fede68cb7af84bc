import type { Filter, FilterCondition } from '@pitboard/contract/filters'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { nameOf } from '../../../accounts/users/queries.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { conditionsOf } from './filter-values.ts'
import { plainMatches, textMatches } from './text-matches.ts'

/** With more matches than that nearly every session has one: then it is looked at row by row. */
const MATCHES_MAX = 1_000

/** Whom names match, for the conditions on users: their sessions are found by index. */
export type NameMatches = ReadonlyMap<FilterCondition, RawBuilder<SqlBool>>

/** Asks once for each name in the filter; a "not" is turned round by whoever asks. */
export async function findNames(db: Db, filter: Filter): Promise<NameMatches> {
  const found = new Map<FilterCondition, RawBuilder<SqlBool>>()
  for (const condition of conditionsOf(filter)) {
    if (condition.field === 'userName') found.set(condition, await users(db, condition))
  }
  return found
}

async function users(db: Db, { operator, value }: FilterCondition): Promise<RawBuilder<SqlBool>> {
  const text = String(value)
  const name = sql<string>`coalesce(username, ${sql.lit(nameOf({ username: null }))})`
  const matching = db
    .selectFrom('user')
    .select('id')
    // The index of names holds those alone.
    .where(sql<boolean>`search_name is not null`)
    .where(plainMatches(sql.ref('search_name'), operator, sql`search_text(${text})`))
    .unionAll(
      db
        .selectFrom('user')
        .select('id')
        .where('username', 'is', null)
        .where(textMatches(name, operator, text)),
    )
  const rows = await matching.limit(MATCHES_MAX + 1).execute()
  if (rows.length > MATCHES_MAX) return sql`(session.user_id in (${matching}))`
  if (rows.length === 0) return sql`false`
  return sql`session.user_id = any(${rows.map(({ id }) => id)}::uuid[])`
}
