import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { readStoredFile } from '../../platform/files/file-store.ts'
import { callerOfKey } from '../access/api-key-caller.ts'
import type { Caller } from '../access/caller.ts'
import { ListBody, ListV2Body, MoveBody, readJson, RemoveBody } from './bodies.ts'
import { checkMayWrite, formatOfName, getBucket, type ObjectPath, readPath } from './buckets.ts'
import { pictureKey } from './files.ts'
import { entriesOf, fileEntry, pageOf, sortEntries } from './folder.ts'
import { getObject, listObjects, moveObject, removeObjects } from './queries.ts'
import { accessDenied, objectNotFound, StorageError } from './storage-error.ts'
import { keepPicture } from './store-picture.ts'
import { isUpsert } from './write-routes.ts'

interface BucketRoute {
  readonly Params: { bucket: string }
}
interface ObjectRoute {
  readonly Params: { bucket: string; '*': string }
}

/** Folders can be listed, and their files removed, moved and copied; users see and change only their own files. */
export function registerFolderRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, files } = context

  app.post<BucketRoute>('/object/list/:bucket', async (request) => {
    const { bucket } = request.params
    getBucket(bucket)
    const caller = await callerOfKey(context, request)
    const {
      prefix = '',
      search = '',
      limit = 100,
      offset = 0,
      sortBy = {},
    } = readJson(ListBody, request.body)
    if (caller.kind === 'anon') return []
    const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
    const objects = await listObjects(db, { bucket, prefix: folder, ownerId: ownerOf(caller) })
    const start = search.toLowerCase()
    const found = entriesOf(objects, folder).filter(({ name }) =>
      name.toLowerCase().startsWith(start),
    )
    return sortEntries(found, sortBy).slice(offset, offset + limit)
  })

  app.post<BucketRoute>('/object/list-v2/:bucket', async (request) => {
    const { bucket } = request.params
    getBucket(bucket)
    const caller = await callerOfKey(context, request)
    const body = readJson(ListV2Body, request.body)
    const { prefix = '', limit = 1000, cursor, sortBy = {} } = body
    const objects =
      caller.kind === 'anon'
        ? []
        : await listObjects(db, { bucket, prefix, ownerId: ownerOf(caller) })
    return pageOf(objects, {
      prefix,
      limit,
      cursor,
      hasFolders: body.with_delimiter === true,
      sortBy,
    })
  })

  app.delete<BucketRoute>('/object/:bucket', async (request) => {
    const { bucket } = request.params
    getBucket(bucket)
    const caller = await callerOfKey(context, request)
    const { prefixes } = readJson(RemoveBody, request.body)
    if (caller.kind === 'anon') return []
    const removed = await removeObjects(db, { bucket, paths: prefixes, ownerId: ownerOf(caller) })
    return removed.map((object) => ({ ...fileEntry(object, object.path), bucket_id: bucket }))
  })

  app.delete<ObjectRoute>('/object/:bucket/*', async (request) => {
    const at = readPath(request.params.bucket, request.params['*'])
    const ownerId = checkMayWrite(await callerOfKey(context, request), at)
    const removed = await removeObjects(db, { bucket: at.bucket, paths: [at.path], ownerId })
    if (removed.length === 0) throw objectNotFound()
    return { message: 'Successfully deleted' }
  })

  app.post('/object/move', async (request) => {
    const { from, to, ownerId } = await readMove(request.body, await callerOfKey(context, request))
    await db.transaction().execute((transaction) => moveObject(transaction, from, to, ownerId))
    return { message: 'Successfully moved' }
  })

  app.post('/object/copy', async (request) => {
    const { from, to, ownerId } = await readMove(request.body, await callerOfKey(context, request))
    const object = await getObject(db, from)
    const bytes = await readStoredFile(files, pictureKey(object.file_key))
    if (!bytes) throw objectNotFound()
    const { content_type: contentType, etag, cache_control: cacheControl } = object
    const { user_metadata: userMetadata } = object
    const { id } = await keepPicture(
      context,
      { bytes, contentType, etag },
      {
        at: to,
        ownerId,
        cacheControl,
        userMetadata,
        writing: isUpsert(request) ? 'either' : 'new',
      },
    )
    return { Id: id, Key: `${to.bucket}/${to.path}` }
  })

  /** A name still says what it holds, and a picture stays within its bucket's size. */
  async function readMove(body: unknown, caller: Caller) {
    const { bucketId, sourceKey, destinationKey, destinationBucket } = readJson(MoveBody, body)
    const from = readPath(bucketId, sourceKey)
    const to = readPath(destinationBucket ?? bucketId, destinationKey)
    checkMayWrite(caller, from)
    const ownerId = checkMayWrite(caller, to)
    await checkSameKind(from, to)
    return { from, to, ownerId }
  }

  async function checkSameKind(from: ObjectPath, to: ObjectPath): Promise<void> {
    const { content_type: type } = await getObject(db, from)
    const format = formatOfName(to)
    if (format !== null && type !== `image/${format}`) {
      throw new StorageError('InvalidMimeType', `a file of type ${type} can not have this name`)
    }
    if (from.bucket !== to.bucket) {
      throw new StorageError('InvalidRequest', 'Files stay in their bucket')
    }
  }
}

function ownerOf(caller: Caller): string | null {
  if (caller.kind === 'user') return caller.userId
  if (caller.kind === 'service') return null
  throw accessDenied()
}
