import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import type { Source } from '../http/source.ts'
import { notify } from '../messages/outbox.ts'
import {
  insertIdentity,
  listIdentities,
  mergeIdentityData,
  providersOf,
  updateUser,
} from '../users/queries.ts'
import { deleteTokensOf } from './one-time-tokens.ts'

/** Marks the e-mail address as confirmed by the user. */
export async function confirmEmail(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  source: Pick<Source, 'ip'>,
): Promise<AuthUser> {
  await deleteTokensOf(db, user.id)
  if (user.email_confirmed_at !== null) return user
  await verifyIdentity(auth, db, user, 'email', { email: user.email, email_verified: true })
  await audit(auth, db, { action: 'user_confirmed', userId: user.id, ip: source.ip })
  return updateUser(auth, db, user.id, {
    email_confirmed_at: auth.now(),
    is_anonymous: false,
    user_metadata: JSON.stringify({ ...user.user_metadata, email_verified: true }),
  })
}

export async function confirmPhone(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  source: Pick<Source, 'ip'>,
): Promise<AuthUser> {
  await deleteTokensOf(db, user.id)
  if (user.phone_confirmed_at !== null) return user
  await verifyIdentity(auth, db, user, 'phone', { phone: user.phone, phone_verified: true })
  await audit(auth, db, { action: 'user_confirmed', userId: user.id, ip: source.ip })
  return updateUser(auth, db, user.id, {
    phone_confirmed_at: auth.now(),
    is_anonymous: false,
    user_metadata: JSON.stringify({ ...user.user_metadata, phone_verified: true }),
  })
}

/** Replaces the old address by the new one and notifies the old one. */
export async function confirmEmailChange(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  source: Source,
): Promise<AuthUser> {
  const { new_email: email, email: oldEmail } = user
  if (email === null) return user
  await deleteTokensOf(db, user.id)
  await verifyIdentity(auth, db, user, 'email', { email, email_verified: true })
  await audit(auth, db, { action: 'user_email_changed', userId: user.id, ip: source.ip })
  const changed = await updateUser(auth, db, user.id, {
    email,
    email_confirmed_at: auth.now(),
    new_email: null,
    email_change_sent_at: null,
    email_change_confirmed: 0,
    is_anonymous: false,
    app_metadata: JSON.stringify(await appMetadataOf(db, user)),
    user_metadata: JSON.stringify({ ...user.user_metadata, email, email_verified: true }),
  })
  if (oldEmail !== null && user.email_confirmed_at !== null) {
    await notify(auth, db, user, source, 'email-changed', { email: oldEmail, newEmail: email })
  }
  return changed
}

/** The number alone signs in from now on, so its user is notified by mail. */
export async function confirmPhoneChange(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  source: Source,
): Promise<AuthUser> {
  const { new_phone: phone } = user
  if (phone === null) return user
  await deleteTokensOf(db, user.id)
  await verifyIdentity(auth, db, user, 'phone', { phone, phone_verified: true })
  await audit(auth, db, { action: 'user_phone_changed', userId: user.id, ip: source.ip })
  if (user.email !== null && user.email_confirmed_at !== null) {
    await notify(auth, db, user, source, 'phone-changed', { email: user.email, phone: `+${phone}` })
  }
  return updateUser(auth, db, user.id, {
    phone,
    phone_confirmed_at: auth.now(),
    new_phone: null,
    phone_change_sent_at: null,
    is_anonymous: false,
    app_metadata: JSON.stringify(await appMetadataOf(db, user)),
    user_metadata: JSON.stringify({ ...user.user_metadata, phone, phone_verified: true }),
  })
}

/** Marks the identity of the address as verified, or creates it. */
async function verifyIdentity(
  auth: AuthContext,
  db: Db,
  { id: userId }: AuthUser,
  provider: 'email' | 'phone',
  data: object,
): Promise<void> {
  const identities = await listIdentities(db, userId)
  const known = identities.find((identity) => identity.provider === provider)
  if (known) return mergeIdentityData(auth, db, known, data)
  const identityData = { sub: userId, ...data }
  await insertIdentity(auth, db, { userId, provider, providerId: userId, data: identityData })
}

async function appMetadataOf(db: Db, { id, app_metadata: metadata }: AuthUser) {
  return { ...metadata, ...providersOf(await listIdentities(db, id)) }
}
