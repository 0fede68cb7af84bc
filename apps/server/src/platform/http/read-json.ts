import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'

/** The body is not JSON or can't be stored; each protocol reports it in its own shape. */
export class JsonError extends Error {
  readonly kind: 'syntax' | 'content'
  /** The path leads to the member with the wrong text, such as `/name`; it is "" for the whole body. */
  readonly path: string

  constructor(kind: JsonError['kind'], path: string, message: string) {
    super(message)
    this.name = 'JsonError'
    this.kind = kind
    this.path = path
  }
}

/** Returns false for text with a zero character or half a surrogate pair, which PostgreSQL refuses. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

export const UNSTORABLE = 'holds a character that can’t be stored'

/**
 * Parses JSON from the network. Throws a `JsonError` for what is not UTF-8, not JSON, nested too
 * deep, of more values than `valuesMax`, names a member twice, or holds text that can't be stored.
 */
export function readJson(bytes: Buffer, valuesMax = VALUES_MAX): unknown {
  if (!isUtf8(bytes)) throw new JsonError('syntax', '', 'is not UTF-8')
  const { excess, members } = measureJson(bytes, valuesMax)
  if (excess !== null) throw new JsonError('content', '', excess)
  const json = bytes.toString()
  const value = parse(json)
  // `JSON.parse` takes the last of several members with one name, and other programs the first.
  if (countMembers(value) < members) {
    throw new JsonError('content', '', `has a member twice: ${findRepeatedName(bytes)}`)
  }
  // Characters that UTF-8 cannot express need an escape, and `__proto__` would change every object.
  if (json.includes('\\u') || json.includes('__proto__')) checkTexts(value, '')
  return value
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new JsonError('syntax', '', 'is not JSON')
  }
}

function checkTexts(value: unknown, path: string): void {
  if (typeof value === 'string' && !isStorableText(value)) {
    throw new JsonError('content', path, UNSTORABLE)
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    const at = `${path}/${name}`
    if (!isStorableText(name)) throw new JsonError('content', at.toWellFormed(), UNSTORABLE)
    if (name === '__proto__') throw new JsonError('content', at, 'is not known')
    checkTexts(each, at)
  }
}

/** No shape of the contract nests deeper than ten levels; metadata of clients may. */
const LEVELS_MAX = 64
/** The largest bodies of the contract that do not have a limit of their own have some 3,000. */
const VALUES_MAX = 10_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d]
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d]

/** Returns why JSON is so deep or so wide that only an attack is; null if it is neither. */
export function describeExcess(json: Uint8Array, valuesMax = VALUES_MAX): string | null {
  return json.length <= LEVELS_MAX ? null : measureJson(json, valuesMax).excess
}

interface JsonSize {
  readonly excess: string | null
  /** Counts the members of all objects; complete without an excess. */
  readonly members: number
}

/**
 * Counts members and elements as values. Looks at each byte once and stops at the first level or value too many, so
 * that it costs less than the parser that it protects: a million short members cost seconds there. It reads bytes,
 * because the characters of a text take three times as long; no other character has the bytes of JSON's signs.
 */
function measureJson(json: Uint8Array, valuesMax: number): JsonSize {
  let levels = 0
  let values = 1
  let members = 0
  for (let at = 0; at < json.length; at++) {
    const code = json[at]
    if (code === QUOTE) at = endOfText(json, at)
    else if (code === COMMA) values++
    else if (code === COLON) members++
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      levels++
      values++
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) levels--
    if (levels > LEVELS_MAX) return { excess: `nests deeper than ${LEVELS_MAX} levels`, members }
    if (values > valuesMax) return { excess: `has more than ${valuesMax} values`, members }
  }
  return { excess: null, members }
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside: unknown[] = Array.isArray(value) ? value : Object.values(value)
  let members = Array.isArray(value) ? 0 : inside.length
  for (const each of inside) {
    if (typeof each === 'object') members += countMembers(each)
  }
  return members
}

/** Returns the name of a member that its object has twice, of valid JSON; empty without one. */
function findRepeatedName(json: Buffer): string {
  // The list has the names of the objects and lists that are open; a list has none.
  const open: (Set<string> | null)[] = []
  let isName = false
  for (let at = 0; at < json.length; at++) {
    const code = json[at]
    if (code === QUOTE) {
      const end = endOfText(json, at)
      const names = open.at(-1)
      if (isName && names) {
        const text = json.toString('utf8', at, end + 1)
        const name = text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1)
        if (names.has(name)) return name
        names.add(name)
      }
      at = end
      isName = false
    } else if (code === COMMA) isName = true
    else if (code === OPEN_OBJECT) {
      open.push(new Set())
      isName = true
    } else if (code === OPEN_LIST) open.push(null)
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) open.pop()
  }
  return ''
}

/** Returns where the text that begins at `start` has its closing quote. */
function endOfText(json: Uint8Array, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const code = json[at]
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return json.length
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body has no more members and elements, if it differs from the general limit. */
    readonly bodyValuesMax?: number
  }
}

/**
 * Reads JSON bodies. Many clients name JSON as their type with every call, also where they send
 * nothing: an empty body counts as absent, and the endpoint's schema decides.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    ({ routeOptions }, bytes, done) => {
      try {
        const { bodyValuesMax } = routeOptions.config
        done(null, bytes.length === 0 ? null : readJson(bytes, bodyValuesMax))
      } catch (error) {
        done(error instanceof Error ? error : new Error('unknown'))
      }
    },
  )
}
