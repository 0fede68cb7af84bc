import { createRemoteJWKSet, customFetch as keysFetch, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import type { AppContext } from '../../../context.ts'
import { type BoundedFetch, createBoundedFetch } from '../../../platform/http/bounded-fetch.ts'
import { AuthError } from '../http/auth-error.ts'
import type { ProviderSettings } from './provider.ts'

export interface Discovered {
  readonly configuration: Configuration
  /** They are the provider's public keys, which are read again when a token names an unknown key. */
  readonly keys: JWTVerifyGetKey
}

const GOOD_FOR_MS = 3_600_000
const CLOCK_TOLERANCE_SECONDS = 30

/** Reads the provider's metadata when it is first needed, and every hour. */
export function discoverOpenid(
  { now, log }: Pick<AppContext, 'now' | 'log'>,
  settings: ProviderSettings,
): () => Promise<Discovered> {
  let known: { readonly found: Promise<Discovered>; readonly atMs: number } | null = null
  return async () => {
    const nowMs = now().getTime()
    if (!known || nowMs - known.atMs > GOOD_FOR_MS) {
      known = { found: discover(settings), atMs: nowMs }
    }
    try {
      return await known.found
    } catch (error) {
      known = null
      log.warn({ err: error, provider: settings.name }, 'the provider can’t be discovered')
      throw new AuthError(503, 'unexpected_failure', `The provider ${settings.name} can't be asked`)
    }
  }
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Discovered> {
  const fetch = createBoundedFetch(issuer)
  const ask: BoundedFetch = async (url, question) => withTextScope(await fetch(url, question))
  const metadata = { [clockTolerance]: CLOCK_TOLERANCE_SECONDS }
  const configuration = await discovery(issuer, clientId, metadata, lateAuth(clientSecret), {
    [customFetch]: ask,
    // What may be reached is for the fetch to say.
    execute: [allowInsecureRequests, enableNonRepudiationChecks],
  })
  const { jwks_uri: keysUrl } = configuration.serverMetadata()
  if (keysUrl === undefined) throw new Error('the provider publishes no keys')
  const keys = createRemoteJWKSet(new URL(keysUrl), { [keysFetch]: ask })
  return { configuration, keys }
}

/** Shows the secret as the standard says, unless the provider says it takes another way. */
function lateAuth(secret: string | null): ClientAuth {
  if (secret === null) return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...more) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return methods.includes('client_secret_basic') ? basic(server, ...more) : post(server, ...more)
  }
}

/** Twitch sends the scopes as a list, the standard requires text (RFC 6749 5.1). */
async function withTextScope(response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.includes('json') === true
  if (!isJson || !response.ok) return response
  const { status, headers } = response
  const text = await response.text()
  return new Response(textScoped(text), { status, headers })
}

function textScoped(text: string): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  if (typeof value !== 'object' || value === null || !('scope' in value)) return text
  return Array.isArray(value.scope)
    ? JSON.stringify({ ...value, scope: value.scope.join(' ') })
    : text
}
