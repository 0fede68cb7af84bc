import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'
import {
  isStorableText,
  JsonError,
  readJson,
  UNSTORABLE,
} from '../../../platform/http/read-json.ts'
import { AuthError } from './auth-error.ts'

/** Strangers send these; routes that take more say so. */
const BODY_BYTES_MAX = 65_536

/**
 * Bodies as clients send them: JSON, also under another content type, and an empty one is an empty object
 * (PROTOCOL §2.1). Forms are read as forms.
 */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (_request, bytes, done) => finish(done, () => readForm(bytes)),
  )
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (_request, bytes, done) => finish(done, () => parse(bytes)),
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
function readForm(bytes: Buffer): object {
  const text = bytes.toString()
  if (text.trimStart().startsWith('{')) return parse(bytes)
  const form = new URLSearchParams(text)
  for (const [name, value] of form) {
    if (!isStorableText(name) || !isStorableText(value)) throw unstorable(`/${name}`, UNSTORABLE)
  }
  return Object.fromEntries(form)
}

function parse(bytes: Buffer): object {
  if (bytes.toString().trim() === '') return {}
  const value = readValue(bytes)
  // As elsewhere null is the same as absent.
  if (value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new AuthError(400, 'bad_json', 'The request body must be a JSON object')
  }
  return value
}

function readValue(bytes: Buffer): unknown {
  try {
    return readJson(bytes)
  } catch (error) {
    if (error instanceof JsonError && error.kind === 'content') {
      throw unstorable(error.path, error.message)
    }
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
  }
}

function unstorable(path: string, message: string): AuthError {
  const field = path === '' ? '' : ` "${path.slice(1).replaceAll('\0', '')}"`
  return new AuthError(400, 'validation_failed', `The request body${field} ${message}`)
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
