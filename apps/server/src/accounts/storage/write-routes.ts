import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { callerOfKey } from '../access/api-key-caller.ts'
import { queryText } from '../auth/http/bodies.ts'
import { readUpload, UPLOAD_BYTES_MAX } from './bodies.ts'
import { checkMayWrite, type ObjectPath, readPath } from './buckets.ts'
import type { Writing } from './queries.ts'
import { OPEN } from './read-routes.ts'
import { checkPermission } from './signed-url.ts'
import { accessDenied } from './storage-error.ts'
import { countUpload, storePicture } from './store-picture.ts'

interface ObjectRoute {
  readonly Params: { bucket: string; '*': string }
}

interface Permission {
  readonly at: ObjectPath
  /** Null stands for the server itself. */
  readonly ownerId: string | null
  readonly writing: Writing
}

/** A file is read from the network once it is known who sends it and that they may. */
export function registerWriteRoutes(app: FastifyInstance, context: AppContext): void {
  const permissions = new WeakMap<FastifyRequest['raw'], Permission>()

  function upload(permit: (request: FastifyRequest<ObjectRoute>) => Promise<Permission>) {
    return {
      bodyLimit: UPLOAD_BYTES_MAX,
      onRequest: async (request: FastifyRequest<ObjectRoute>) => {
        const permission = await permit(request)
        await countUpload(context, permission.ownerId)
        permissions.set(request.raw, permission)
      },
    }
  }

  async function store(request: FastifyRequest) {
    const permission = permissions.get(request.raw)
    if (permission === undefined) throw accessDenied()
    const file = await readUpload(request.body, request.headers)
    const { at, ownerId } = permission
    const queueOwner = { network: networkOf(request.ip), userId: ownerId }
    const { id } = await storePicture(context, { ...permission, queueOwner, ...file })
    return { Id: id, Key: `${at.bucket}/${at.path}` }
  }

  const mayWrite = (choose: (request: FastifyRequest) => Writing) =>
    upload(async (request) => {
      const at = readPath(request.params.bucket, request.params['*'])
      const ownerId = checkMayWrite(await callerOfKey(context, request), at)
      return { at, ownerId, writing: choose(request) }
    })

  const isPermitted = upload(async (request) => {
    const at = readPath(request.params.bucket, request.params['*'])
    const token = queryText(request, 'token')
    const { ownerId, upsert } = checkPermission(context, token, 'upload', at)
    return { at, ownerId, writing: upsert ? 'either' : 'new' }
  })

  app.post<ObjectRoute>(
    '/object/:bucket/*',
    mayWrite((request) => (isUpsert(request) ? 'either' : 'new')),
    store,
  )
  app.put<ObjectRoute>(
    '/object/:bucket/*',
    mayWrite(() => 'replaced'),
    store,
  )
  app.put<ObjectRoute>(
    '/object/upload/sign/:bucket/*',
    { ...OPEN, ...isPermitted },
    async (request) => {
      const { Key } = await store(request)
      return { Key }
    },
  )
}

export function isUpsert({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['x-upsert'] === 'true'
}
