import type { FastifyInstance } from 'fastify'
import { callerOfKey } from '../access/api-key-caller.ts'
import { readJson, SignBody, SignManyBody } from './bodies.ts'
import { checkMayWrite, formatOfName, type ObjectPath, readPath } from './buckets.ts'
import { findObject, getObject } from './queries.ts'
import { signPermission } from './signed-url.ts'
import type { Storage } from './store-picture.ts'
import { isUpsert } from './write-routes.ts'

const UPLOAD_WITHIN_SECONDS = 7200

interface ObjectRoute {
  readonly Params: { bucket: string; '*': string }
}

/** Signed addresses: their holder may do what they state. */
export function registerSignRoutes(app: FastifyInstance, { context }: Storage): void {
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
