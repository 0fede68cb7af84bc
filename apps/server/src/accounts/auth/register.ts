import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { allowOtherOrigins } from '../../platform/http/headers.ts'
import { createPathPattern } from '../../platform/http/path-pattern.ts'
import { registerApiKey } from '../access/api-key-caller.ts'
import { registerCleanUp } from './clean-up.ts'
import { AUTH_PATH, type AuthContext, createAuthContext } from './core/auth-context.ts'
import { checkServiceCaller } from './core/callers.ts'
import { registerBodies } from './http/bodies.ts'
import { registerAuthLimits } from './http/auth-limits.ts'
import { sendAuthError } from './http/auth-error.ts'
import { registerAdminAudit } from './admin/audit-endpoint.ts'
import { registerAdminGenerateLink, registerInvite } from './admin/link-endpoints.ts'
import { registerAdminUserFactors, registerAdminUsers } from './admin/user-endpoints.ts'
import { registerAuthorize } from './endpoints/authorize.ts'
import { registerCallback } from './endpoints/callback.ts'
import { registerLogout, registerReauthenticate } from './endpoints/current-session.ts'
import { registerIdentities } from './endpoints/identities.ts'
import { registerOtp, registerRecover } from './endpoints/otp.ts'
import { registerResend } from './endpoints/resend.ts'
import {
  registerFeaturesOff,
  registerHealth,
  registerJwks,
  registerOpenidConfiguration,
  registerSettings,
} from './endpoints/service-info.ts'
import { registerSignup } from './endpoints/signup.ts'
import { registerToken } from './endpoints/token.ts'
import { registerUser } from './endpoints/user.ts'
import { registerVerify, registerVerifyLink } from './endpoints/verify.ts'
import { registerFactorChallenge } from './factors/challenge-endpoint.ts'
import { registerFactorEnrol, registerFactorRemove } from './factors/enrol-endpoints.ts'
import {
  registerPasskeyAuthentication,
  registerPasskeyRegistration,
  registerPasskeys,
} from './factors/passkey-endpoints.ts'
import { registerRecoveryCodes } from './factors/recovery-code-endpoints.ts'
import { registerFactorVerify } from './factors/verify-endpoint.ts'
import { registerAdminSsoProviders } from './saml/admin-sso-providers.ts'
import { registerSamlAcs, registerSamlMetadata, registerSso } from './saml/saml-endpoints.ts'

type Register = (app: FastifyInstance, auth: AuthContext) => void

/** Only programs with the service key may call these endpoints. */
const ADMIN_ENDPOINTS: readonly Register[] = [
  registerInvite,
  registerAdminUsers,
  registerAdminUserFactors,
  registerAdminGenerateLink,
  registerAdminAudit,
  registerAdminSsoProviders,
]

/** These are all other endpoints of the auth service. */
const ENDPOINTS: readonly Register[] = [
  registerSignup,
  registerToken,
  registerOtp,
  registerVerify,
  registerVerifyLink,
  registerResend,
  registerRecover,
  registerReauthenticate,
  registerUser,
  registerLogout,
  registerAuthorize,
  registerCallback,
  registerIdentities,
  registerSso,
  registerSamlAcs,
  registerSamlMetadata,
  registerFactorEnrol,
  registerFactorChallenge,
  registerFactorVerify,
  registerFactorRemove,
  registerRecoveryCodes,
  registerPasskeyRegistration,
  registerPasskeyAuthentication,
  registerPasskeys,
  registerSettings,
  registerHealth,
  registerOpenidConfiguration,
  registerJwks,
  registerFeaturesOff,
]

/** Registers the auth service at /auth/v1; nothing of it where AUTH_URL names another one. */
export async function registerAuth(app: FastifyInstance, context: AppContext): Promise<void> {
  if (context.config.authUrl !== null) return
  const auth = await createAuthContext(context)
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
  registerAuthLimits(app, auth.limits)
  registerBodies(app)
  for (const register of ENDPOINTS) register(app, auth)
  await app.register(async (admin) => {
    admin.addHook('onRequest', (request) => checkServiceCaller(auth, request))
    for (const register of ADMIN_ENDPOINTS) register(admin, auth)
  })
  registerCleanUp(app, auth)
  app.addHook('onClose', async () => auth.mailer.close())
}

/**
 * Answers a path that does not exist with 404 in plain text, and one that takes another method with 405 (PROTOCOL
 * §2.1).
 */
function registerNotFound(app: FastifyInstance): void {
  const patterns: ((path: string) => boolean)[] = []
  app.addHook('onRoute', ({ url }) => {
    patterns.push(createPathPattern(url))
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? AUTH_PATH
    if (patterns.some((isPath) => isPath(path))) return reply.code(405).send()
    return reply.code(404).type('text/plain').send('404 page not found')
  })
}
