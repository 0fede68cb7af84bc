import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../auth-context.ts'
import { enabledProviders } from '../providers/providers.ts'
import { isPhoneEnabled } from '../sms/phone-enabled.ts'

/** Providers that clients ask for by name: told also where they are off. */
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

/** GET /settings: the ways to sign in that this server has. */
export function registerSettings(app: FastifyInstance, auth: AuthContext): void {
  const { config, texter } = auth
  app.get('/settings', async () => ({
    external: {
      ...switches(KNOWN_PROVIDERS, false),
      ...switches(enabledProviders(auth), true),
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
