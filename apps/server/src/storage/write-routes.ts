import type { FastifyInstance, FastifyRequest } from 'fastify'
import { queryText } from '../auth/http/query.ts'
import { networkOf } from '../auth/http/rate-limits.ts'
import { callerOfKey } from '../http/caller-of-key.ts'
import { readUpload } from './bodies.ts'
import { checkMayWrite, readPath } from './object-path.ts'
import type { Writing } from './queries.ts'
import { OPEN } from './read-routes.ts'
import { checkPermission } from './signed-url.ts'
import { storePicture, type Storage } from './store-picture.ts'
import type { UploadLimit } from './upload-limit.ts'

interface ObjectRoute {
  readonly Params: { bucket: string; '*': string }
}

export function addWriting(app: FastifyInstance, storage: Storage, limit: UploadLimit): void {
  app.post<ObjectRoute>('/object/:bucket/*', async (request) => {
    const writing = upserts(request) ? 'either' : 'new'
    return upload(request, writing)
  })

  app.put<ObjectRoute>('/object/:bucket/*', async (request) => upload(request, 'replaced'))

  app.put<ObjectRoute>('/object/upload/sign/:bucket/*', OPEN, async (request) => {
    const at = readPath(request.params.bucket, request.params['*'])
    const token = queryText(request, 'token')
    const { ownerId, upsert } = checkPermission(storage.context, token, 'upload', at)
    limit.take(ownerId)
    const file = await readUpload(request.body, request.headers)
    const writing = upsert ? 'either' : 'new'
    await storePicture(storage, {
      at,
      ownerId,
      writing,
      queueOwner: { network: networkOf(request.ip), userId: ownerId },
      ...file,
    })
    return { Key: `${at.bucket}/${at.path}` }
  })

  async function upload(request: FastifyRequest<ObjectRoute>, writing: Writing) {
    const at = readPath(request.params.bucket, request.params['*'])
    const ownerId = checkMayWrite(await callerOfKey(storage.context, request), at)
    limit.take(ownerId)
    const file = await readUpload(request.body, request.headers)
    const { id } = await storePicture(storage, {
      at,
      ownerId,
      writing,
      queueOwner: { network: networkOf(request.ip), userId: ownerId },
      ...file,
    })
    return { Id: id, Key: `${at.bucket}/${at.path}` }
  }
}

export function upserts({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['x-upsert'] === 'true'
}
