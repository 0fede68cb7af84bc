import type { AppContext } from '../../../context.ts'
import { createDiscord } from './discord.ts'
import { createOpenid } from './openid.ts'
import type { Provider, ProviderSettings } from './provider.ts'
import { createSteam } from './steam.ts'

interface ProviderType {
  /** Null: the operator has to name it. */
  readonly issuer: string | null
  readonly needsClientId: boolean
  /** The default of the setting of this name. */
  readonly isEmailOptional: boolean
  create(context: Pick<AppContext, 'log' | 'now'>, settings: ProviderSettings): Provider
}

const OPENID_SCOPES = ['openid', 'email', 'profile']
const TWITCH_CLAIMS = {
  email: null,
  email_verified: null,
  preferred_username: null,
  picture: null,
}
const OAUTH = { needsClientId: true, isEmailOptional: false }

/** Every kind of provider there is: a new one is an entry here. */
export const PROVIDERS = {
  oidc: {
    ...OAUTH,
    issuer: null,
    create: (context, settings) => createOpenid(context, settings, { scopes: OPENID_SCOPES }),
  },
  google: {
    ...OAUTH,
    issuer: 'https://accounts.google.com',
    create: (context, settings) => createOpenid(context, settings, { scopes: OPENID_SCOPES }),
  },
  // Twitch returns only claims that are requested by name (dev.twitch.tv, "OIDC authorization code grant flow").
  twitch: {
    ...OAUTH,
    issuer: 'https://id.twitch.tv/oauth2',
    create: (context, settings) =>
      createOpenid(context, settings, {
        scopes: ['openid', 'user:read:email'],
        parameters: {
          claims: JSON.stringify({ id_token: TWITCH_CLAIMS, userinfo: TWITCH_CLAIMS }),
        },
      }),
  },
  discord: { ...OAUTH, issuer: 'https://discord.com', create: createDiscord },
  steam: {
    issuer: 'https://steamcommunity.com',
    needsClientId: false,
    isEmailOptional: true,
    create: createSteam,
  },
} satisfies Readonly<Record<string, ProviderType>>

export type ProviderKind = keyof typeof PROVIDERS

export function isProviderKind(name: string): name is ProviderKind {
  return Object.hasOwn(PROVIDERS, name)
}
