import {
  FIELD_NAMES,
  FILTER_OPERATORS,
  FilterError,
  type FilterField,
  filterFieldRule,
  type FilterOperator,
  type FilterValue,
  OPERATORS_OF,
  readFilterField,
  readFilterValue,
} from './filter-fields.ts'

export const FILTER_CHARS_MAX = 2_000
const FILTER_CONDITIONS_MAX = 50
const FILTER_DEPTH_MAX = 5

/** Sessions must meet these conditions; an empty `all` matches every session. */
export type Filter =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Filter[] }
  | FilterCondition

export interface FilterCondition {
  readonly kind: 'condition'
  readonly field: FilterField
  readonly operator: FilterOperator
  /** Null matches a value that the game did not send. */
  readonly value: FilterValue | null
}

/** Parses a filter (docs/filters.md). Throws a `FilterError` at the place of an error. */
export function parseFilter(text: string): Filter {
  if (text.length > FILTER_CHARS_MAX) {
    throw new FilterError(FILTER_CHARS_MAX, `a filter has at most ${FILTER_CHARS_MAX} characters`)
  }
  const control = text.search(CONTROL)
  if (control >= 0) throw new FilterError(control, 'control characters are not allowed')
  return createParser(text).whole()
}

// oxlint-disable-next-line no-control-regex -- the pattern finds them
const CONTROL = /[\u0000-\u001f\u007f]/
const NAME = /[A-Za-z][A-Za-z\d]*/y
const QUOTED = /"(?:[^"\\]|\\.)*"/y
/** A backslash escapes the next character. */
const PLAIN = /(?:[^,|()"\\]|\\.)+/y

interface Test {
  readonly fields: readonly { readonly field: FilterField; readonly offset: number }[]
  readonly operator: FilterOperator
  readonly offset: number
}

function createParser(text: string) {
  let at = 0
  let conditions = 0

  function spaces(): void {
    while (text[at] === ' ') at++
  }

  function match(pattern: RegExp): RegExpExecArray | null {
    spaces()
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }

  function take(sign: string): boolean {
    spaces()
    if (!text.startsWith(sign, at)) return false
    at += sign.length
    return true
  }

  function whole(): Filter {
    spaces()
    if (at === text.length) return { kind: 'all', parts: [] }
    const filter = all(0)
    spaces()
    if (at < text.length) throw new FilterError(at, `"${text[at]}" is not expected here`)
    return filter
  }

  function all(depth: number): Filter {
    const parts = [any(depth)]
    while (take(',')) parts.push(any(depth))
    return joined('all', parts)
  }

  function any(depth: number): Filter {
    const parts = [alternative(depth)]
    while (take('|')) parts.push(alternative(depth))
    return joined('any', parts)
  }

  function alternative(depth: number): Filter {
    const own = test()
    if (own) return withValues(own)
    if (!take('(')) throw notATest()
    if (depth >= FILTER_DEPTH_MAX) {
      throw new FilterError(at - 1, `groups go ${FILTER_DEPTH_MAX} deep at most`)
    }
    const group = all(depth + 1)
    if (!take(')')) throw new FilterError(at, '")" is missing')
    return group
  }

  function notATest(): FilterError {
    const [name] = match(NAME) ?? []
    spaces()
    if (name === undefined) return new FilterError(at, 'a field is expected, like trackId==5')
    return new FilterError(at, `an operator is expected, like ${name}==5`)
  }

  /** `trackId==5|7` matches either value; `trackId!=5|7` matches neither. */
  function withValues(own: Test): Filter {
    const parts = [tested(own)]
    while (take('|')) {
      const bar = at - 1
      const isValue = test() === null && !take('(')
      at = isValue ? bar + 1 : bar
      if (!isValue) break
      parts.push(tested(own))
    }
    return joined(own.operator.startsWith('!') ? 'all' : 'any', parts)
  }

  /** Consumes nothing if no test begins here. */
  function test(): Test | null {
    spaces()
    const start = at
    const found = readTest()
    if (!found) at = start
    return found
  }

  function readTest(): Test | null {
    const fields: { name: string; offset: number }[] = []
    const isList = take('(')
    do {
      spaces()
      const offset = at
      const [name] = match(NAME) ?? []
      if (name === undefined) return null
      fields.push({ name, offset })
    } while (isList && take('|'))
    if (isList && !take(')')) return null
    spaces()
    const offset = at
    const operator = FILTER_OPERATORS.find(take)
    if (!operator) return null
    // Other tools write a star for "ignore case", which texts always do here.
    take('*')
    return { fields: fields.map(known), operator, offset }
  }

  function tested({ fields, operator, offset }: Test): Filter {
    spaces()
    const valueAt = at
    const quoted = match(QUOTED)
    const plain = quoted ? null : match(PLAIN)
    const raw = quoted ? quoted[0].slice(1, -1) : trimUnescapedEnd(plain?.[0])
    if (raw === undefined) throw new FilterError(valueAt, 'a value is expected')
    const value = raw.replaceAll(/\\(.)/g, '$1')
    const parts = fields.map((each): Filter => {
      if (++conditions > FILTER_CONDITIONS_MAX) {
        throw new FilterError(
          each.offset,
          `a filter has ${FILTER_CONDITIONS_MAX} conditions at most`,
        )
      }
      const { kind, nullable } = filterFieldRule(each.field)
      if (!OPERATORS_OF[kind].includes(operator)) {
        const possible = OPERATORS_OF[kind].join(' ')
        throw new FilterError(offset, `${each.field} has no ${operator}, but ${possible}`)
      }
      const isEquality = operator === '==' || operator === '!='
      if (!quoted && raw === 'null' && nullable && isEquality) {
        return { kind: 'condition', field: each.field, operator, value: null }
      }
      const read = readFilterValue(kind, value)
      if ('expected' in read) {
        throw new FilterError(valueAt, `${each.field} is compared with ${read.expected}`)
      }
      return { kind: 'condition', field: each.field, operator, value: read.value }
    })
    return joined(operator.startsWith('!') ? 'all' : 'any', parts)
  }

  return { whole }
}

/** Trims spaces at the end, except for an escaped one, which is part of the value. */
function trimUnescapedEnd(text: string | undefined): string | undefined {
  const trimmed = text?.trimEnd()
  return trimmed?.endsWith('\\') ? text?.slice(0, trimmed.length + 1) : trimmed
}

function known({ name, offset }: { name: string; offset: number }) {
  const field = readFilterField(name)
  if (field) return { field, offset }
  throw new FilterError(offset, `there is no field "${name}"; there are ${FIELD_NAMES.join(', ')}`)
}

function joined(kind: 'all' | 'any', parts: readonly Filter[]): Filter {
  const [only] = parts
  return only && parts.length === 1 ? only : { kind, parts }
}
