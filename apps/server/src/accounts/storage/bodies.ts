import type { FastifyInstance } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { JsonError, readJson as parseJson } from '../../platform/http/read-json.ts'
import { FILE_BYTES_MAX } from './buckets.ts'
import { StorageError } from './storage-error.ts'

/** Beside the file a form has other fields, and its borders. */
const FORM_BYTES_MAX = 65_536
export const UPLOAD_BYTES_MAX = FILE_BYTES_MAX + FORM_BYTES_MAX
/** A thousand paths need this many bytes. */
const JSON_BYTES_MAX = 262_144
const CACHE_SECONDS_MAX = 31_536_000
const METADATA_BYTES_MAX = 4096

/** Everything comes as bytes: only the route knows whether they are a file. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const limit = { parseAs: 'buffer' as const, bodyLimit: JSON_BYTES_MAX }
  app.addContentTypeParser('*', limit, (_request, bytes, done) => done(null, bytes))
  // Where nobody has named a type, client 2.48.1 sends the word for that.
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-type'] === 'undefined') headers['content-type'] = 'text/plain'
  })
  app.addHook('preValidation', async (request) => {
    if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0)
  })
}

/** Returns a JSON body of this form; null counts as absent. Throws where it is another one. */
export function readJson<T extends TSchema>(schema: T, body: unknown): Static<T> {
  const given = parse(Buffer.isBuffer(body) ? body : Buffer.alloc(0))
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
  const value: unknown = Object.fromEntries(entries.filter(([, each]) => each !== null))
  if (Value.Check(schema, value)) return value
  const [first] = Value.Errors(schema, value)
  throw new StorageError(
    'InvalidRequest',
    `body${first?.instancePath ?? ''} ${first?.message ?? 'is wrong'}`,
  )
}

function parse(bytes: Buffer): unknown {
  if (bytes.toString().trim() === '') return {}
  try {
    return parseJson(bytes)
  } catch (error) {
    if (error instanceof JsonError && error.kind === 'content') {
      const path = error.path.replaceAll('\0', '')
      throw new StorageError('InvalidRequest', `body${path} ${error.message}`)
    }
    throw new StorageError('InvalidRequest', 'Could not parse the body as JSON')
  }
}

interface Upload {
  readonly bytes: Buffer
  /** The header is sent when the file is read. */
  readonly cacheControl: string
  readonly userMetadata: UserMetadata
}

export type UserMetadata = Readonly<Record<string, unknown>>

/** Returns the file of a form, in the field without a name, or the body itself. */
export async function readUpload(
  body: unknown,
  headers: {
    readonly 'content-type'?: string | undefined
    readonly 'cache-control'?: string | undefined
    readonly 'x-metadata'?: string | string[] | undefined
  },
): Promise<Upload> {
  const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const type = headers['content-type'] ?? ''
  const upload = type.startsWith('multipart/form-data')
    ? await readForm(raw, type)
    : {
        bytes: raw,
        cacheControl: cacheFor(headers['cache-control']),
        userMetadata: readMetadataHeader(headers['x-metadata']),
      }
  if (upload.bytes.length > FILE_BYTES_MAX) {
    throw new StorageError('EntityTooLarge', 'The object exceeded the maximum allowed size')
  }
  return upload
}

async function readForm(raw: Buffer, type: string): Promise<Upload> {
  let form: FormData
  try {
    form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new StorageError('InvalidRequest', 'Could not parse the form')
  }
  const file = [...form.values()].find((value) => typeof value !== 'string')
  if (file === undefined || typeof file === 'string') {
    throw new StorageError('InvalidRequest', 'The form has no file')
  }
  const seconds = form.get('cacheControl')
  const cacheControl = cacheFor(typeof seconds === 'string' ? seconds : undefined)
  const metadata = form.get('metadata')
  const userMetadata = readMetadata(typeof metadata === 'string' ? metadata : '')
  return { bytes: Buffer.from(await file.arrayBuffer()), cacheControl, userMetadata }
}

const Metadata = Type.Record(Type.String(), Type.Unknown())

/** Reads the JSON object that a client calls `metadata`. Throws for another form, and for a long one. */
function readMetadata(text: string): UserMetadata {
  if (text.trim() === '') return {}
  if (Buffer.byteLength(text) > METADATA_BYTES_MAX) {
    throw new StorageError('EntityTooLarge', `metadata has more than ${METADATA_BYTES_MAX} bytes`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The check below refuses it.
  }
  // PostgreSQL stores neither NUL nor half a surrogate pair.
  const isStorable = !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value) ?? '')
  if (isStorable && !Array.isArray(value) && Value.Check(Metadata, value)) return value
  throw new StorageError('InvalidRequest', 'metadata must be a JSON object')
}

/** A body other than a form carries it as base64. */
function readMetadataHeader(header: string | string[] | undefined): UserMetadata {
  return readMetadata(typeof header === 'string' ? Buffer.from(header, 'base64').toString() : '')
}

/** Understands `3600` and `max-age=3600`, and falls back to an hour. */
function cacheFor(text: string | undefined): string {
  const [, seconds = '3600'] = /(?:^|max-age=)(\d{1,9})/.exec(text ?? '') ?? []
  return `max-age=${Math.min(CACHE_SECONDS_MAX, Number(seconds))}`
}

export const SignBody = Type.Object({
  expiresIn: Type.Integer({ minimum: 1, maximum: CACHE_SECONDS_MAX }),
})
export const SignManyBody = Type.Object({
  expiresIn: Type.Integer({ minimum: 1, maximum: CACHE_SECONDS_MAX }),
  paths: Type.Array(Type.String(), { maxItems: 500 }),
})
export const ListBody = Type.Object({
  prefix: Type.Optional(Type.String({ maxLength: 200 })),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  sortBy: Type.Optional(
    Type.Object({ column: Type.Optional(Type.String()), order: Type.Optional(Type.String()) }),
  ),
})
export const ListV2Body = Type.Object({
  prefix: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  cursor: Type.Optional(Type.String({ maxLength: 1000 })),
  with_delimiter: Type.Optional(Type.Boolean()),
  sortBy: Type.Optional(
    Type.Object({
      column: Type.Optional(Type.Enum(['name', 'created_at', 'updated_at'])),
      order: Type.Optional(Type.Enum(['asc', 'desc'])),
    }),
  ),
})
export const RemoveBody = Type.Object({
  prefixes: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }),
})
export const MoveBody = Type.Object({
  bucketId: Type.String(),
  sourceKey: Type.String(),
  destinationKey: Type.String(),
  destinationBucket: Type.Optional(Type.String()),
})
