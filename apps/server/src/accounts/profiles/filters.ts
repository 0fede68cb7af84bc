import { isUuid } from '@pitboard/contract/wire/uuid'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { getColumn, PROFILE_COLUMNS, type ProfileColumn, readArray, readList } from './columns.ts'
import { RestError } from './rest-error.ts'

const VALUE_LENGTH_MAX = 500
const LIST_LENGTH_MAX = 10_000
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

/** Reads `username=ilike.max*` as a condition. Throws a 400 for what can't be read. */
export function readFilter(name: string, text: string): RawBuilder<SqlBool> {
  const column = getColumn(name)
  const [, not, operator, quantifier, value] =
    /^(not\.)?(\w+)(?:\((any|all)\))?(?:\.(.*))?$/s.exec(text) ?? []
  if (operator === undefined || value === undefined) throw unreadable(name, text)
  if (operator === 'match' || operator === 'imatch') throw regularExpressionsRefused()
  const isList = operator === 'in' || quantifier !== undefined
  if (value.length > (isList ? LIST_LENGTH_MAX : VALUE_LENGTH_MAX)) {
    throw unreadable(name, 'too long')
  }
  const condition =
    quantifier === undefined
      ? conditionOf(column, operator, value)
      : quantifiedConditionOf(column, operator, quantifier, value)
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

/** Reads `like(any).{a*,b*}`. */
function quantifiedConditionOf(
  column: ProfileColumn,
  operator: string,
  quantifier: string,
  value: string,
): RawBuilder<SqlBool> | null {
  const isPattern = PATTERNS.has(operator)
  const isComparison = COMPARISONS.has(operator) && operator !== 'neq'
  const values = isPattern || isComparison ? readArray(value) : null
  if (values === null) return null
  if (values.length === 0) return quantifier === 'any' ? sql<SqlBool>`false` : sql<SqlBool>`true`
  const conditions = values.map(
    (item) => conditionOf(column, operator, item) ?? sql<SqlBool>`false`,
  )
  return sql<SqlBool>`(${sql.join(conditions, quantifier === 'any' ? sql` or ` : sql` and `)})`
}

function typed(column: ProfileColumn, value: string): RawBuilder<unknown> {
  const type = PROFILE_COLUMNS[column]
  if (type === 'uuid' && !isUuid(value)) {
    throw new RestError(400, '22P02', `invalid input syntax for type uuid: "${value}"`)
  }
  return sql`${value}::${sql.raw(type)}`
}

/** PostgreSQL's can take exponential time, and anybody may ask here. */
function regularExpressionsRefused(): RestError {
  return new RestError(400, '0A000', 'regular expressions are not supported here', {
    details: 'match and imatch would let anybody occupy the database.',
    hint: 'Use like, ilike, like(any) or ilike(all).',
  })
}

function unreadable(name: string, text: string): RestError {
  const shown = `${name}=${text}`.slice(0, 100)
  return new RestError(400, 'PGRST100', `"failed to parse filter (${shown})"`)
}

const CONDITIONS_MAX = 20
const DEPTH_MAX = 5

/** Returns whether a query's name joins conditions, and names no column. */
export function joinsConditions(name: string): boolean {
  return /^(?:not\.)?(?:and|or)$/.test(name)
}

/** Reads `or=(username.eq.a,and(…))` as a condition. Throws a 400 for what can't be read. */
export function readLogic(name: string, text: string): RawBuilder<SqlBool> {
  let at = 0
  let conditions = 0
  const unreadable = () => {
    const shown = `${name}=${text}`.slice(0, 100)
    return new RestError(400, 'PGRST100', `"failed to parse logic tree (${shown})"`)
  }
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at += found[0].length
    return found
  }

  const readGroup = (start: string, depth: number): RawBuilder<SqlBool> => {
    if (depth > DEPTH_MAX || !take(/\(/y)) throw unreadable()
    const parts = [readPart(depth)]
    while (take(/,/y)) parts.push(readPart(depth))
    if (!take(/\)/y)) throw unreadable()
    const joined = sql.join(parts, start.endsWith('or') ? sql` or ` : sql` and `)
    return start.startsWith('not.') ? sql<SqlBool>`not (${joined})` : sql<SqlBool>`(${joined})`
  }

  const readPart = (depth: number): RawBuilder<SqlBool> => {
    const [start] = take(/(?:not\.)?(?:and|or)(?=\()/y) ?? []
    if (start !== undefined) return readGroup(start, depth + 1)
    const [, column, not = '', operator, quantifier = ''] =
      take(/(\w+)\.(not\.)?(\w+)(\((?:any|all)\))?\./y) ?? []
    if (column === undefined || ++conditions > CONDITIONS_MAX) throw unreadable()
    const list = operator === 'in' ? LIST : quantifier === '' ? null : ARRAY
    const value = list ? take(list)?.[0] : readValue()
    return readFilter(column, `${not}${operator}${quantifier}.${value ?? ''}`)
  }

  const readValue = (): string => {
    const quoted = take(/"((?:[^"\\]|\\.)*)"(?=[,)])/sy)?.[1]
    return quoted?.replaceAll(/\\(.)/gs, '$1') ?? take(/[^,)]*/y)?.[0] ?? ''
  }

  const condition = readGroup(name, 1)
  if (at < text.length) throw unreadable()
  return condition
}

const LIST = /\((?:"(?:[^"\\]|\\.)*"|[^")])*\)/sy
const ARRAY = /\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}/sy
