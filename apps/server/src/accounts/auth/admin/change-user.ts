import type { Updateable } from 'kysely'
import type { AuthUser, AuthUserTable } from '../tables/auth-tables.ts'
import { confirmAddress } from '../codes/confirm.ts'
import { deleteTokensOf } from '../codes/one-time-tokens.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import type { Source } from '../http/source.ts'
import { notify } from '../messages/outbox.ts'
import { endOtherSessions } from '../sessions/start-session.ts'
import { mergeMetadata } from '../users/new-account.ts'
import {
  findUserByEmail,
  findUserByPhone,
  insertIdentity,
  listIdentities,
  lockUser,
  mergeIdentityData,
  providersOf,
  updateUser,
} from '../users/queries.ts'
import { emailTaken, phoneTaken } from '../core/callers.ts'
import { userNotFound } from './find-users.ts'
import type { AdminUserBody } from './user-body.ts'

/** Changes an account for the operator, without asking its owner. */
export async function changeUser(
  auth: AuthContext,
  userId: string,
  body: AdminUserBody,
  { ip }: Pick<Source, 'ip'>,
): Promise<AuthUser> {
  const { db } = auth
  const user = await lockUser(db, userId)
  if (!user) throw userNotFound()
  const { email, phone } = body
  let changed = await updateUser(auth, userId, {
    ...(body.role !== null && { role: body.role }),
    ...(body.bannedUntil !== null && {
      banned_until: body.bannedUntil === 'lifted' ? null : body.bannedUntil,
    }),
    user_metadata: JSON.stringify(mergeMetadata(user.user_metadata, body.userMetadata)),
    app_metadata: JSON.stringify(mergeMetadata(user.app_metadata, body.appMetadata)),
  })
  if (email !== null && email !== user.email) {
    if (await findUserByEmail(db, email)) throw emailTaken()
    const change = { email, new_email: null, email_change_sent_at: null }
    changed = await changeAddress(auth, changed, 'email', email, change)
  }
  if (phone !== null && phone !== user.phone) {
    if (await findUserByPhone(db, phone)) throw phoneTaken()
    const change = { phone, new_phone: null, phone_change_sent_at: null }
    changed = await changeAddress(auth, changed, 'phone', phone, change)
  }
  if (body.confirmsEmail && changed.email !== null) {
    changed = await confirmAddress(auth, changed, 'email', { ip })
  }
  if (body.confirmsPhone && changed.phone !== null) {
    changed = await confirmAddress(auth, changed, 'phone', { ip })
  }
  if (body.passwordHash !== null) {
    await deleteTokensOf(db, userId)
    await endOtherSessions(db, userId, null)
    changed = await updateUser(auth, userId, { password_hash: body.passwordHash })
  }
  const details = { by: 'operator', ...changedFields(body) }
  await audit(auth, { action: 'user_modified', userId, actorId: null, ip, details })
  return changed
}

async function changeAddress(
  auth: AuthContext,
  user: AuthUser,
  provider: 'email' | 'phone',
  address: string,
  change: Updateable<AuthUserTable>,
): Promise<AuthUser> {
  const { db } = auth
  // Tokens that were sent to the old address no longer belong to this account.
  await deleteTokensOf(db, user.id)
  const identities = await listIdentities(db, user.id)
  const known = identities.find((identity) => identity.provider === provider)
  const data = { [provider]: address }
  if (known) await mergeIdentityData(auth, known, data)
  else {
    const identityData = { sub: user.id, ...data, [`${provider}_verified`]: false }
    const identity = { userId: user.id, provider, providerId: user.id, data: identityData }
    await insertIdentity(auth, identity)
  }
  const metadata = { ...user.app_metadata, ...providersOf(await listIdentities(db, user.id)) }
  return updateUser(auth, user.id, {
    ...change,
    app_metadata: JSON.stringify(metadata),
  })
}

function changedFields(body: AdminUserBody): Readonly<Record<string, boolean>> {
  return {
    ...(body.email !== null && { email: true }),
    ...(body.phone !== null && { phone: true }),
    ...(body.passwordHash !== null && { password: true }),
    ...(body.role !== null && { role: true }),
    ...(body.bannedUntil !== null && { ban: body.bannedUntil !== 'lifted' }),
  }
}

/** Notifies a user, at the previous address, of a change of their sign-in that somebody else may have made. */
export async function notifyAccountChange(
  auth: AuthContext,
  before: AuthUser,
  now: AuthUser,
  source: Pick<Source, 'language'>,
): Promise<void> {
  const { email } = before
  if (email === null || before.email_confirmed_at === null) return
  if (now.email !== email) {
    const newEmail = now.email === null ? {} : { newEmail: now.email }
    await notify(auth, before, source, 'email-changed', { email, ...newEmail })
  }
  if (now.phone !== null && now.phone !== before.phone) {
    await notify(auth, before, source, 'phone-changed', { email, phone: `+${now.phone}` })
  }
  if (before.password_hash !== null && now.password_hash !== before.password_hash) {
    await notify(auth, before, source, 'password-changed', { email })
  }
}
