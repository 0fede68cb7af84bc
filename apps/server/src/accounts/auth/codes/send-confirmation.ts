import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import type { Challenge } from '../flows/challenge.ts'
import type { Source } from '../http/source.ts'
import type { TextMessage } from '../sms/texter.ts'
import { updateUser } from '../users/queries.ts'
import { sendMailCode, sendTextCode } from './send-code.ts'
import { checkSendInterval } from './send-intervals.ts'

export interface MailFlow {
  readonly redirectTo: string
  readonly challenge: Challenge | null
}

/** The mail that confirms an address. Throws a 429 less than a minute after the one before. */
export async function sendConfirmationMail(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  source: Source,
  { redirectTo, challenge }: MailFlow,
): Promise<AuthUser> {
  const at = auth.now()
  checkSendInterval('email', user.confirmation_sent_at, at)
  await sendMailCode(auth, db, user, source, {
    purpose: 'confirmation',
    template: 'signup',
    type: 'signup',
    to: user.email ?? '',
    redirectTo,
    pkce: challenge && { challenge, method: 'email/signup' },
  })
  await audit(auth, db, { action: 'user_confirmation_requested', userId: user.id, ip: source.ip })
  return updateUser(auth, db, user.id, { confirmation_sent_at: at })
}

/** The mail that signs in whoever reads it, with or without the purpose of a new password. */
export async function sendSignInMail(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  source: Source,
  { type, redirectTo, challenge }: MailFlow & { readonly type: 'magiclink' | 'recovery' },
): Promise<void> {
  const at = auth.now()
  checkSendInterval('email', user.recovery_sent_at, at)
  await sendMailCode(auth, db, user, source, {
    purpose: 'recovery',
    template: type,
    type,
    to: user.email ?? '',
    redirectTo,
    pkce: challenge && { challenge, method: type },
  })
  await audit(auth, db, { action: 'user_recovery_requested', userId: user.id, ip: source.ip })
  await updateUser(auth, db, user.id, { recovery_sent_at: at })
}

/** The text message that confirms a number, or signs its owner in. */
export async function sendConfirmationText(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  source: Source,
  channel: TextMessage['channel'],
): Promise<AuthUser> {
  const at = auth.now()
  checkSendInterval('sms', user.confirmation_sent_at, at)
  await sendTextCode(auth, db, user, source, {
    purpose: 'confirmation',
    phone: user.phone ?? '',
    channel,
  })
  return updateUser(auth, db, user.id, { confirmation_sent_at: at })
}
