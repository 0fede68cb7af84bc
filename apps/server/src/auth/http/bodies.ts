import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'
import { AuthError } from './auth-error.ts'

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/i

/**
 * Bodies as clients send them: JSON whatever their type says, and an empty one is an empty object
 * (PROTOCOL §2.1). Forms are read as forms.
 */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => finish(done, () => readForm(text.toString())),
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) =>
    finish(done, () => parse(text.toString())),
  )
  app.addHook('onRequest', async ({ url }) => {
    if (/%00/.test(url)) throw new AuthError(400, 'validation_failed', 'The address holds a NUL')
  })
}

function finish(done: (error: Error | null, body?: object) => void, read: () => object): void {
  try {
    done(null, read())
  } catch (error) {
    done(error instanceof Error ? error : new Error('unknown'))
  }
}

/** What programs such as curl call a form by default may be JSON. */
function readForm(text: string): object {
  if (text.trimStart().startsWith('{')) return parse(text)
  const form = Object.fromEntries(new URLSearchParams(text))
  if (!isStorable(form)) throw unstorable()
  return form
}

function parse(text: string): object {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
  }
  // As elsewhere null is the same as absent.
  if (value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new AuthError(400, 'bad_json', 'The request body must be a JSON object')
  }
  if (!isStorable(value)) throw unstorable()
  return value
}

/** What is nested so deep that it can't be written again can't be stored either. */
function isStorable(value: object): boolean {
  try {
    return !UNSTORABLE.test(JSON.stringify(value))
  } catch {
    return false
  }
}

function unstorable(): AuthError {
  return new AuthError(400, 'validation_failed', 'The request body holds invalid characters')
}

/** The body as the schema says. Null is the same as absent; what the schema doesn't name stays. */
export function readBody<T extends TObject>(schema: T, { body }: FastifyRequest): Static<T> {
  const given = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const value: unknown = Object.fromEntries(given.filter(([, each]) => each !== null))
  if (Value.Check(schema, value)) return value
  const [first] = Value.Errors(schema, value)
  const field = first?.instancePath.slice(1) ?? ''
  throw new AuthError(400, 'validation_failed', `Invalid value of "${field}" in the request body`)
}
