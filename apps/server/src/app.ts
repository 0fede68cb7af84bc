import { fastify, LogController, type FastifyInstance } from 'fastify'
import type { AppContext } from './context.ts'
import { registerDocs } from './docs/routes.ts'
import { registerHeaders } from './http/headers.ts'
import { registerHealth } from './http/health.ts'
import { registerProblems, sendError } from './http/problems.ts'
import { registerRequests } from './http/requests.ts'
import { registerValidation } from './http/validation.ts'
import { registerWebApp } from './http/web-app.ts'
import { createIngest } from './ingest/ingest.ts'
import { registerIngest } from './ingest/routes.ts'
import { createHub } from './live/hub.ts'
import { registerLive } from './live/routes.ts'
import { registerSessions } from './sessions/routes.ts'

const BODY_BYTES_MAX = 1_048_576
const REQUEST_WITHIN_MS = 30_000
const HEADERS_WITHIN_MS = 10_000
const HEADER_BYTES_MAX = 16_384

/**
 * The whole server, not yet listening. A part that must end its work before connections close
 * adds a `preClose` hook; the database is open until all of them are done.
 */
export async function buildApp(context: AppContext, webFolder: string): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => context.newId(),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_WITHIN_MS,
    http: { headersTimeout: HEADERS_WITHIN_MS, maxHeaderSize: HEADER_BYTES_MAX },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      void sendError(error, request, reply)
    },
  })
  registerValidation(app)
  registerProblems(app)
  registerHeaders(app)
  registerRequests(app, context)

  registerHealth(app, context)
  registerSessions(app, context)
  const hub = createHub(() => context.now().getTime())
  const ingest = createIngest(context, hub)
  registerLive(app, context, hub)
  registerIngest(app, context, ingest)
  app.addHook('onReady', () => ingest.start())
  app.addHook('preClose', async () => {
    await ingest.stop()
    hub.drain()
  })
  await registerDocs(app)
  await registerWebApp(app, webFolder)
  return app
}
