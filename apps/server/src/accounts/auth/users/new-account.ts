import type { AuthUser } from '../tables/auth-tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { invalid } from '../http/auth-error.ts'
import type { Identifier } from './identifier.ts'
import { insertAccount, insertIdentity, updateUser } from './queries.ts'

type Metadata = Readonly<Record<string, unknown>>

/**
 * Creates an account at sign-up. What users claim about themselves is stored in their metadata and in
 * their identity and proves nothing.
 */
export async function insertSignedUp(
  auth: AuthContext,
  {
    identifier: { kind, address },
    passwordHash,
    data,
    isConfirmed,
  }: { identifier: Identifier; passwordHash: string | null; data: Metadata; isConfirmed: boolean },
): Promise<AuthUser> {
  const at = isConfirmed ? auth.now() : null
  const contact =
    kind === 'email'
      ? { email: address, email_confirmed_at: at }
      : { phone: address, phone_confirmed_at: at }
  const user = await insertAccount(auth, {
    ...contact,
    password_hash: passwordHash,
    appMetadata: { provider: kind, providers: [kind] },
  })
  const identityData = {
    ...mergeMetadata({}, data),
    sub: user.id,
    [kind]: address,
    email_verified: isConfirmed && kind === 'email',
    phone_verified: isConfirmed && kind === 'phone',
  }
  await insertIdentity(auth, {
    userId: user.id,
    provider: kind,
    providerId: user.id,
    data: identityData,
  })
  return updateUser(auth, user.id, { user_metadata: JSON.stringify(identityData) })
}

/** Returns what a sign-up of an address that has an account looks like: the same as a new one. */
export function fakeUser(
  { newId, now }: Pick<AuthContext, 'newId' | 'now'>,
  { kind, address }: Identifier,
  data: Metadata,
): AuthUser {
  const at = now()
  const id = newId()
  return {
    id,
    aud: 'authenticated',
    role: '',
    email: kind === 'email' ? address : null,
    email_confirmed_at: null,
    phone: kind === 'phone' ? address : null,
    phone_confirmed_at: null,
    password_hash: null,
    invited_at: null,
    confirmation_sent_at: at,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    email_change_confirmed: 0,
    new_phone: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    app_metadata: { provider: kind, providers: [kind] },
    user_metadata: {
      ...mergeMetadata({}, data),
      sub: id,
      [kind]: address,
      email_verified: false,
      phone_verified: false,
    },
    is_anonymous: false,
    is_sso_user: false,
    banned_until: null,
    deleted_at: null,
    created_at: at,
    updated_at: at,
  }
}

/** It travels in every access token, and a request's headers have a limit. */
const BYTES_MAX = 4096

/** New keys join the old ones; a key that is null goes. Throws a 400 where it gets too much. */
export function mergeMetadata(old: Metadata, changes: Metadata): Metadata {
  const entries = Object.entries({ ...old, ...changes })
  const merged = Object.fromEntries(entries.filter(([, value]) => value !== null))
  if (Buffer.byteLength(JSON.stringify(merged)) <= BYTES_MAX) return merged
  throw invalid(`User metadata can have at most ${BYTES_MAX} bytes of JSON`)
}
