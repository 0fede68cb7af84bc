import type { AuthUser, Identity } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { sendConfirmationMail } from '../codes/send-confirmation.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import type { Source } from '../http/source.ts'
import type { Provider, ProviderUser } from '../providers/provider.ts'
import { revokeCredentials } from '../sessions/start-session.ts'
import { insertAccount, lockUser, updateUser } from '../users/queries.ts'
import { checkNotBanned, userGone } from '../core/callers.ts'
import {
  addIdentity,
  findIdentity,
  findOwner,
  mergeUserMetadata,
  refreshIdentity,
  syncProviders,
} from './identities.ts'

export interface ProviderSignIn {
  readonly provider: Pick<Provider, 'name' | 'isEmailOptional'>
  readonly who: ProviderUser
  readonly source: Source
  readonly redirectTo: string
}

/**
 * Finds or creates the account of a user who signs in with a provider (PROTOCOL §7.5). A
 * refusal that is returned has left something behind; one that is thrown must not.
 */
export async function resolveProviderAccount(
  auth: AuthContext,
  arrival: ProviderSignIn,
): Promise<AuthUser | AuthError> {
  const { db } = auth
  const { provider, who } = arrival
  const known = await findIdentity(db, provider.name, who.subject)
  if (known) {
    const user = await lockUser(db, known.user_id)
    if (!user) throw userGone()
    checkNotBanned(user, auth.now(), 403)
    return enter(auth, await refreshIdentity(auth, user, known, who.data), known, arrival)
  }
  if (who.email === null) {
    if (!provider.isEmailOptional) throw needsVerification(provider.name)
    return create(auth, arrival)
  }
  const owner = await findOwner(db, who.email)
  if (!owner) return create(auth, arrival)
  if (!who.isEmailVerified) return pretendMail(auth, provider.name, who.email, arrival.source)
  return join(auth, owner.id, arrival)
}

/** The address is known, the provider's identity is new. */
async function join(
  auth: AuthContext,
  userId: string,
  arrival: ProviderSignIn,
): Promise<AuthUser | AuthError> {
  const { provider, who, source } = arrival
  const user = await lockUser(auth.db, userId)
  if (!user) throw userGone()
  checkNotBanned(user, auth.now(), 403)
  const identity = await addIdentity(auth, user, provider.name, who)
  const details = { provider: provider.name }
  await audit(auth, { action: 'identity_linked', userId, ip: source.ip, details })
  const joined = await syncProviders(auth, user)
  return enter(auth, await mergeUserMetadata(auth, joined, who.data), identity, arrival)
}

async function create(auth: AuthContext, arrival: ProviderSignIn): Promise<AuthUser | AuthError> {
  const { provider, who, source } = arrival
  if (!auth.config.authSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const isConfirmed = who.isEmailVerified || auth.config.authAutoconfirm
  const user = await insertAccount(auth, {
    email: who.email,
    email_confirmed_at: who.email !== null && isConfirmed ? auth.now() : null,
    appMetadata: { provider: provider.name, providers: [provider.name] },
    userMetadata: who.data,
  })
  const identity = await addIdentity(auth, user, provider.name, who)
  const details = { provider: provider.name }
  await audit(auth, { action: 'user_signedup', userId: user.id, ip: source.ip, details })
  return enter(auth, user, identity, arrival)
}

/** Nobody signs in to an account with an unconfirmed address. */
async function enter(
  auth: AuthContext,
  user: AuthUser,
  identity: Identity,
  { provider, who, source, redirectTo }: ProviderSignIn,
): Promise<AuthUser | AuthError> {
  if (user.email === null || user.email_confirmed_at !== null) {
    const details = { provider: provider.name }
    await audit(auth, { action: 'login', userId: user.id, ip: source.ip, details })
    return user
  }
  if (who.isEmailVerified && who.email !== null && (await isFor(auth.db, user, who.email))) {
    const claim = { identityId: identity.id, email: who.email, metadata: who.data, ip: source.ip }
    return claimAccount(auth, user, claim)
  }
  if (auth.config.authAutoconfirm) {
    return updateUser(auth, user.id, { email_confirmed_at: auth.now() })
  }
  await sendConfirmationMail(auth, user, source, { redirectTo, challenge: null })
  return needsVerification(provider.name)
}

async function isFor(db: Db, user: AuthUser, email: string): Promise<boolean> {
  if (email === user.email) return true
  const owner = await findOwner(db, email)
  return owner === undefined || owner.id === user.id
}

/** Answers the same as for an address that nobody has, since which ones have an account is not for telling. */
async function pretendMail(
  auth: AuthContext,
  provider: string,
  email: string,
  { from }: Source,
): Promise<AuthError> {
  await auth.limits.pretendInterval('email', 'signup', email)
  const claim = { address: email, from, isConfirmed: false }
  await auth.mailer.pretend('signup', performance.now(), claim)
  return needsVerification(provider)
}

function needsVerification(provider: string): AuthError {
  return new AuthError(
    422,
    'provider_email_needs_verification',
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
  )
}

interface Claim {
  /** The account is claimed by this identity, which is verified. */
  readonly identityId: string
  readonly email: string
  readonly metadata: object
  readonly ip: string | null
}

/**
 * The owner of an address takes over an account that was never confirmed. Its creator may be
 * an attacker who waits for the owner: every credential is removed (PROTOCOL §7.5).
 */
export async function claimAccount(
  auth: AuthContext,
  { id: userId }: AuthUser,
  { identityId, email, metadata, ip }: Claim,
): Promise<AuthUser> {
  await revokeCredentials(auth.db, userId, { exceptIdentityId: identityId })
  await audit(auth, { action: 'user_confirmed', userId, ip })
  const claimed = await updateUser(auth, userId, {
    email,
    email_confirmed_at: auth.now(),
    password_hash: null,
    phone: null,
    phone_confirmed_at: null,
    new_email: null,
    new_phone: null,
    email_change_confirmed: 0,
    is_anonymous: false,
    user_metadata: JSON.stringify(metadata),
  })
  return syncProviders(auth, claimed)
}
