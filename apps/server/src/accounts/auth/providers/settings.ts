import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import { isSafeAddress } from '../../../platform/http/bounded-fetch.ts'

const Texts = Type.Array(Type.String({ minLength: 1 }))

const Settings = Type.Object(
  {
    kind: Type.Optional(Type.Enum(['oidc', 'google', 'twitch', 'discord', 'steam'])),
    clientId: Type.Optional(Type.String({ minLength: 1 })),
    clientSecret: Type.Optional(Type.String({ minLength: 1 })),
    /** Of an OpenID provider; of Discord and Steam where they are reached. */
    issuer: Type.Optional(Type.String()),
    /** Instead of the usual ones. */
    scopes: Type.Optional(Texts),
    /** Apps whose ID tokens are good as well. */
    moreClientIds: Type.Optional(Texts),
    trustsEmails: Type.Optional(Type.Boolean()),
    isEmailOptional: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
const ProvidersFile = Type.Record(Type.String(), Settings)

export type ProviderKind = 'oidc' | 'google' | 'twitch' | 'discord' | 'steam'

export interface ProviderSettings {
  readonly name: string
  readonly kind: ProviderKind
  readonly clientId: string
  /** Null for a public client. */
  readonly clientSecret: string | null
  readonly issuer: URL
  /** Null: the usual ones. */
  readonly scopes: readonly string[] | null
  /** Whom ID tokens may be for. */
  readonly audiences: readonly string[]
  /** False: whatever it says, an address that it names counts as not verified. */
  readonly trustsEmails: boolean
  readonly isEmailOptional: boolean
}

const KINDS: Readonly<Record<string, ProviderKind>> = {
  google: 'google',
  twitch: 'twitch',
  discord: 'discord',
  steam: 'steam',
}
const ISSUERS: Readonly<Record<ProviderKind, string | null>> = {
  oidc: null,
  google: 'https://accounts.google.com',
  twitch: 'https://id.twitch.tv/oauth2',
  discord: 'https://discord.com',
  steam: 'https://steamcommunity.com',
}
/** These are our own ways of signing in. */
const TAKEN_NAMES: readonly string[] = ['email', 'phone', 'anonymous', 'sso', 'saml', 'web3']

/** Reads `AUTH_PROVIDERS`. Throws a StartError that says what is wrong, never a secret. */
export function readProviderSettings(path: string): readonly ProviderSettings[] {
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
): ProviderSettings {
  if (!/^(?:custom:)?[a-z][a-z\d_-]{0,30}$/.test(name) || TAKEN_NAMES.includes(name)) {
    throw wrong(`names a provider "${name}": a name is a-z, 0-9, _ and -, and not one of ours`)
  }
  const kind = given.kind ?? (Object.hasOwn(KINDS, name) ? KINDS[name] : undefined) ?? 'oidc'
  const { clientId = '', moreClientIds = [] } = given
  if (clientId === '' && kind !== 'steam') throw wrong(`has no clientId for ${name}`)
  const issuer = URL.parse(given.issuer ?? ISSUERS[kind] ?? '')
  if (!issuer || !isSafeAddress(issuer)) {
    throw wrong(`needs an https issuer for ${name} (http only on this machine)`)
  }
  return {
    name,
    kind,
    clientId,
    clientSecret: given.clientSecret ?? null,
    issuer,
    scopes: given.scopes ?? null,
    audiences: [clientId, ...moreClientIds],
    trustsEmails: given.trustsEmails ?? true,
    isEmailOptional: given.isEmailOptional ?? kind === 'steam',
  }
}
