import { AuthorizationResponseError } from 'openid-client'
import type { AppContext } from '../../../context.ts'
import { AuthError } from '../http/auth-error.ts'

/** The operator has configured this of a provider. */
export interface ProviderSettings {
  readonly name: string
  readonly clientId: string
  /** It is null for a public client. */
  readonly clientSecret: string | null
  readonly issuer: URL
  /** Null stands for the usual ones. */
  readonly scopes: readonly string[] | null
  /** An ID token is accepted if its `aud` claim is one of these. */
  readonly audiences: readonly string[]
  /** If it is false, an address that the provider names counts as not verified, whatever the provider says. */
  readonly trustsEmails: boolean
  readonly isEmailOptional: boolean
}

/** A provider describes a user by these fields. */
export interface ProviderUser {
  /** The provider's id of the user never changes. */
  readonly subject: string
  /** The address is in lower case. */
  readonly email: string | null
  /** The provider has verified that the user reads mail to this address. */
  readonly isEmailVerified: boolean
  /** An identity stores this, under the names that clients know. */
  readonly data: Readonly<Record<string, unknown>>
}

/** These are our own secrets of one round trip to the provider. */
export interface RoundTrip {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface ProviderRequest extends RoundTrip {
  readonly redirectUri: string
  /** These scopes are requested beside the configured ones. */
  readonly scopes: readonly string[]
  /** These are further parameters of the authorization URL, such as `prompt`. */
  readonly extra: Readonly<Record<string, string>>
}

export interface ProviderAnswer {
  readonly user: ProviderUser
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

interface ReadIdToken {
  readonly user: ProviderUser
  readonly nonce: string | null
}

/** Users sign in with this service. */
export interface Provider {
  readonly name: string
  /** It is null if the provider has none. */
  readonly issuer: string | null
  /** Users without an e-mail address can sign in too. */
  readonly isEmailOptional: boolean
  /** Returns where the browser is sent. */
  authorizationUrl(request: ProviderRequest): Promise<URL>
  /** Reads the parameters that the browser came back with. Throws an AuthError if they prove nothing. */
  readAnswer(callbackUrl: URL, trip: RoundTrip): Promise<ProviderAnswer>
  /** It is null where there are no such tokens. Throws an OAuthError for a token that is not valid. */
  readonly readIdToken:
    | ((idToken: string, more: { accessToken: string | null }) => Promise<ReadIdToken>)
    | null
}

const DESCRIPTION_CHARACTERS_MAX = 300

/** The provider refused, or the user cancelled. */
export function providerRefusal(error: string, description: string): AuthError {
  const message = (description || error).slice(0, DESCRIPTION_CHARACTERS_MAX)
  const status = error === 'access_denied' ? 403 : error === 'server_error' ? 500 : 400
  return new AuthError(status, 'bad_oauth_callback', message)
}

/** Turns every failure of an exchange into an AuthError and logs the reason. */
export async function wrapExchangeErrors<T>(
  { log }: Pick<AppContext, 'log'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AuthError) throw error
    if (error instanceof AuthorizationResponseError) {
      throw providerRefusal(error.error, error.error_description ?? '')
    }
    log.warn({ err: error }, 'a provider’s answer is not good')
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code')
  }
}

type Claims = Readonly<Record<string, unknown>>

const TEXT_CHARACTERS_MAX = 1000
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/

/** Returns the user whom the standard claims of OpenID Connect describe (OpenID Connect Core 5.1). */
export function userOfClaims(
  { trustsEmails }: Pick<ProviderSettings, 'trustsEmails'>,
  subject: string,
  claims: Claims,
): ProviderUser {
  const email = readEmail(claims['email'])
  const verified = claims['email_verified']
  const isEmailVerified =
    trustsEmails && email !== null && (verified === true || verified === 'true')
  const name = text(claims['name'])
  const picture = text(claims['picture'])
  const known = {
    iss: text(claims['iss']),
    name,
    full_name: name,
    preferred_username: text(claims['preferred_username']),
    nickname: text(claims['nickname']),
    picture,
    avatar_url: picture,
    email: email ?? undefined,
  }
  return {
    subject,
    email,
    isEmailVerified,
    data: {
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
      sub: subject,
      provider_id: subject,
      email_verified: isEmailVerified,
      phone_verified: false,
    },
  }
}

export function readEmail(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const email = value.trim().toLowerCase()
  // What in lower case, or to the eye, would be another address belongs to somebody else.
  if (value.normalize('NFKC') !== value || /[\p{Cc}\p{Cf}]/u.test(email)) return null
  return EMAIL.test(email) ? email : null
}

/** PostgreSQL cannot store NUL. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || !value.isWellFormed()) return undefined
  return value.replaceAll('\u0000', '').slice(0, TEXT_CHARACTERS_MAX)
}
