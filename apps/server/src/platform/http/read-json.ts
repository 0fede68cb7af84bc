import { isUtf8 } from 'node:buffer'
import { LEVELS_MAX, nestsTooDeep } from './nesting.ts'

/** A body that is no JSON that can be stored; each protocol answers it in its own shape. */
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

/** What no database stores: a zero character and half a surrogate pair. */
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
