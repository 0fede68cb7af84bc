import { randomBytes } from 'node:crypto'
import type { AuthUser } from '../tables/auth-tables.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import type { Source } from '../http/source.ts'
import { syncProviders } from '../identities/identities.ts'
import { revokeCredentials } from '../sessions/start-session.ts'
import {
  findUserByEmail,
  findUserByPhone,
  insertAccount,
  insertIdentity,
  listIdentities,
  lockUser,
  updateUser,
} from '../users/queries.ts'
import { emailTaken, phoneTaken } from '../core/callers.ts'

type Metadata = Readonly<Record<string, unknown>>

interface NewUser {
  readonly id?: string | null
  readonly email: string | null
  readonly phone?: string | null
  /** Null stands for a random password that nobody knows. */
  readonly passwordHash: string | null
  readonly confirmsEmail?: boolean
  readonly confirmsPhone?: boolean
  readonly userMetadata?: Metadata
  readonly appMetadata?: Metadata
  readonly role?: string | null
  readonly bannedUntil?: Date | 'lifted' | null
  readonly invitedAt?: Date
}

/** Creates an account for the operator, with exactly the given metadata. */
export async function createUser(
  auth: AuthContext,
  wanted: NewUser,
  { ip, network }: Pick<Source, 'ip' | 'network'>,
): Promise<AuthUser> {
  const { email, phone = null, bannedUntil = null } = wanted
  if (email !== null && (await findUserByEmail(auth.db, email))) throw emailTaken()
  if (phone !== null && (await findUserByPhone(auth.db, phone))) throw phoneTaken()
  const at = auth.now()
  const isEmailConfirmed = email !== null && wanted.confirmsEmail === true
  const isPhoneConfirmed = phone !== null && wanted.confirmsPhone === true
  const providers = [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])]
  const user = await insertAccount(auth, {
    ...(wanted.id && { id: wanted.id }),
    ...(wanted.role && { role: wanted.role }),
    email,
    phone,
    password_hash: wanted.passwordHash ?? (await unknownPassword(auth, network)),
    email_confirmed_at: isEmailConfirmed ? at : null,
    phone_confirmed_at: isPhoneConfirmed ? at : null,
    banned_until: bannedUntil === 'lifted' ? null : bannedUntil,
    invited_at: wanted.invitedAt ?? null,
    userMetadata: wanted.userMetadata ?? {},
    appMetadata: { provider: providers[0], providers, ...wanted.appMetadata },
  })
  const verified = { email_verified: isEmailConfirmed, phone_verified: isPhoneConfirmed }
  for (const provider of providers) {
    const address = provider === 'email' ? email : phone
    await insertIdentity(auth, {
      userId: user.id,
      provider,
      providerId: user.id,
      data: { sub: user.id, [provider]: address, ...verified },
    })
  }
  const details = { by: 'operator' }
  await audit(auth, { action: 'user_signedup', userId: user.id, actorId: null, ip, details })
  return user
}

async function unknownPassword({ hasher }: AuthContext, network: string): Promise<string> {
  return hasher.hash(randomBytes(32).toString('base64url'), network)
}

/**
 * Returns the account of somebody who is invited: a new one, or one that was never confirmed. A user who signed up with
 * the address of somebody else loses access to it.
 */
export async function inviteUser(
  auth: AuthContext,
  { email, data }: { email: string; data: Readonly<Record<string, unknown>> },
  source: Source,
): Promise<AuthUser> {
  const { db } = auth
  const known = await findUserByEmail(db, email)
  const at = auth.now()
  if (!known) {
    const wanted = { email, passwordHash: null, userMetadata: data, invitedAt: at }
    return createUser(auth, wanted, source)
  }
  const user = await lockUser(db, known.id)
  if (!user || user.email_confirmed_at !== null) throw emailTaken()
  const identities = await listIdentities(db, user.id)
  const own = identities.find(({ provider }) => provider === 'email')
  await revokeCredentials(db, user.id, { exceptIdentityId: own?.id ?? null })
  const invited = await updateUser(auth, user.id, {
    invited_at: at,
    password_hash: null,
    phone: null,
    phone_confirmed_at: null,
    new_email: null,
    new_phone: null,
    user_metadata: JSON.stringify(data),
  })
  return syncProviders(auth, invited)
}
