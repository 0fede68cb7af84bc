import type { AuthUser } from '../tables/auth-tables.ts'
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

type AddressKind = 'email' | 'phone'

/** Marks the e-mail address or the number as confirmed by the user. */
export async function confirmAddress(
  auth: AuthContext,
  user: AuthUser,
  kind: AddressKind,
  { ip }: Pick<Source, 'ip'>,
): Promise<AuthUser> {
  await deleteTokensOf(auth.db, user.id)
  if (user[`${kind}_confirmed_at`] !== null) return user
  const verified = { [`${kind}_verified`]: true }
  await verifyIdentity(auth, user, kind, { [kind]: user[kind], ...verified })
  await audit(auth, { action: 'user_confirmed', userId: user.id, ip })
  return updateUser(auth, user.id, {
    [`${kind}_confirmed_at`]: auth.now(),
    is_anonymous: false,
    user_metadata: JSON.stringify({ ...user.user_metadata, ...verified }),
  })
}

/** Replaces the old e-mail address or number by the new one, and notifies the user by mail. */
export async function confirmAddressChange(
  auth: AuthContext,
  user: AuthUser,
  kind: AddressKind,
  source: Source,
): Promise<AuthUser> {
  const { [`new_${kind}` as const]: address, email } = user
  if (address === null) return user
  await deleteTokensOf(auth.db, user.id)
  const data = { [kind]: address, [`${kind}_verified`]: true }
  await verifyIdentity(auth, user, kind, data)
  await audit(auth, { action: `user_${kind}_changed`, userId: user.id, ip: source.ip })
  const changed = await updateUser(auth, user.id, {
    [kind]: address,
    [`${kind}_confirmed_at`]: auth.now(),
    [`new_${kind}`]: null,
    [`${kind}_change_sent_at`]: null,
    ...(kind === 'email' && { email_change_confirmed: 0 }),
    is_anonymous: false,
    app_metadata: JSON.stringify(await appMetadataOf(auth.db, user)),
    user_metadata: JSON.stringify({ ...user.user_metadata, ...data }),
  })
  if (email !== null && user.email_confirmed_at !== null) {
    const values = kind === 'email' ? { newEmail: address } : { phone: `+${address}` }
    await notify(auth, user, source, `${kind}-changed`, { email, ...values })
  }
  return changed
}

/** Marks the identity of the address as verified, or creates it. */
async function verifyIdentity(
  auth: AuthContext,
  { id: userId }: AuthUser,
  provider: AddressKind,
  data: object,
): Promise<void> {
  const identities = await listIdentities(auth.db, userId)
  const known = identities.find((identity) => identity.provider === provider)
  if (known) return mergeIdentityData(auth, known, data)
  const identityData = { sub: userId, ...data }
  await insertIdentity(auth, { userId, provider, providerId: userId, data: identityData })
}

async function appMetadataOf(db: Db, { id, app_metadata: metadata }: AuthUser) {
  return { ...metadata, ...providersOf(await listIdentities(db, id)) }
}
