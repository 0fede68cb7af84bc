import { endOfQuoted, readList, unescape } from '../../../accounts/profiles/columns.ts'
import type { Row, WatchedTable } from './tables.ts'

const CONDITIONS_MAX = 10

/** A filter such as `owner_id=eq.…,name=like.A%` has several conditions, which all have to hold. */
export interface Condition {
  readonly column: string
  /** It has the values of `eq` and `in`; null for other operators. */
  readonly named: readonly string[] | null
  holds(row: Row): boolean
}

type Comparable = string | number | boolean
type Test = (value: Comparable) => boolean

/** Returns null if the text is malformed or names an unknown column. */
export function readFilter(text: string, { columns }: WatchedTable): Condition[] | null {
  const parts = splitConditions(text)
  if (parts === null || parts.length > CONDITIONS_MAX) return null
  const conditions = parts.map((part) => readCondition(part, columns))
  return conditions.every((condition) => condition !== null) ? conditions : null
}

/** Splits at commas outside of quotes and brackets, in linear time. */
function splitConditions(text: string): string[] | null {
  const parts: string[] = []
  let start = 0
  let at = 0
  while (at < text.length) {
    if (text[at] === ',') {
      parts.push(text.slice(start, at))
      start = at + 1
    }
    const end =
      text[at] === '"' ? endOfQuoted(text, at) : text[at] === '(' ? endOfBracket(text, at) : at + 1
    if (end === null) return null
    at = end
  }
  parts.push(text.slice(start))
  return parts.includes('') ? null : parts
}

/** Returns the index after the closing bracket. An unclosed quote is a normal character. */
function endOfBracket(text: string, start: number): number | null {
  let isSearched = false
  let at = start + 1
  while (at < text.length) {
    if (text[at] === ')') return at + 1
    const end = text[at] === '"' && !isSearched ? endOfQuoted(text, at) : at + 1
    // Searching again for each later quote would take quadratic time.
    if (end === null) isSearched = true
    at = end ?? at + 1
  }
  return null
}

function readCondition(text: string, columns: WatchedTable['columns']): Condition | null {
  const [, column, not, operator, value] = /^\s*(\w+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? []
  if (column === undefined || operator === undefined || value === undefined) return null
  const type = Object.hasOwn(columns, column) ? columns[column] : undefined
  if (type === undefined) return null
  const holds = readTest(operator, value, type)
  if (!holds) return null
  const named = not === undefined ? namedBy(operator, value) : null
  return { column, named, holds: (row) => holds(row[column]) !== (not !== undefined) }
}

function namedBy(operator: string, text: string): string[] | null {
  if (operator === 'eq') return [unquoted(text).toLowerCase()]
  return operator === 'in' ? (readList(text)?.map((item) => item.toLowerCase()) ?? null) : null
}

/** Null is neither equal nor unequal to anything, as in SQL. */
function readTest(
  operator: string,
  text: string,
  type: string,
): ((value: unknown) => boolean) | null {
  const known = (test: Test) => (value: unknown) => {
    const comparable = comparableOf(value, type)
    return comparable !== null && test(comparable)
  }
  if (operator === 'is') return readIs(text)
  if (operator === 'in') {
    const items = readList(text)?.map((item) => comparableOf(item, type))
    return items?.every((item) => item !== null) === true
      ? known((value) => items.includes(value))
      : null
  }
  const plain = unquoted(text)
  if (operator === 'like') return known((value) => matchesPattern(String(value), plain))
  if (operator === 'ilike') {
    const pattern = plain.toLowerCase()
    return known((value) => matchesPattern(String(value).toLowerCase(), pattern))
  }
  const wanted = comparableOf(plain, type)
  if (wanted === null) return null
  if (operator === 'isdistinct') return (value) => comparableOf(value, type) !== wanted
  const test = COMPARISONS.get(operator)?.(wanted)
  return test ? known(test) : null
}

const COMPARISONS = new Map<string, (wanted: Comparable) => Test>([
  ['eq', (wanted) => (value) => value === wanted],
  ['neq', (wanted) => (value) => value !== wanted],
  ['lt', (wanted) => (value) => value < wanted],
  ['lte', (wanted) => (value) => value <= wanted],
  ['gt', (wanted) => (value) => value > wanted],
  ['gte', (wanted) => (value) => value >= wanted],
])

function readIs(text: string): ((value: unknown) => boolean) | null {
  const wanted = IS.get(text.toLowerCase())
  return wanted === undefined ? null : (value) => (value ?? null) === wanted
}

const IS = new Map<string, boolean | null>([
  ['null', null],
  ['unknown', null],
  ['true', true],
  ['false', false],
])

function unquoted(text: string): string {
  const [, inside] = /^"((?:[^"\\]|\\.)*)"$/s.exec(text) ?? []
  return inside === undefined ? text : unescape(inside)
}

/** Returns a value by the column's type; null if it has another type. */
function comparableOf(value: unknown, type: string): Comparable | null {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  if (value === null || value === undefined) return null
  if (type === 'bool') return text === 'true' ? true : text === 'false' ? false : null
  if (type === 'timestamptz') return finite(Date.parse(text))
  if (/^(int|float|numeric)/.test(type)) return text.trim() === '' ? null : finite(Number(text))
  return type === 'uuid' ? text.toLowerCase() : text
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Matches as SQL's `like` does (`%` any text, `_` one character), without exponential backtracking. */
export function matchesPattern(text: string, pattern: string): boolean {
  let at = 0
  let inPattern = 0
  let afterStar = -1
  let restart = 0
  while (at < text.length) {
    const wanted = pattern[inPattern]
    if (wanted === '%') {
      afterStar = ++inPattern
      restart = at
    } else if (wanted !== undefined && (wanted === '_' || wanted === text[at])) {
      at++
      inPattern++
    } else if (afterStar >= 0) {
      // The last % takes one character more.
      at = ++restart
      inPattern = afterStar
    } else {
      return false
    }
  }
  return /^%*$/.test(pattern.slice(inPattern))
}
