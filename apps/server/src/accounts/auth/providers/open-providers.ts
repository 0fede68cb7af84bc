import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { AppContext } from '../../../context.ts'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import { isSafeAddress } from '../../../platform/http/bounded-fetch.ts'
import type { Provider, ProviderSettings } from './provider.ts'
import { createDiscord } from './discord.ts'
import { createOpenid } from './openid.ts'
import { createSteam } from './steam.ts'

interface ProviderType {
  /** If it is null the operator has to name it. */
  readonly issuer: string | null
  readonly needsClientId: boolean
  /** It is the default of the setting of this name. */
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

/** These are all kinds of provider: a new one is an entry here. */
const PROVIDERS = {
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

type ProviderKind = keyof typeof PROVIDERS

function isProviderKind(name: string): name is ProviderKind {
  return Object.hasOwn(PROVIDERS, name)
}

const Texts = Type.Array(Type.String({ minLength: 1 }))

const Settings = Type.Object(
  {
    kind: Type.Optional(Type.String()),
    clientId: Type.Optional(Type.String({ minLength: 1 })),
    clientSecret: Type.Optional(Type.String({ minLength: 1 })),
    /**
     * An OpenID provider has it; Discord and Steam may have it, where they are reached at another address.
     */
    issuer: Type.Optional(Type.String()),
    /** These scopes replace the usual ones. */
    scopes: Type.Optional(Texts),
    /** These are further apps with accepted ID tokens. */
    moreClientIds: Type.Optional(Texts),
    trustsEmails: Type.Optional(Type.Boolean()),
    isEmailOptional: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
const ProvidersFile = Type.Record(Type.String(), Settings)

/** The operator has configured these providers; the keys are their names. */
export type Providers = ReadonlyMap<string, Provider>

interface ConfiguredProvider {
  readonly kind: ProviderKind
  readonly settings: ProviderSettings
}

/** These are our own ways of signing in. */
const TAKEN_NAMES: readonly string[] = ['email', 'phone', 'anonymous', 'sso', 'saml', 'web3']

/** Throws a StartError where `AUTH_PROVIDERS` can't be used. */
export function openProviders(context: Pick<AppContext, 'config' | 'log' | 'now'>): Providers {
  const { authProviders: path } = context.config
  const configured = path === null ? [] : readProviders(path)
  return new Map(
    configured.map(({ kind, settings }) => [
      settings.name,
      PROVIDERS[kind].create(context, settings),
    ]),
  )
}

/** Reads `AUTH_PROVIDERS`. Throws a StartError that says what is wrong, never a secret. */
export function readProviders(path: string): readonly ConfiguredProvider[] {
  const wrong = (what: string) => new StartError(`AUTH_PROVIDERS (${path}) ${what}.`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw wrong("can't be read as JSON")
  }
  if (!Value.Check(ProvidersFile, content)) {
    const [first] = Value.Errors(ProvidersFile, content)
    throw wrong(`has something wrong at "${first?.instancePath ?? ''}": ${first?.message ?? ''}`)
  }
  return Object.entries(content).map(([name, settings]) => readSettings(name, settings, wrong))
}

function readSettings(
  name: string,
  given: Static<typeof Settings>,
  wrong: (what: string) => StartError,
): ConfiguredProvider {
  if (!/^(?:custom:)?[a-z][a-z\d_-]{0,30}$/.test(name) || TAKEN_NAMES.includes(name)) {
    throw wrong(`names a provider "${name}": a name is a-z, 0-9, _ and -, and not one of ours`)
  }
  const kind = given.kind ?? (isProviderKind(name) ? name : 'oidc')
  if (!isProviderKind(kind)) {
    throw wrong(`has a wrong kind for ${name}: use ${Object.keys(PROVIDERS).join(', ')}`)
  }
  const { issuer: usualIssuer, needsClientId, isEmailOptional } = PROVIDERS[kind]
  const { clientId = '', moreClientIds = [] } = given
  if (clientId === '' && needsClientId) throw wrong(`has no clientId for ${name}`)
  const issuer = URL.parse(given.issuer ?? usualIssuer ?? '')
  if (!issuer || !isSafeAddress(issuer)) {
    throw wrong(`needs an https issuer for ${name} (http only on this machine)`)
  }
  return {
    kind,
    settings: {
      name,
      clientId,
      clientSecret: given.clientSecret ?? null,
      issuer,
      scopes: given.scopes ?? null,
      audiences: [clientId, ...moreClientIds],
      trustsEmails: given.trustsEmails ?? true,
      isEmailOptional: given.isEmailOptional ?? isEmailOptional,
    },
  }
}
