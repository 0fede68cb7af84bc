import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { StorageObject } from './storage-tables.ts'
import { readStoredFile } from '../../platform/files/file-store.ts'
import { readRange } from '../../platform/files/range.ts'
import { readIfNoneMatch } from '../../platform/http/etags.ts'
import { callerOfKey } from '../access/api-key-caller.ts'
import { queryText, queryValue } from '../auth/http/bodies.ts'
import { readPath } from './buckets.ts'
import { pictureKey } from './files.ts'
import { getObject } from './queries.ts'
import { checkPermission } from './signed-url.ts'
import { objectNotFound } from './storage-error.ts'

interface ObjectRoute {
  readonly Params: { bucket: string; '*': string }
}
type ObjectRequest = FastifyRequest<ObjectRoute>

/** A browser shows no key for what stands in pages, mails and forms. */
export const OPEN = { config: { open: true } }

export function registerReadRoutes(app: FastifyInstance, context: AppContext): void {
  const find = ({ params }: ObjectRequest) =>
    getObject(context.db, readPath(params.bucket, params['*']))

  // What is asked to be scaled comes as it is.
  for (const url of ['/object/public/:bucket/*', '/render/image/public/:bucket/*']) {
    app.get<ObjectRoute>(url, OPEN, async (request, reply) =>
      sendObject(context, await find(request), request, reply, 'public'),
    )
  }

  for (const url of [
    '/object/:bucket/*',
    '/object/authenticated/:bucket/*',
    '/render/image/authenticated/:bucket/*',
  ]) {
    app.get<ObjectRoute>(url, async (request, reply) => {
      await callerOfKey(context, request)
      return sendObject(context, await find(request), request, reply, 'private')
    })
  }

  for (const url of ['/object/sign/:bucket/*', '/render/image/sign/:bucket/*']) {
    app.get<ObjectRoute>(url, OPEN, async (request, reply) => {
      const at = readPath(request.params.bucket, request.params['*'])
      checkPermission(context, queryText(request, 'token'), 'read', at)
      return sendObject(context, await getObject(context.db, at), request, reply, 'private')
    })
  }

  for (const url of ['', '/public', '/authenticated']) {
    app.get<ObjectRoute>(`/object/info${url}/:bucket/*`, async (request) =>
      describe(await find(request)),
    )
  }
}

async function sendObject(
  { files }: AppContext,
  object: StorageObject,
  request: ObjectRequest,
  reply: FastifyReply,
  shared: 'public' | 'private',
) {
  reply.headers({
    etag: `"${object.etag}"`,
    'cache-control': `${shared}, ${object.cache_control}`,
    'last-modified': object.updated_at.toUTCString(),
    'content-type': object.content_type,
  })
  const download = queryValue(request, 'download')
  if (download !== undefined) {
    const name = download === '' ? (object.path.split('/').at(-1) ?? 'file') : download
    const encoded = encodeURIComponent(name.slice(0, 100).toWellFormed())
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encoded}`)
  }
  if (readIfNoneMatch(request).includes(object.etag)) return reply.code(304).send()
  const bytes = await readStoredFile(files, pictureKey(object.file_key))
  if (!bytes) throw objectNotFound()
  reply.header('accept-ranges', 'bytes')
  // A range of something else than GET means nothing (RFC 9110 §14.2).
  const range =
    request.method === 'GET' ? readRange(request.headers, bytes.length, `"${object.etag}"`) : null
  if (range === null) return reply.send(bytes)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
  }
  const { first, last } = range
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${bytes.length}`)
    .send(bytes.subarray(first, last + 1))
}

function describe(object: StorageObject) {
  return {
    id: object.id,
    version: object.file_key,
    name: object.path,
    bucket_id: object.bucket,
    size: object.bytes,
    content_type: object.content_type,
    cache_control: object.cache_control,
    etag: `"${object.etag}"`,
    metadata: object.user_metadata,
    last_modified: object.updated_at.toISOString(),
    created_at: object.created_at.toISOString(),
  }
}
