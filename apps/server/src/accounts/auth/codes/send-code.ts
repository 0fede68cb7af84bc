import { TEXTS } from '../../../messages/catalogue.ts'
import type { AuthUser, TokenPurpose } from '../tables/auth-tables.ts'
import { authBaseUrl, type AuthContext } from '../core/auth-context.ts'
import { type Challenge, startFlow } from '../flows/flow-states.ts'
import { AuthError } from '../http/auth-error.ts'
import type { MessageClaim } from '../http/message-limits.ts'
import type { Source } from '../http/source.ts'
import { languageOf, renderMail, type TemplateName } from '../messages/mail-template.ts'
import type { TextMessage } from '../messages/texter.ts'
import { insertToken, MAIL_SECONDS, SMS_SECONDS } from './one-time-tokens.ts'

/** It is a `Source`, but the operator has no address. */
type SendingSource = Pick<Source, 'language'> & Pick<MessageClaim, 'from'>

interface MailCode {
  readonly purpose: TokenPurpose
  readonly template: TemplateName
  /** It is the `type` in the link. */
  readonly type: string
  /** The code goes to the user's address, or to the requested new one. */
  readonly to: string
  readonly redirectTo: string
  /** Null stands for the implicit flow; else `method` is the authentication method of the flow's session. */
  readonly pkce: { readonly challenge: Challenge; readonly method: string } | null
}

/** Sends a code and its link, two forms of one secret; the caller stores the time of sending. */
export async function sendMailCode(
  auth: AuthContext,
  user: AuthUser,
  source: SendingSource,
  { purpose, template, type, to, redirectTo, pkce }: MailCode,
): Promise<void> {
  const isPkce = pkce !== null
  const { code, tokenHash } = await insertToken(auth, {
    userId: user.id,
    purpose,
    relatesTo: to,
    isPkce,
  })
  if (pkce) {
    await startFlow(auth, {
      user_id: user.id,
      authentication_method: pkce.method,
      challenge: pkce.challenge,
    })
  }
  const mail = renderMail(template, languageOf(user, source), to, {
    siteUrl: auth.publicUrl(),
    email: user.email ?? '',
    code,
    ...(user.new_email !== null && { newEmail: user.new_email }),
    confirmationUrl: verifyUrl(auth, { tokenHash, type, redirectTo }),
  })
  await auth.limits.takeMessage('email', claimOf(user, to, source))
  const message = { kind: 'mail', mail } as const
  await auth.outbox.add(auth.db, { userId: user.id, goodForSeconds: MAIL_SECONDS, message })
}

function claimOf(
  user: AuthUser,
  address: string,
  { from }: Pick<MessageClaim, 'from'>,
): MessageClaim {
  const isConfirmed = user.email_confirmed_at !== null || user.phone_confirmed_at !== null
  return { address, from, isConfirmed }
}

/** Returns what a mail's link opens. */
export function verifyUrl(
  auth: AuthContext,
  { tokenHash, type, redirectTo }: { tokenHash: string; type: string; redirectTo: string },
): string {
  const query = `token=${tokenHash}&type=${type}&redirect_to=${encodeURIComponent(redirectTo)}`
  return `${authBaseUrl(auth)}/verify?${query}`
}

interface TextCode {
  readonly purpose: TokenPurpose
  /** The code goes to the user's number, or to the requested new one. */
  readonly phone: string
  readonly channel: TextMessage['channel']
}

/** Writes a text message with a code to the outbox. */
export async function sendTextCode(
  auth: AuthContext,
  user: AuthUser,
  source: Pick<Source, 'language' | 'from'>,
  { purpose, phone, channel }: TextCode,
): Promise<void> {
  if (!auth.texter) throw new AuthError(500, 'unexpected_failure', 'Unable to get SMS provider')
  const { code } = await insertToken(auth, {
    userId: user.id,
    purpose,
    relatesTo: phone,
    isPkce: false,
  })
  await sendText(auth, user, source, { phone, text: codeText(user, source, code), channel })
}

/** Counts a text message with a code and writes it to the outbox. */
export async function sendText(
  auth: AuthContext,
  user: AuthUser,
  source: Pick<Source, 'from'>,
  text: TextMessage,
): Promise<void> {
  await auth.limits.takeMessage('sms', claimOf(user, text.phone, source))
  const message = { kind: 'text', text } as const
  await auth.outbox.add(auth.db, { userId: user.id, goodForSeconds: SMS_SECONDS, message })
}

export function codeText(user: AuthUser, source: Pick<Source, 'language'>, code: string): string {
  return TEXTS[languageOf(user, source)]('textMessages.code', { code })
}
