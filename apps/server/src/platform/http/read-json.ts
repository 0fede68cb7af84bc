import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'

/** A body that is not JSON or can't be stored; each protocol reports it in its own shape. */
export class JsonError extends Error {
  readonly kind: 'syntax' | 'content'
  /** The member with the wrong text, such as `/name`; "" for the whole body. */
  readonly path: string

  constructor(kind: JsonError['kind'], path: string, message: string) {
    super(message)
    this.name = 'JsonError'
    this.kind = kind
    this.path = path
  }
}

/** False for text with a zero character or half a surrogate pair: PostgreSQL refuses it. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

export const UNSTORABLE = 'holds a character that can’t be stored'

/**
 * Parses JSON from the network. Throws a `JsonError` for what is not UTF-8, not JSON, nested too
 * deep, or holds text that can't be stored.
 */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new JsonError('syntax', '', 'is not UTF-8')
  const json = bytes.toString()
  if (nestsTooDeep(json)) {
    throw new JsonError('content', '', `nests deeper than ${LEVELS_MAX} levels`)
  }
  const value = parse(json)
  // Only an escape can write what UTF-8 can't, and a name that changes every object.
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

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d]
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d]

/**
 * Whether JSON nests so deep that only an attack does. Looks at each character once and stops at the
 * first level too deep, so that it costs less than the parser it protects.
 */
export function nestsTooDeep(json: string): boolean {
  if (json.length <= LEVELS_MAX) return false
  let levels = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) levels++
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) levels--
    if (levels > LEVELS_MAX) return true
  }
  return false
}

/** Where the text that begins at `start` has its closing quote. */
function endOfText(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json.charCodeAt(at) !== QUOTE) {
    at += json.charCodeAt(at) === BACKSLASH ? 2 : 1
  }
  return at
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
    (_request, bytes, done) => {
      try {
        done(null, bytes.length === 0 ? null : readJson(bytes))
      } catch (error) {
        done(error instanceof Error ? error : new Error('unknown'))
      }
    },
  )
}
