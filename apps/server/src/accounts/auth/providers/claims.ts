import type { ProviderUser } from './provider.ts'
import type { ProviderSettings } from './settings.ts'

type Claims = Readonly<Record<string, unknown>>

const TEXT_CHARACTERS_MAX = 1000
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/

/** What OpenID Connect's standard claims say of somebody (OpenID Connect Core 5.1). */
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

/** PostgreSQL stores no NUL. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || !value.isWellFormed()) return undefined
  return value.replaceAll('\u0000', '').slice(0, TEXT_CHARACTERS_MAX)
}
