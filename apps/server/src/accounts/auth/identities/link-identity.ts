import type { Updateable } from 'kysely'
import type { AuthUser, AuthUserTable, Identity } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { deleteTokensOf, findTokenByHash } from '../codes/one-time-tokens.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import type { Source } from '../http/source.ts'
import { notify } from '../messages/outbox.ts'
import {
  findAuthUser,
  findUserByEmail,
  listIdentities,
  lockUser,
  updateUser,
} from '../users/queries.ts'
import { checkNotBanned, userGone } from '../core/callers.ts'
import { addIdentity, findIdentity, syncProviders } from './identities.ts'
import { claimAccount, type ProviderSignIn } from './provider-account.ts'

/** Throws a 404 where the operator wants no linking. */
export function checkLinkingEnabled({ config }: Pick<AuthContext, 'config'>): void {
  if (config.authManualLinking) return
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

/** Links a provider to the account of a signed-in user. */
export async function linkIdentity(
  auth: AuthContext,
  userId: string,
  { provider, who, source }: Pick<ProviderSignIn, 'provider' | 'who' | 'source'>,
): Promise<AuthUser> {
  const user = await lockUser(auth.db, userId)
  if (!user) throw userGone()
  checkNotBanned(user, auth.now(), 403)
  if (user.is_sso_user) {
    throw new AuthError(422, 'user_sso_managed', 'A user of the single sign-on can’t be linked')
  }
  const known = await findIdentity(auth.db, provider.name, who.subject)
  if (known) throw identityTaken(known.user_id === userId)
  await addIdentity(auth, user, provider.name, who)
  const details = { provider: provider.name }
  await audit(auth, { action: 'identity_linked', userId, ip: source.ip, details })
  const linked = await syncProviders(auth, await withEmail(auth, user, arrivalEmail(who)))
  return linked.is_anonymous ? updateUser(auth, userId, { is_anonymous: false }) : linked
}

function arrivalEmail({ email, isEmailVerified }: ProviderSignIn['who']): string | null {
  return isEmailVerified ? email : null
}

/** A user without an address gets the one that the provider has verified, unless it is taken. */
async function withEmail(
  auth: AuthContext,
  user: AuthUser,
  email: string | null,
): Promise<AuthUser> {
  if (user.email !== null || email === null || (await findUserByEmail(auth.db, email))) return user
  return updateUser(auth, user.id, { email, email_confirmed_at: auth.now() })
}

function identityTaken(isOwn: boolean): AuthError {
  return new AuthError(
    422,
    'identity_already_exists',
    isOwn ? 'Identity is already linked' : 'Identity is already linked to another user',
  )
}

/**
 * Unlinks an identity (PROTOCOL §4, Identities). Returns the user before and after the change,
 * since the address may have changed, and the removed identity.
 */
export async function unlinkIdentity(
  auth: AuthContext,
  { userId, identityId, ip }: { userId: string; identityId: string; ip: string | null },
): Promise<{ before: AuthUser; now: AuthUser; provider: string }> {
  const { db } = auth
  const user = await lockUser(db, userId)
  if (!user) throw userGone()
  const identities = await listIdentities(db, userId)
  const gone = identities.find(({ id }) => id === identityId)
  if (!gone) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
  if (identities.length < 2) {
    throw new AuthError(
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    )
  }
  const remaining = identities.filter(({ id }) => id !== identityId)
  const changes = await addressesWithout(db, user, gone, remaining)
  await db.deleteFrom('auth.identities').where('id', '=', identityId).execute()
  await deleteTokensOf(db, userId)
  const now = await syncProviders(auth, await updateUser(auth, userId, changes))
  const details = { provider: gone.provider }
  await audit(auth, { action: 'identity_unlinked', userId, ip, details })
  return { before: user, now, provider: gone.provider }
}

async function addressesWithout(
  db: Db,
  user: AuthUser,
  gone: Identity,
  remaining: readonly Identity[],
): Promise<Updateable<AuthUserTable>> {
  if (gone.provider === 'phone') return { phone: null, phone_confirmed_at: null, new_phone: null }
  const isOwner = gone.email !== null && gone.email === user.email
  if (!isOwner || remaining.some(({ email }) => email === user.email)) return {}
  // An address that nobody has verified is promised to nobody: it would lie in wait for its owner.
  const next = remaining.find(
    (each) => each.email !== null && each.identity_data['email_verified'] === true,
  )
  const email = next?.email ?? null
  if (email === null) return { email: null, email_confirmed_at: null, new_email: null }
  const owner = await findUserByEmail(db, email)
  if (owner && owner.id !== user.id) {
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    )
  }
  return { email, new_email: null }
}

/** Notifies a user of a linked provider. Runs after the transaction. */
export async function notifyIdentityLinked(
  auth: AuthContext,
  userId: string,
  source: Pick<Source, 'language'>,
  provider: string,
): Promise<void> {
  const user = await findAuthUser(auth.db, userId)
  if (user) await notifyIdentityChange(auth, user, source, 'identity-added', provider)
}

/** Notifies a user of an unlinked provider, at the previous address. */
export async function notifyIdentityUnlinked(
  auth: AuthContext,
  before: AuthUser,
  source: Pick<Source, 'language'>,
  provider: string,
): Promise<void> {
  await notifyIdentityChange(auth, before, source, 'identity-removed', provider)
}

async function notifyIdentityChange(
  auth: AuthContext,
  user: AuthUser,
  source: Pick<Source, 'language'>,
  template: 'identity-added' | 'identity-removed',
  provider: string,
): Promise<void> {
  const { email, email_confirmed_at: confirmedAt } = user
  if (email === null || confirmedAt === null) return
  await notify(auth, user, source, template, { email, provider })
}

/** Accepts an invitation through a provider that has verified the invited address. */
export async function acceptInvite(
  auth: AuthContext,
  inviteToken: string,
  { provider, who, source }: ProviderSignIn,
): Promise<AuthUser> {
  const user = await lockUser(auth.db, await getInvited(auth, inviteToken))
  if (!user || user.email === null) throw inviteGone()
  checkNotBanned(user, auth.now(), 403)
  if (who.email !== user.email) {
    throw invalid('Invited email does not match emails from external provider')
  }
  const known = await findIdentity(auth.db, provider.name, who.subject)
  if (known && known.user_id !== user.id) throw identityTaken(false)
  const identity = known ?? (await addIdentity(auth, user, provider.name, who))
  const { ip } = source
  const details = { provider: provider.name }
  await audit(auth, { action: 'invite_accepted', userId: user.id, ip, details })
  return claimAccount(auth, user, {
    identityId: identity.id,
    email: user.email,
    metadata: { ...user.user_metadata, ...who.data },
    ip,
  })
}

/** Returns the id of the invited user. Throws a 404 for an invitation that is not valid. */
export async function getInvited(auth: AuthContext, inviteToken: string): Promise<string> {
  const token = await findTokenByHash(auth, inviteToken, ['confirmation'])
  if (!token) throw inviteGone()
  return token.user_id
}

function inviteGone(): AuthError {
  return new AuthError(404, 'invite_not_found', 'Invite not found')
}
