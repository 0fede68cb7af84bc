import type { AuthUser } from '../tables/auth-tables.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import type { Challenge } from '../flows/flow-states.ts'
import { checkSendInterval } from '../http/message-limits.ts'
import type { Source } from '../http/source.ts'
import type { TextMessage } from '../messages/texter.ts'
import { getEmail, getPhone } from '../users/addresses.ts'
import { updateUser } from '../users/queries.ts'
import { confirmAddressChange } from './confirm.ts'
import { sendMailCode, sendTextCode } from './send-code.ts'

export interface MailFlow {
  readonly redirectTo: string
  readonly challenge: Challenge | null
}

/** Sends the mail that confirms an address. Throws a 429 less than a minute after the one before. */
export async function sendConfirmationMail(
  auth: AuthContext,
  user: AuthUser,
  source: Source,
  { redirectTo, challenge }: MailFlow,
): Promise<AuthUser> {
  const at = auth.now()
  checkSendInterval('email', user.confirmation_sent_at, at)
  await sendMailCode(auth, user, source, {
    purpose: 'confirmation',
    template: 'signup',
    type: 'signup',
    to: getEmail(user),
    redirectTo,
    pkce: challenge && { challenge, method: 'email/signup' },
  })
  await audit(auth, { action: 'user_confirmation_requested', userId: user.id, ip: source.ip })
  return updateUser(auth, user.id, { confirmation_sent_at: at })
}

/** Sends the mail that signs in its reader, to reset the password or not. */
export async function sendSignInMail(
  auth: AuthContext,
  user: AuthUser,
  source: Source,
  { type, redirectTo, challenge }: MailFlow & { readonly type: 'magiclink' | 'recovery' },
): Promise<void> {
  const at = auth.now()
  checkSendInterval('email', user.recovery_sent_at, at)
  await sendMailCode(auth, user, source, {
    purpose: 'recovery',
    template: type,
    type,
    to: getEmail(user),
    redirectTo,
    pkce: challenge && { challenge, method: type },
  })
  await audit(auth, { action: 'user_recovery_requested', userId: user.id, ip: source.ip })
  await updateUser(auth, user.id, { recovery_sent_at: at })
}

/** Sends the text message that confirms a number, or signs its owner in. */
export async function sendConfirmationText(
  auth: AuthContext,
  user: AuthUser,
  source: Source,
  channel: TextMessage['channel'],
): Promise<AuthUser> {
  const at = auth.now()
  checkSendInterval('sms', user.confirmation_sent_at, at)
  await sendTextCode(auth, user, source, {
    purpose: 'confirmation',
    phone: getPhone(user),
    channel,
  })
  return updateUser(auth, user.id, { confirmation_sent_at: at })
}

/**
 * Both addresses must be confirmed, or the new one alone without an old one. Where sign-ups are confirmed
 * automatically, the first address of an anonymous user is, too.
 */
export async function requestEmailChange(
  auth: AuthContext,
  user: AuthUser,
  email: string,
  { source, redirectTo, challenge }: MailFlow & { readonly source: Source },
): Promise<AuthUser> {
  if (auth.config.authAutoconfirm && user.is_anonymous) {
    return confirmAddressChange(auth, { ...user, new_email: email }, 'email', source)
  }
  const at = auth.now()
  checkSendInterval('email', user.email_change_sent_at, at)
  const changing = await updateUser(auth, user.id, {
    new_email: email,
    email_change_sent_at: at,
    email_change_confirmed: 0,
  })
  const mail = { template: 'email-change', type: 'email_change', redirectTo } as const
  const pkce = challenge && { challenge, method: 'email_change' }
  if (user.email !== null) {
    const purpose = 'email_change_current'
    await sendMailCode(auth, changing, source, { ...mail, purpose, to: user.email, pkce })
  }
  const purpose = 'email_change_new'
  await sendMailCode(auth, changing, source, { ...mail, purpose, to: email, pkce })
  return changing
}

export async function requestPhoneChange(
  auth: AuthContext,
  user: AuthUser,
  phone: string,
  { source, channel }: { readonly source: Source; readonly channel: TextMessage['channel'] },
): Promise<AuthUser> {
  if (auth.config.authAutoconfirm) {
    return confirmAddressChange(auth, { ...user, new_phone: phone }, 'phone', source)
  }
  const at = auth.now()
  checkSendInterval('sms', user.phone_change_sent_at, at)
  const changing = await updateUser(auth, user.id, {
    new_phone: phone,
    phone_change_sent_at: at,
  })
  await sendTextCode(auth, changing, source, { purpose: 'phone_change', phone, channel })
  return changing
}
