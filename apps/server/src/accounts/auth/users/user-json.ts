import type { AuthUser, Factor, Identity } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { listIdentities } from './queries.ts'

/** Clients read a user in this form (PROTOCOL §3.1), without secrets. */
export type UserJson = Readonly<Record<string, unknown>> & { readonly id: string }

export async function presentUser(db: Db, user: AuthUser): Promise<UserJson> {
  const factors = await db
    .selectFrom('auth.factors')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  return userJson(user, await listIdentities(db, user.id), factors)
}

export function userJson(
  user: AuthUser,
  identities: readonly Identity[],
  factors: readonly Factor[],
): UserJson {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...instant('email_confirmed_at', user.email_confirmed_at),
    phone: user.phone ?? '',
    ...instant('phone_confirmed_at', user.phone_confirmed_at),
    ...instant('confirmed_at', confirmedAt(user)),
    ...instant('invited_at', user.invited_at),
    ...instant('confirmation_sent_at', user.confirmation_sent_at),
    ...instant('recovery_sent_at', user.recovery_sent_at),
    ...(user.new_email !== null && { new_email: user.new_email }),
    ...instant('email_change_sent_at', user.email_change_sent_at),
    ...(user.new_phone !== null && { new_phone: user.new_phone }),
    ...instant('phone_change_sent_at', user.phone_change_sent_at),
    ...instant('reauthentication_sent_at', user.reauthentication_sent_at),
    ...instant('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: identities.map(identityJson),
    ...(factors.length > 0 && { factors: factors.map(factorJson) }),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...instant('banned_until', user.banned_until),
    ...instant('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  }
}

export function identityJson(identity: Identity): object {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...instant('last_sign_in_at', identity.last_sign_in_at),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    ...(identity.email !== null && { email: identity.email }),
  }
}

export function factorJson(factor: Factor): object {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.status,
    ...(factor.friendly_name !== '' && { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    ...(factor.phone !== null && { phone: factor.phone }),
    ...instant('last_challenged_at', factor.last_challenged_at),
  }
}

/** Returns the earlier of the two. */
function confirmedAt({ email_confirmed_at: email, phone_confirmed_at: phone }: AuthUser) {
  if (email === null || phone === null) return email ?? phone
  return email < phone ? email : phone
}

function instant(name: string, at: Date | null): Readonly<Record<string, string>> {
  return at === null ? {} : { [name]: at.toISOString() }
}
