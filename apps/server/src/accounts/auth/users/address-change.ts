import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../auth-context.ts'
import { sendMailCode, sendTextCode } from '../codes/send-code.ts'
import type { MailFlow } from '../codes/send-confirmation.ts'
import { checkSendInterval } from '../codes/send-intervals.ts'
import type { Source } from '../http/source.ts'
import type { TextMessage } from '../sms/texter.ts'
import { confirmEmailChange, confirmPhoneChange } from './confirm.ts'
import { updateUser } from './queries.ts'

/**
 * Both addresses have to agree; where there is none yet, the new one. Where sign-ups are confirmed
 * automatically, an anonymous user's first address is, too.
 */
export async function requestEmailChange(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  email: string,
  { source, redirectTo, challenge }: MailFlow & { readonly source: Source },
): Promise<AuthUser> {
  if (auth.config.authAutoconfirm && user.is_anonymous) {
    return confirmEmailChange(auth, db, { ...user, new_email: email }, source)
  }
  const at = auth.now()
  checkSendInterval('email', user.email_change_sent_at, at)
  const changing = await updateUser(auth, db, user.id, {
    new_email: email,
    email_change_sent_at: at,
    email_change_confirmed: 0,
  })
  const mail = { template: 'email-change', type: 'email_change', redirectTo } as const
  const pkce = challenge && { challenge, method: 'email_change' }
  if (user.email !== null) {
    const purpose = 'email_change_current'
    await sendMailCode(auth, db, changing, source, { ...mail, purpose, to: user.email, pkce })
  }
  const purpose = 'email_change_new'
  await sendMailCode(auth, db, changing, source, { ...mail, purpose, to: email, pkce })
  return changing
}

export async function requestPhoneChange(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  phone: string,
  { source, channel }: { readonly source: Source; readonly channel: TextMessage['channel'] },
): Promise<AuthUser> {
  if (auth.config.authAutoconfirm) {
    return confirmPhoneChange(auth, db, { ...user, new_phone: phone }, source)
  }
  const at = auth.now()
  checkSendInterval('sms', user.phone_change_sent_at, at)
  const changing = await updateUser(auth, db, user.id, {
    new_phone: phone,
    phone_change_sent_at: at,
  })
  await sendTextCode(auth, db, changing, source, { purpose: 'phone_change', phone, channel })
  return changing
}
