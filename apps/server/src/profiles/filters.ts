import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isUuid } from '@pitboard/contract/uuid'
import { getColumn, PROFILE_COLUMNS, type ProfileColumn } from './columns.ts'
import { RestError } from './rest-error.ts'

const VALUE_LENGTH_MAX = 500
const LISTED_MAX = 200
const COMPARISONS = new Map([
  ['eq', sql`=`],
  ['neq', sql`<>`],
  ['gt', sql`>`],
  ['gte', sql`>=`],
  ['lt', sql`<`],
  ['lte', sql`<=`],
])
const PATTERNS = new Map([
  ['like', sql`like`],
  ['ilike', sql`ilike`],
])

/** `username=ilike.max*` as a condition. Throws a 400 for what can't be read. */
export function readFilter(name: string, text: string): RawBuilder<SqlBool> {
  const column = getColumn(name)
  const [, not, operator, value] = /^(not\.)?(\w+)(?:\.(.*))?$/s.exec(text) ?? []
  if (operator === undefined || value === undefined) throw unreadable(name, text)
  if (value.length > VALUE_LENGTH_MAX && operator !== 'in') throw unreadable(name, 'too long')
  const condition = conditionOf(column, operator, value)
  if (!condition) throw unreadable(name, text)
  return not === undefined ? condition : sql<SqlBool>`not (${condition})`
}

function conditionOf(
  column: ProfileColumn,
  operator: string,
  value: string,
): RawBuilder<SqlBool> | null {
  const left = sql.ref(column)
  const comparison = COMPARISONS.get(operator)
  if (comparison) return sql<SqlBool>`${left} ${comparison} ${typed(column, value)}`
  const pattern = PATTERNS.get(operator)
  if (pattern) return sql<SqlBool>`${left}::text ${pattern} ${value.replaceAll('*', '%')}`
  if (operator === 'in') {
    const values = readList(value)
    if (values === null) return null
    if (values.length === 0) return sql<SqlBool>`false`
    return sql<SqlBool>`${left} in (${sql.join(values.map((item) => typed(column, item)))})`
  }
  if (operator !== 'is') return null
  if (value.toLowerCase() === 'null') return sql<SqlBool>`${left} is null`
  return value.toLowerCase() === 'not_null' ? sql<SqlBool>`${left} is not null` : null
}

function typed(column: ProfileColumn, value: string): RawBuilder<unknown> {
  const type = PROFILE_COLUMNS[column]
  if (type === 'uuid' && !isUuid(value)) {
    throw new RestError(400, '22P02', `invalid input syntax for type uuid: "${value}"`)
  }
  return sql`${value}::${sql.raw(type)}`
}

/**
 * `(a,"b,c")`; null for what is no list. Quoted values may hold commas and brackets; a quote within
 * a value is an ordinary character, since clients quote only where they must.
 */
export function readList(text: string): string[] | null {
  if (!text.startsWith('(') || !text.endsWith(')')) return null
  const inside = text.slice(1, -1)
  if (inside === '') return []
  const items: string[] = []
  const item = /\s*(?:"((?:[^"\\]|\\.)*)"|([^,)]*))\s*(,|$)/gsy
  while (items.length <= LISTED_MAX) {
    const [, quoted, plain = '', end] = item.exec(inside) ?? []
    if (end === undefined) return null
    items.push(quoted === undefined ? plain.trim() : quoted.replaceAll(/\\(.)/gs, '$1'))
    if (end === '') return items
  }
  return null
}

function unreadable(name: string, text: string): RestError {
  const shown = `${name}=${text}`.slice(0, 100)
  return new RestError(400, 'PGRST100', `"failed to parse filter (${shown})"`)
}
