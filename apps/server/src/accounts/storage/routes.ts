import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { allowOtherOrigins } from '../../platform/http/cors.ts'
import { registerApiKey } from '../access/api-key-caller.ts'
import { registerBodies } from './bodies.ts'
import { describeBucket, describeBuckets } from './buckets.ts'
import { createLeftoverCleanup, createFolderFiles } from './files.ts'
import { registerFolderRoutes } from './folder-routes.ts'
import { registerReadRoutes } from './read-routes.ts'
import { registerSignRoutes } from './sign-routes.ts'
import { accessDenied, sendStorageError, StorageError } from './storage-error.ts'
import { createUploadLimit } from './store-picture.ts'
import { registerWriteRoutes } from './write-routes.ts'

/** `/storage/v1`: the pictures of users, leagues and seasons (PROTOCOL §10). */
export async function registerStorage(app: FastifyInstance, context: AppContext): Promise<void> {
  const files = createFolderFiles(join(context.config.dataDir, 'files'))
  const storage = { context, files }
  const cleanUp = createLeftoverCleanup(context, files)
  app.addHook('onReady', async () => cleanUp.start())
  app.addHook('preClose', () => cleanUp.stop())
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
      registerReadRoutes(scope, storage)
      registerWriteRoutes(
        scope,
        storage,
        createUploadLimit(() => context.now().getTime()),
      )
      registerSignRoutes(scope, storage)
      registerFolderRoutes(scope, storage)
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
