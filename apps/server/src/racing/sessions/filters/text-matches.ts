import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { FilterOperator } from '@pitboard/contract/filter-fields'

/**
 * Whether a text is, holds, begins or ends with another, accents and case aside; a "not" is turned
 * round by whoever asks.
 */
export function textMatches(
  column: RawBuilder<unknown>,
  operator: FilterOperator,
  text: string,
): RawBuilder<SqlBool> {
  return plainMatches(sql`search_text(${column})`, operator, sql`search_text(${text})`)
}

/** The same for texts that are compared as they are. */
export function plainMatches(
  column: RawBuilder<unknown>,
  operator: FilterOperator,
  text: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (operator === '==' || operator === '!=') return sql`${column} = ${text}`
  const escaped = sql`regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`
  const before = operator.endsWith('@=') || operator.endsWith('_-=') ? '%' : ''
  const after = operator.endsWith('@=') || /^!?_=$/.test(operator) ? '%' : ''
  return sql`${column} like ${sql.lit(before)} || ${escaped} || ${sql.lit(after)}`
}
