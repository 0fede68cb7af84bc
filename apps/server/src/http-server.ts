import { fastify, type FastifyInstance, LogController } from 'fastify'
import { callerOf } from './accounts/access/caller.ts'
import { registerAnswerOnce } from './accounts/access/answer-once.ts'
import { registerDatabaseShares } from './accounts/access/database-shares.ts'
import { registerWriteBudget } from './accounts/access/write-budget.ts'
import { callerOfPersonalToken } from './accounts/access/personal-token.ts'
import { findKeyOwner } from './accounts/access/recorder-key.ts'
import { BODY_BYTES_MAX } from './accounts/access/route.ts'
import { AUTH_PATH } from './accounts/auth/core/auth-context.ts'
import { sendAuthError } from './accounts/auth/http/auth-error.ts'
import type { AppContext } from './context.ts'
import { registerAllowedMethods } from './platform/http/allowed-methods.ts'
import { pathOf, registerProblems, sendError } from './platform/http/problems.ts'
import { trustOf } from './platform/http/client-address.ts'
import { limitConnections } from './platform/http/connection-limit.ts'
import {
  registerDrain,
  registerEarlyAnswers,
  answerBrokenRequest,
} from './platform/http/end-connections.ts'
import { registerRequestSpans } from './platform/http/request-spans.ts'
import { registerHeaders } from './platform/http/headers.ts'
import { registerJsonBodies } from './platform/http/read-json.ts'
import { registerSerialisation, registerValidation } from './platform/http/schema-compilers.ts'
import { readableUrl } from './site/pages/web-app.ts'
import type { Metrics } from './platform/diagnostics/metrics.ts'

/** Every request gets a log line and a measurement. */
function registerRequests(app: FastifyInstance, { metrics }: { readonly metrics: Metrics }): void {
  app.addHook('onResponse', async (request, reply) => {
    const ms = reply.elapsedTime
    const status = reply.statusCode
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    metrics.requestSeconds.observe({ method, route, status: String(status) }, ms / 1000)
    const line = { method, path: pathOf(request), status, ms: Math.round(ms * 10) / 10 }
    if (PROBES.has(route)) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  })
}

/** Monitoring requests these every few seconds. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

const REQUEST_WITHIN_MS = 30_000
/** Hooks read the database, which can take longer than Fastify's ten seconds on a busy machine. */
const START_WITHIN_MS = 60_000
const HEADERS_WITHIN_MS = 10_000
const HEADER_BYTES_MAX = 16_384

/** Proxies and clients make ids of this form: nothing in them breaks a line of a log. */
const REQUEST_ID = /^[\w.:-]{8,64}$/

function readRequestId(given: string | string[] | undefined): string | undefined {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : undefined
}

/** Creates an HTTP server without routes, with what holds for all of them. */
export function createHttp(context: AppContext): FastifyInstance {
  const app = fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => readRequestId(headers['x-request-id']) ?? context.newId(),
    trustProxy: trustOf(context.config.trustProxy),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_WITHIN_MS,
    pluginTimeout: START_WITHIN_MS,
    http: {
      headersTimeout: HEADERS_WITHIN_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
      // Some clients offer HTTP/2 with every request: they get their answer over HTTP/1.1.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: readableUrl,
    frameworkErrors: (error, request, reply) => {
      const isAuth = context.config.authUrl === null && pathOf(request).startsWith(`${AUTH_PATH}/`)
      void (isAuth ? sendAuthError : sendError)(error, request, reply)
    },
  })
  // Bodies are JSON unless a part says otherwise for its own addresses.
  app.removeContentTypeParser('text/plain')
  registerJsonBodies(app)
  app.decorateRequest('caller', null)
  app.decorate('callerOf', (token: string) => callerOf(context, token))
  app.decorate('callerOfPersonalToken', (token: string) => callerOfPersonalToken(context, token))
  app.decorate('ownerOfKey', (key: string) => findKeyOwner(context.db, key))
  limitConnections(app, context.config)
  registerRequestSpans(app, context.tracing, PROBES)
  registerDatabaseShares(app, context)
  registerWriteBudget(app, context)
  registerAnswerOnce(app, context)
  registerEarlyAnswers(app)
  registerDrain(app)
  registerAllowedMethods(app)
  registerValidation(app)
  registerSerialisation(app)
  registerProblems(app)
  registerHeaders(app, context.config)
  registerRequests(app, context)
  return app
}
