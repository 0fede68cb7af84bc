import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  filterFieldRule,
  type FilterField,
  type FilterOperator,
} from '@pitboard/contract/filter-fields'
import type { Filter, FilterCondition } from '@pitboard/contract/filters'
import { COLUMN_TYPES, FILTER_COLUMNS } from './filter-columns.ts'
import type { NameMatches } from './filter-names.ts'
import type { Resolved } from './filter-values.ts'
import { plainMatches, textMatches } from './text-matches.ts'

/** What was looked up of a filter before it is asked for. */
export interface LookedUp {
  readonly names: NameMatches
  readonly values: ReadonlyMap<FilterCondition, Resolved>
}

/** The condition on `session` that a filter says; every value of the caller's is bound. */
export function filterSql(filter: Filter, looked: LookedUp): RawBuilder<SqlBool> {
  if (filter.kind === 'condition') {
    const resolved = looked.values.get(filter)
    if (resolved) return resolved.condition
    const positive = positiveSql(filter, looked.names)
    return filter.operator.startsWith('!') ? sql`(${positive}) is not true` : positive
  }
  if (filter.parts.length === 0) return sql`true`
  const parts = filter.parts.map((part) => sql`(${filterSql(part, looked)})`)
  return sql.join<SqlBool>(parts, filter.kind === 'all' ? sql` and ` : sql` or `)
}

/** Without the operator's "not". */
function positiveSql(condition: FilterCondition, names: NameMatches): RawBuilder<SqlBool> {
  const { field, operator, value } = condition
  const named = names.get(condition)
  if (named) return named
  const column = sql.ref(FILTER_COLUMNS[field])
  if (value === null) return sql`${column} is null`
  const { kind } = filterFieldRule(field)
  // Digits have no case, and the plain column has indexes.
  if (field === 'sessionId')
    return plainMatches(column, operator, sql`search_text(${String(value)})`)
  if (kind === 'text') return textMatches(column, operator, String(value))
  const compared = kind === 'instant' ? new Date(Number(value)) : value
  return sql`${column} ${SIGNS[operator] ?? sql`=`} ${compared}::${COLUMN_TYPES[kind]}`
}

const SIGNS: Readonly<Partial<Record<FilterOperator, RawBuilder<unknown>>>> = {
  '>': sql`>`,
  '<': sql`<`,
  '>=': sql`>=`,
  '<=': sql`<=`,
}

/** What a filter says of one field alone: what satisfies it all satisfies that too. */
export function ownConditions(filter: Filter, field: FilterField): Filter {
  const parts = filter.kind === 'all' ? filter.parts : [filter]
  const own = parts.filter((part) => part.kind === 'condition' && part.field === field)
  return { kind: 'all', parts: own }
}
