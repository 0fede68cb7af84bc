import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { allowOtherOrigins } from '../../platform/http/cors.ts'
import { registerApiKey } from '../access/api-key-caller.ts'
import { registerCleanUp } from './clean-up.ts'
import { AUTH_PATH, type AuthContext, createAuthContext } from './core/auth-context.ts'
import { ENDPOINTS } from './endpoints.ts'
import { registerBodies } from './http/bodies.ts'
import { registerRateLimits } from './http/rate-limits.ts'
import { sendAuthError } from './http/send-auth-error.ts'

/** The auth service at /auth/v1; nothing of it where AUTH_URL names another one. */
export async function registerAuth(app: FastifyInstance, context: AppContext): Promise<void> {
  if (context.config.authUrl !== null) return
  const auth = createAuthContext(context)
  await app.register(async (scope) => mount(scope, auth), { prefix: AUTH_PATH })
}

async function mount(app: FastifyInstance, auth: AuthContext): Promise<void> {
  app.setErrorHandler((error, request, reply) => sendAuthError(error, request, reply))
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  allowOtherOrigins(app, { methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] })
  registerNotFound(app)
  registerApiKey(app, auth.keys)
  registerRateLimits(app, auth.limits)
  registerBodies(app)
  for (const register of ENDPOINTS) register(app, auth)
  registerCleanUp(app, auth)
  app.addHook('onReady', async () => auth.outbox.start())
  app.addHook('onClose', async () => {
    await auth.outbox.stop()
    auth.mailer.close()
  })
}

/** No such path: 404 in plain text; a path that takes another method: 405 (PROTOCOL §2.1). */
function registerNotFound(app: FastifyInstance): void {
  const paths: RegExp[] = []
  app.addHook('onRoute', ({ url }) => {
    paths.push(new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`))
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? AUTH_PATH
    if (paths.some((pattern) => pattern.test(path))) return reply.code(405).send()
    return reply.code(404).type('text/plain').send('404 page not found')
  })
}
