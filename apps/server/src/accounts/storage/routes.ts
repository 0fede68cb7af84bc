import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { allowOtherOrigins } from '../../platform/http/headers.ts'
import { callerOfKey, registerApiKey } from '../access/api-key-caller.ts'
import { readJson, registerBodies, SignBody, SignManyBody } from './bodies.ts'
import {
  checkMayWrite,
  describeBucket,
  describeBuckets,
  formatOfName,
  type ObjectPath,
  readPath,
} from './buckets.ts'
import { addLeftoverQueue } from './files.ts'
import { registerFolderRoutes } from './folder-routes.ts'
import { registerReadRoutes } from './read-routes.ts'
import { accessDenied, sendStorageError, StorageError } from './storage-error.ts'
import { isUpsert, registerWriteRoutes } from './write-routes.ts'
import { findObject, getObject } from './queries.ts'
import { signPermission } from './signed-url.ts'

const UPLOAD_WITHIN_SECONDS = 7200

interface ObjectRoute {
  readonly Params: { bucket: string; '*': string }
}

/** The holder of a signed address may do what it states. */
function registerSignRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const inSeconds = (seconds: number) => Math.floor(context.now().getTime() / 1000) + seconds

  const readUrl = (at: ObjectPath, expiresIn: number) => {
    const until = inSeconds(expiresIn)
    const permission = { may: 'read', ...at, ownerId: null, upsert: false, until } as const
    return `${urlOf('/object/sign', at)}?token=${signPermission(context, permission)}`
  }

  app.post<ObjectRoute>('/object/sign/:bucket/*', async (request) => {
    const at = readPath(request.params.bucket, request.params['*'])
    await callerOfKey(context, request)
    const { expiresIn } = readJson(SignBody, request.body)
    await getObject(db, at)
    return { signedURL: readUrl(at, expiresIn) }
  })

  app.post<ObjectRoute>('/object/sign/:bucket', async (request) => {
    await callerOfKey(context, request)
    const { expiresIn, paths } = readJson(SignManyBody, request.body)
    const places = paths.map((path) => readPath(request.params.bucket, path))
    return Promise.all(
      places.map(async (at) => {
        const isThere = (await findObject(db, at)) !== undefined
        if (isThere) return { path: at.path, signedURL: readUrl(at, expiresIn), error: null }
        const error = 'Either the object does not exist or you do not have access to it'
        return { path: at.path, signedURL: null, error }
      }),
    )
  })

  app.post<ObjectRoute>('/object/upload/sign/:bucket/*', async (request) => {
    const at = readPath(request.params.bucket, request.params['*'])
    const ownerId = checkMayWrite(await callerOfKey(context, request), at)
    formatOfName(at)
    const until = inSeconds(UPLOAD_WITHIN_SECONDS)
    const permission = { may: 'upload', ...at, ownerId, upsert: isUpsert(request), until } as const
    const token = signPermission(context, permission)
    return { url: `${urlOf('/object/upload/sign', at)}?token=${token}`, token }
  })
}

function urlOf(start: string, { bucket, path }: ObjectPath): string {
  const segments = [bucket, ...path.split('/')].map(encodeURIComponent)
  return `${start}/${segments.join('/')}`
}

/** `/storage/v1` has the pictures of users, leagues and seasons (PROTOCOL §10). */
export async function registerStorage(app: FastifyInstance, context: AppContext): Promise<void> {
  addLeftoverQueue(context)
  await app.register(
    async (scope) => {
      allowOtherOrigins(scope)
      registerApiKey(scope, context.keys)
      registerBodies(scope)
      scope.setErrorHandler(sendStorageError)
      scope.setNotFoundHandler((request, reply) =>
        sendStorageError(new StorageError('NoSuchKey', 'Route not found'), request, reply),
      )
      addBuckets(scope)
      registerReadRoutes(scope, context)
      registerWriteRoutes(scope, context)
      registerSignRoutes(scope, context)
      registerFolderRoutes(scope, context)
    },
    { prefix: '/storage/v1' },
  )
}

/** The buckets are part of the program: nobody makes or removes one. */
function addBuckets(app: FastifyInstance): void {
  app.get('/bucket', async () => describeBuckets())
  app.get<{ Params: { id: string } }>('/bucket/:id', async ({ params }) =>
    describeBucket(params.id),
  )
  app.post('/bucket', refuse)
  app.route({ method: ['PUT', 'DELETE'], url: '/bucket/:id', handler: refuse })
  app.post('/bucket/:id/empty', refuse)
}

async function refuse(): Promise<never> {
  throw accessDenied()
}
