import type { AuthUser } from '../tables/auth-tables.ts'
import type { UserCaller } from '../../access/caller.ts'
import { deleteTokensOf, findTokenByCode } from '../codes/one-time-tokens.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { commitRefusals } from '../core/transactions.ts'
import { AuthError } from '../http/auth-error.ts'
import type { Source } from '../http/source.ts'
import { notify } from '../messages/outbox.ts'
import { endOtherSessions } from '../sessions/start-session.ts'
import { updateUser } from '../users/queries.ts'
import { checkPassword } from './strength.ts'

const FRESH_SECONDS = 86_400

interface Proofs {
  readonly nonce?: string | undefined
  readonly current_password?: string | undefined
}

/** Hashes a new password that the caller may take. Throws as PROTOCOL §4 PUT /user says. */
export async function checkNewPassword(
  auth: AuthContext,
  caller: UserCaller,
  user: AuthUser,
  password: string,
  proofs: Proofs,
  { network }: Pick<Source, 'network'>,
): Promise<string> {
  await checkPassword(auth, password)
  await checkIsHimself(auth, caller, user, proofs, network)
  if (user.password_hash !== null) {
    const { isRight } = await auth.hasher.verify(password, user.password_hash, network)
    if (isRight) {
      throw new AuthError(
        422,
        'same_password',
        'New password should be different from the old password.',
      )
    }
  }
  return auth.hasher.hash(password, network)
}

/** An old session does not prove that its owner uses it. */
async function checkIsHimself(
  auth: AuthContext,
  caller: UserCaller,
  user: AuthUser,
  { nonce = '', current_password: currentPassword = '' }: Proofs,
  network: string,
): Promise<void> {
  if (auth.config.authReauthentication && !(await isFresh(auth, caller))) {
    if (nonce === '') {
      throw new AuthError(
        400,
        'reauthentication_needed',
        'Password update requires reauthentication',
      )
    }
    await takeNonce(auth, user, nonce)
  }
  if (!auth.config.authCurrentPassword || user.password_hash === null || provesAddress(caller)) {
    return
  }
  if (currentPassword === '') {
    throw new AuthError(
      400,
      'current_password_required',
      'Current password required when setting new password.',
    )
  }
  const { password_hash: hash } = user
  await auth.limits.countFailures('wrongPasswords', user.id, async () => {
    const { isRight } = await auth.hasher.verify(currentPassword, hash, network)
    if (isRight) return
    throw new AuthError(
      400,
      'current_password_invalid',
      'Current password required when setting new password.',
    )
  })
}

async function isFresh({ db, now }: AuthContext, { sessionId }: UserCaller): Promise<boolean> {
  if (sessionId === null) return false
  const session = await db
    .selectFrom('auth.sessions')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session) return false
  return now().getTime() - session.created_at.getTime() < FRESH_SECONDS * 1000
}

/** A mail's link or code counts as `otp`, or in the PKCE flow as the flow's own name (PROTOCOL §3.5). */
const ADDRESS_METHODS: readonly string[] = [
  'otp',
  'recovery',
  'magiclink',
  'email/signup',
  'invite',
  'email_change',
]

/** A user who came by a mail's link may well have forgotten the password. */
function provesAddress({ claims }: UserCaller): boolean {
  const methods = (claims.amr ?? []).map((each) => (typeof each === 'string' ? each : each.method))
  return methods.some((method) => ADDRESS_METHODS.includes(method))
}

async function takeNonce(auth: AuthContext, user: AuthUser, nonce: string): Promise<void> {
  const check = async (auth: AuthContext) => {
    const wanted = { userId: user.id, purposes: ['reauthentication'], code: nonce } as const
    if (await findTokenByCode(auth, wanted)) return null
    return new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
  await auth.limits.countFailures('wrongCodes', user.id, () => commitRefusals(auth, check))
}

/** Ends all sessions except the caller's. */
export async function changePassword(
  auth: AuthContext,
  user: AuthUser,
  change: { passwordHash: string; caller: UserCaller; source: Source },
): Promise<AuthUser> {
  const { passwordHash, caller, source } = change
  await deleteTokensOf(auth.db, user.id)
  await endOtherSessions(auth.db, user.id, caller.sessionId)
  await audit(auth, { action: 'user_updated_password', userId: user.id, ip: source.ip })
  if (user.email !== null && user.email_confirmed_at !== null) {
    await notify(auth, user, source, 'password-changed', { email: user.email })
  }
  return updateUser(auth, user.id, {
    password_hash: passwordHash,
    reauthentication_sent_at: null,
  })
}
