import {
  OPERATORS_OF,
  FILTER_FIELDS,
  type FilterField,
} from '@pitboard/contract/sessions/filter-fields'
import type { SessionSummary } from '@pitboard/contract/sessions/session'

/** It is a condition as a reader of docs/filters.md understands it, and not as the server does. */
export interface PlainCondition {
  readonly field: FilterField
  readonly operator: string
  /** The values are as written. One of them has to match; for a "not" none may match. */
  readonly values: readonly string[]
}

/** Every field is listed with every operator it has. */
export const FIELD_OPERATORS = Object.entries(FILTER_FIELDS).flatMap(([name, { kind }]) =>
  OPERATORS_OF[kind].map((operator) => ({ name, operator })),
)

export function satisfies(session: SessionSummary, condition: PlainCondition): boolean {
  const { operator, values } = condition
  const actual = valueOf(session, condition.field)
  const negated = operator.startsWith('!')
  const some = values.some((value) => holds(actual, negated ? operator.slice(1) : operator, value))
  return negated ? !some : some
}

function valueOf(session: SessionSummary, field: FilterField): unknown {
  switch (field) {
    case 'framesSeen':
    case 'lapsMissing':
    case 'classification':
      return session.completeness?.[field] ?? null
    default:
      return session[field]
  }
}

function holds(actual: unknown, operator: string, written: string): boolean {
  if (written === 'null') return actual === null
  if (actual === null) return false
  if (typeof actual === 'boolean') return String(actual) === written
  if (typeof actual === 'number') return compares(actual, operator, Number(written))
  if (typeof actual !== 'string') throw new Error('a kind of field without a reading')
  if (/^\d{4}-\d\d-\d\dT/.test(actual)) {
    return compares(Date.parse(actual), operator, Date.parse(written))
  }
  const [a, b] = [plain(actual), plain(written)]
  if (operator === '@=') return a.includes(b)
  if (operator === '_=') return a.startsWith(b)
  return operator === '_-=' ? a.endsWith(b) : a === b
}

function compares(a: number, operator: string, b: number): boolean {
  if (operator === '>') return a > b
  if (operator === '<') return a < b
  if (operator === '>=') return a >= b
  return operator === '<=' ? a <= b : a === b
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
