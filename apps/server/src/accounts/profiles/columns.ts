import { RestError } from './rest-error.ts'

/** An answer's rows hold each column under the name that was asked for. */
export type Selection = ReadonlyMap<string, ProfileColumn>

const COLUMNS_MAX = 20

/** Reads `id,name:username` or `*`. Throws a 400 for what profiles do not have. */
export function readSelect(text: string | null): Selection {
  const items = (text ?? '*').split(',').map((item) => item.trim())
  if (items.length > COLUMNS_MAX) throw unreadable(`more than ${COLUMNS_MAX} columns`)
  return new Map(items.flatMap(columnsOf))
}

function columnsOf(item: string): [string, ProfileColumn][] {
  if (item === '*' || item === '') {
    return Object.keys(PROFILE_COLUMNS)
      .filter(isProfileColumn)
      .map((name) => [name, name])
  }
  const relation = /^(?:\w+:)?(\w+)(?:!\w+)?\(/.exec(item)?.[1]
  if (relation !== undefined) {
    throw new RestError(
      400,
      'PGRST200',
      `Could not find a relationship between 'profiles' and '${relation}' in the schema cache`,
    )
  }
  const [, alias, name] = /^(?:(\w{1,63}):)?(\w{1,63})$/.exec(item) ?? []
  if (name === undefined) throw unreadable(item.slice(0, 100))
  return [[alias ?? name, getColumn(name)]]
}

function unreadable(what: string): RestError {
  return new RestError(400, 'PGRST100', `"failed to parse select parameter (${what})"`)
}

/** These columns of a profile can be read. The same columns are announced to those who watch. */
export const PROFILE_COLUMNS = {
  id: 'uuid',
  username: 'text',
  avatar_url: 'text',
  updated_at: 'timestamptz',
} as const

export type ProfileColumn = keyof typeof PROFILE_COLUMNS

export function isProfileColumn(name: string): name is ProfileColumn {
  return Object.hasOwn(PROFILE_COLUMNS, name)
}

/** Throws a 400 for a column that a query names and profiles do not have. */
export function getColumn(name: string): ProfileColumn {
  if (isProfileColumn(name)) return name
  throw new RestError(400, '42703', `column profiles.${name} does not exist`)
}

const ITEMS_MAX = 200
const LENGTH_MAX = 10_000

/**
 * Reads `(a,"b,c")`, and returns null for anything else. Quoted values may hold commas and brackets; a quote within a
 * value is an ordinary character, since clients quote only where they must. Takes linear time.
 */
export function readList(text: string): string[] | null {
  return readItems(text, '(', ')')
}

/** Reads `{a,"b,c"}`, as `like(any)` and its relatives have it. */
export function readArray(text: string): string[] | null {
  return readItems(text, '{', '}')
}

function readItems(text: string, open: string, close: string): string[] | null {
  if (text.length > LENGTH_MAX) return null
  if (text.length < 2 || !text.startsWith(open) || !text.endsWith(close)) return null
  const inside = text.slice(1, -1)
  if (inside === '') return []
  const items: string[] = []
  let start = 0
  while (items.length < ITEMS_MAX) {
    const item = readQuotedItem(inside, start) ?? readPlainItem(inside, start, close)
    if (item === null) return null
    items.push(item.value)
    if (item.end === inside.length) return items
    start = item.end + 1
  }
  return null
}

/** `end` is where the comma or the end of the text is. */
interface Item {
  readonly value: string
  readonly end: number
}

function readQuotedItem(text: string, start: number): Item | null {
  const quote = skipSpaces(text, start)
  if (text[quote] !== '"') return null
  const after = endOfQuoted(text, quote)
  if (after === null) return null
  const end = skipSpaces(text, after)
  if (end < text.length && text[end] !== ',') return null
  return { value: unescape(text.slice(quote + 1, after - 1)), end }
}

function readPlainItem(text: string, start: number, close: string): Item | null {
  const comma = text.indexOf(',', start)
  const end = comma === -1 ? text.length : comma
  const plain = text.slice(start, end)
  return plain.includes(close) ? null : { value: plain.trim(), end }
}

/** Returns the place behind the quote that closes the one at `start`; null if none does. */
export function endOfQuoted(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return null
}

/** Removes the backslashes before the characters that they protect. */
export function unescape(text: string): string {
  return text.replaceAll(/\\(.)/gs, '$1')
}

function skipSpaces(text: string, start: number): number {
  let at = start
  while (at < text.length && text[at]?.trim() === '') at++
  return at
}
