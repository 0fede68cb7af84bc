import type { Updateable } from 'kysely'
import type { AuthUser, AuthUserTable, TokenPurpose } from '../tables/auth-tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import type { Source } from '../http/source.ts'
import { mergeMetadata } from '../users/new-account.ts'
import { findUserByEmail, lockUser, updateUser } from '../users/queries.ts'
import { emailTaken } from '../core/callers.ts'
import { createUser, inviteUser } from './create-user.ts'

interface LinkRequest {
  readonly type: string
  readonly email: string
  readonly newEmail: string | null
  readonly passwordHash: string | null
  readonly data: Readonly<Record<string, unknown>>
}

interface LinkPlan {
  readonly user: AuthUser
  readonly purpose: TokenPurpose
  /** A mail would have gone there. */
  readonly relatesTo: string
  /** It is the `type` in the link. */
  readonly linkType: string
  readonly verificationType: string
}

/** Prepares the account for a link of the type. Throws as the mail's own endpoint would. */
export async function planLink(
  auth: AuthContext,
  wish: LinkRequest,
  source: Source,
): Promise<LinkPlan> {
  const { email, data } = wish
  switch (wish.type) {
    case 'signup':
      if (wish.passwordHash === null) throw invalid('Signup requires a valid password')
      return planSignup(auth, wish, source)
    case 'invite': {
      const user = await inviteUser(auth, { email, data }, source)
      return confirmation(await sent(auth, user, 'confirmation_sent_at'), email, 'invite')
    }
    case 'magiclink':
      // A new address gets an account.
      return (await planRecovery(auth, wish)) ?? planSignup(auth, wish, source)
    case 'recovery': {
      const plan = await planRecovery(auth, wish)
      if (!plan) throw unknownEmail()
      return plan
    }
    case 'email_change_current':
    case 'email_change_new':
      return planEmailChange(auth, wish, wish.type)
    default:
      throw invalid(`Invalid email action link type requested: ${wish.type}`)
  }
}

async function planSignup(
  auth: AuthContext,
  { email, data, passwordHash }: LinkRequest,
  source: Source,
): Promise<LinkPlan> {
  const known = await findUserByEmail(auth.db, email)
  if (known && known.email_confirmed_at !== null) throw emailTaken()
  if (!known) {
    const user = await createUser(auth, { email, passwordHash, userMetadata: data }, source)
    return confirmation(await sent(auth, user, 'confirmation_sent_at'), email, 'signup')
  }
  const user = await updateUser(auth, known.id, {
    password_hash: passwordHash,
    user_metadata: JSON.stringify(mergeMetadata(known.user_metadata, data)),
  })
  return confirmation(await sent(auth, user, 'confirmation_sent_at'), email, 'signup')
}

async function planRecovery(
  auth: AuthContext,
  { type, email }: LinkRequest,
): Promise<LinkPlan | null> {
  const user = await findUserByEmail(auth.db, email)
  if (!user) return null
  return {
    user: await sent(auth, user, 'recovery_sent_at'),
    purpose: 'recovery',
    relatesTo: email,
    linkType: type,
    verificationType: type,
  }
}

async function planEmailChange(
  auth: AuthContext,
  { email, newEmail }: LinkRequest,
  purpose: 'email_change_current' | 'email_change_new',
): Promise<LinkPlan> {
  const { db } = auth
  if (newEmail === null) throw invalid('The new email address provided is invalid')
  const known = await findUserByEmail(db, email)
  const user = known && (await lockUser(db, known.id))
  if (!user) throw unknownEmail()
  if (newEmail === email || (await findUserByEmail(db, newEmail))) throw emailTaken()
  // One of the two addresses may have agreed to this very change already.
  const confirmed = user.new_email === newEmail ? user.email_change_confirmed : 0
  const changing = await updateUser(auth, user.id, {
    new_email: newEmail,
    email_change_sent_at: auth.now(),
    email_change_confirmed: confirmed,
  })
  return {
    user: changing,
    purpose,
    relatesTo: purpose === 'email_change_new' ? newEmail : email,
    linkType: 'email_change',
    verificationType: purpose,
  }
}

function confirmation(user: AuthUser, email: string, type: 'signup' | 'invite'): LinkPlan {
  return {
    user,
    purpose: 'confirmation',
    relatesTo: email,
    linkType: type,
    verificationType: type,
  }
}

async function sent(
  auth: AuthContext,
  { id }: AuthUser,
  column: 'confirmation_sent_at' | 'recovery_sent_at',
): Promise<AuthUser> {
  const change: Updateable<AuthUserTable> = { [column]: auth.now() }
  return updateUser(auth, id, change)
}

function unknownEmail(): AuthError {
  return new AuthError(404, 'user_not_found', 'User with this email not found')
}
