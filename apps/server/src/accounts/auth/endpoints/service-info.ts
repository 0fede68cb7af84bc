import type { FastifyInstance } from 'fastify'
import { VERSION } from '../../../platform/config/config.ts'
import { authBaseUrl, type AuthContext } from '../core/auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import { isPhoneEnabled } from '../users/identifier.ts'

/** Clients recognise the protocol by the name that GET /health answers. */
export function registerHealth(app: FastifyInstance): void {
  app.get('/health', async () => ({
    version: VERSION,
    name: 'GoTrue',
    description:
      'Pitboard speaks the protocol of GoTrue, a user registration and authentication API',
  }))
}

/** Clients look these providers up by name, so that they are listed even if they are off. */
const KNOWN_PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'spotify',
  'steam',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

/** GET /settings lists the ways to sign in that this server has. */
export function registerSettings(app: FastifyInstance, auth: AuthContext): void {
  const { config, texter } = auth
  app.get('/settings', async () => ({
    external: {
      ...switches(KNOWN_PROVIDERS, false),
      ...switches([...auth.providers.keys()], true),
      anonymous_users: config.authAnonymous,
      email: true,
      phone: isPhoneEnabled(auth),
    },
    disable_signup: !config.authSignup,
    mailer_autoconfirm: config.authAutoconfirm,
    phone_autoconfirm: config.authAutoconfirm,
    sms_provider: texter === null ? '' : 'webhook',
    saml_enabled: config.authSaml,
    saml_private_key_next_configured: false,
    passkeys_enabled: true,
    // The site says it before a password is chosen.
    password_min_length: config.authPasswordMinLength,
  }))
}

function switches(names: readonly string[], isOn: boolean): Readonly<Record<string, boolean>> {
  return Object.fromEntries(names.map((name) => [name, isOn]))
}

const CACHE_SECONDS = 600

/** GET /.well-known/jwks.json has the keys by which others verify our tokens; never a shared secret. */
export function registerJwks(app: FastifyInstance, { keys }: AuthContext): void {
  app.get('/.well-known/jwks.json', { config: { open: true } }, async (_request, reply) => {
    void reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`)
    return { keys: keys.publicKeys }
  })
}

/** GET /.well-known/openid-configuration says where the keys are by which others verify our tokens. */
export function registerOpenidConfiguration(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { open: true } }
  app.get('/.well-known/openid-configuration', options, async (_request, reply) => {
    void reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`)
    const issuer = authBaseUrl(auth)
    const algorithms = new Set(auth.keys.publicKeys.map(({ alg }) => alg))
    return {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...algorithms],
    }
  })
}

/** Clients can ask for this and this server does not have it: being an OAuth provider itself. */
const PATHS = [
  '/oauth/*',
  '/user/oauth/*',
  '/admin/oauth/*',
  '/admin/custom-providers',
  '/admin/custom-providers/*',
]

/**
 * A feature that is off answers 404 `feature_disabled`, so that clients can distinguish it from a wrong address
 * (PROTOCOL §6).
 */
export function registerFeaturesOff(app: FastifyInstance): void {
  for (const path of PATHS) {
    app.all(path, async () => {
      throw new AuthError(404, 'feature_disabled', 'This feature is disabled')
    })
  }
}
