import type { Random } from '@pitboard/sim/setup/random'
import { entriesOf, memberOf } from './operations.ts'

/** Makes values for parameters and bodies from a seed: plausible ones and hostile ones. */
export interface HostileValues {
  /** Returns a value of the schema, with a hostile one in its place or inside it now and then. */
  valueOf(schema: unknown): unknown
  /** Returns a text for a path segment, a parameter or a header. */
  text(): string
  /** Returns the text of a JSON body that follows the schema, or one that a parser has to survive. */
  jsonText(schema: unknown): string
}

const TEXTS = [
  '',
  ' ',
  'null',
  'undefined',
  'true',
  '-0',
  '1e999',
  'NaN',
  '0x10',
  '../../etc/passwd',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  'x\ud83d',
  '１２３４５６',
  '٣',
  '\u202e\u0000\ufeff',
  'İ',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '${7*7}',
  '%00',
  '%ff%fe',
  '\r\nx-a: b',
  '＝1+1',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '[object Object]',
  '{}',
  '[]',
  'eq.1',
  'in.(1,2',
  'like.%',
  'not.is.null',
  'or(a.eq.1,',
  '*,*',
  '(((((((',
  '))',
  'cd.{}',
  'fts(x).y',
  'match.(a+)+$',
  '2026-02-30T25:61:61Z',
  '-1',
  '9007199254740993',
  '1,2',
  'password',
  'recovery',
  'signup',
  'refresh_token',
  'pkce',
  'S256',
  'totp',
  'google',
  'http://127.0.0.1:1/',
]
const NUMBERS = [
  0,
  -0,
  -1,
  1,
  33,
  99,
  255,
  65_536,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  0.1,
  1e-320,
]
const LONG_TEXT_MAX = 40_000
const DEPTHS = [50, 500, 5_000, 100_000]
const LONG_LIST = 3_000
/** Plausible values of a recursive schema go this deep. */
const LEVELS_MAX = 6

/** `schemaNamed` finds what a `$ref` means. */
export function createHostileValues(
  random: Random,
  ids: () => readonly string[],
  schemaNamed: (reference: string) => unknown,
): HostileValues {
  const isRare = (share: number) => random.next() < share
  // Some requests are nearly valid, and so come past the first check.
  const hostility = random.pick([0.003, 0.02, 0.1])
  let hasLongList = false

  function text(): string {
    if (isRare(0.3)) return id()
    if (isRare(0.1)) return random.pick(TEXTS).repeat(random.integer(1, 400))
    if (isRare(0.05))
      return random.pick(['+', '(', '\\', 'a', '٣', '💥', '\0']).repeat(longLength())
    if (isRare(0.2)) return String(random.pick(NUMBERS))
    return random.pick(TEXTS)
  }

  const id = () => (ids().length > 0 ? random.pick(ids()) : '0')
  const longLength = () => Math.floor(LONG_TEXT_MAX ** random.next())

  function anything(level: number): unknown {
    const kind = random.integer(0, level > 2 ? 4 : 6)
    if (kind === 0) return null
    if (kind === 1) return random.pick([true, false])
    if (kind === 2) return random.pick(NUMBERS)
    if (kind <= 4) return text()
    const items = Array.from({ length: random.integer(0, 8) }, () => anything(level + 1))
    if (kind === 5) return isRare(0.05) ? repeat(items[0], LONG_LIST) : items
    return Object.fromEntries(items.map((item) => [text(), item]))
  }

  function valueOf(schema: unknown, level = 0): unknown {
    if (isRare(hostility)) return anything(0)
    const reference = memberOf(schema, '$ref')
    if (typeof reference === 'string') return valueOf(schemaNamed(reference), level)
    const values = memberOf(schema, 'enum')
    if (Array.isArray(values)) return random.pick(values)
    const constant = memberOf(schema, 'const')
    if (constant !== undefined) return constant
    const choices = memberOf(schema, 'anyOf') ?? memberOf(schema, 'oneOf')
    if (Array.isArray(choices)) return valueOf(random.pick(choices), level)
    const type = memberOf(schema, 'type')
    if (type === 'object') return objectOf(schema, level)
    if (type === 'array') return listOf(memberOf(schema, 'items'), level)
    if (type === 'boolean') return random.pick([true, false])
    if (type === 'null') return null
    if (type === 'integer' || type === 'number') {
      return isRare(hostility * 3) ? random.pick(NUMBERS) : random.integer(0, 40)
    }
    if (type === 'string') return plausibleText(memberOf(schema, 'format'))
    return anything(level)
  }

  function plausibleText(format: unknown): string {
    if (isRare(hostility * 3)) return text()
    if (format === 'uuid') return id()
    if (format === 'date-time') return '2026-10-18T20:00:00.000Z'
    return random.pick(['Spa', 'Round 1', 'a@example.com', '#ff0000', 'https://example.com', '1'])
  }

  function objectOf(schema: unknown, level: number): object {
    if (level > LEVELS_MAX) return {}
    const members = entriesOf(memberOf(schema, 'properties'))
      .filter(() => !isRare(0.15))
      .map(([name, member]) => [name, valueOf(member, level + 1)])
    if (isRare(hostility)) members.push([text(), anything(1)])
    return Object.fromEntries(members)
  }

  function listOf(items: unknown, level: number): unknown[] {
    const length = random.integer(0, level > 2 ? 1 : 3)
    const list = Array.from({ length }, () => valueOf(items, level + 1))
    return isRare(hostility / 5) ? [...list, ...repeat(list[0], LONG_LIST)] : list
  }

  /** A body has only one such list: a long list of long lists would be larger than any text. */
  function repeat(item: unknown, times: number): unknown[] {
    if (hasLongList) return []
    hasLongList = true
    return Array.from({ length: times }, () => item)
  }

  function jsonText(schema: unknown): string {
    if (isRare(0.03)) return nested(random.pick(DEPTHS))
    const json = JSON.stringify(valueOf(schema)) ?? ''
    if (isRare(0.03)) return json.slice(0, random.integer(0, json.length))
    if (isRare(0.02)) return `${json}${random.pick(['}', ',', '\0', '\ufeff', 'x'])}`
    if (isRare(0.02)) return json.replace('{', '{"__proto__":{"isAdmin":true},')
    if (isRare(0.02)) return json.replace('"', String.raw`"\ud800`)
    return json
  }

  function nested(depth: number): string {
    const [open, close] = random.pick([
      ['[', ']'],
      ['{"a":', '}'],
    ])
    return open.repeat(depth) + (isRare(0.5) ? `1${close.repeat(depth)}` : '')
  }

  return { valueOf, text, jsonText }
}
