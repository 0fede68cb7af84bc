import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AUTH_PATH, createAuthContext, type AuthContext } from './auth-context.ts'
import { registerCleanUp } from './clean-up.ts'
import { registerApiKey } from './http/api-key.ts'
import { registerBodies } from './http/bodies.ts'
import { registerCors } from './http/cors.ts'
import { registerNotFound } from './http/not-found.ts'
import { registerRateLimits } from './http/rate-limits.ts'
import { sendAuthError } from './http/send-auth-error.ts'
import { ENDPOINTS } from './endpoints.ts'

/** The auth service at /auth/v1; nothing of it where AUTH_URL names another one. */
export async function registerAuth(app: FastifyInstance, context: AppContext): Promise<void> {
  if (context.config.authUrl !== null) return
  const auth = createAuthContext(context)
  await app.register(async (scope) => mount(scope, auth), { prefix: AUTH_PATH })
}

async function mount(app: FastifyInstance, auth: AuthContext): Promise<void> {
  app.setErrorHandler((error, request, reply) => sendAuthError(error, request, reply))
  registerCors(app)
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
