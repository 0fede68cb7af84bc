import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'
import {
  isStorableText,
  JsonError,
  readJson,
  UNSTORABLE,
} from '../../../platform/http/read-json.ts'
import { AuthError, invalid } from './auth-error.ts'
import { isUuid } from '@pitboard/contract/wire/uuid'

/** Strangers send these; routes that take more say so. */
const BODY_BYTES_MAX = 65_536

/**
 * Reads bodies as clients send them: JSON, also under another content type, and an empty one is an empty object
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
    if (/%00/.test(url)) throw invalid('The address holds a NUL')
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
  // Null is the same as absent, as in all bodies.
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
  return invalid(`The request body${field} ${message}`)
}

/** Returns the body as the schema says. Null is the same as absent; what the schema doesn't name stays. */
export function readBody<T extends TObject>(schema: T, { body }: FastifyRequest): Static<T> {
  const given = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const value: unknown = Object.fromEntries(given.filter(([, each]) => each !== null))
  if (Value.Check(schema, value)) return value
  const [first] = Value.Errors(schema, value)
  const field = first?.instancePath.slice(1) ?? ''
  throw invalid(`Invalid value of "${field}" in the request body`)
}

/** Returns one value of the address's query: the first where it is repeated, undefined where it is absent. */
export function queryValue({ query }: Pick<FastifyRequest, 'query'>, name: string) {
  if (typeof query !== 'object' || query === null) return undefined
  const value: unknown = Object.entries(query).find(([key]) => key === name)?.[1]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}

/** Returns the value as `queryValue` does, but an empty value counts as absent. */
export function queryText(
  request: Pick<FastifyRequest, 'query'>,
  name: string,
): string | undefined {
  return queryValue(request, name) || undefined
}

/** Reads an id from the path, such as `:user_id`. Throws a 404 unless it is a UUID. */
export function readPathId({ params }: FastifyRequest, name: string): string {
  const entries = typeof params === 'object' && params !== null ? Object.entries(params) : []
  const id: unknown = entries.find(([key]) => key === name)?.[1]
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase()
  throw new AuthError(404, 'validation_failed', `${name} must be an UUID`)
}
