import type { AuthUser, TokenPurpose } from '../../db/auth-tables.ts'
import type { Db } from '../../db/tables.ts'
import { authBaseUrl, type AuthContext } from '../auth-context.ts'
import type { Challenge } from '../flows/challenge.ts'
import { startFlow } from '../flows/flow-states.ts'
import { AuthError } from '../http/auth-error.ts'
import type { Source } from '../http/source.ts'
import { languageOf } from '../mail/language.ts'
import { renderMail, type TemplateName } from '../mail/template.ts'
import type { TextMessage } from '../sms/texter.ts'
import { insertToken } from './one-time-tokens.ts'

export interface MailCode {
  readonly purpose: TokenPurpose
  readonly template: TemplateName
  /** The link's `type`. */
  readonly type: string
  /** Where it is sent: the user's address, or the one he wants. */
  readonly to: string
  readonly redirectTo: string
  /** Null in the implicit flow; else how the flow's session will be said to be authenticated. */
  readonly pkce: { readonly challenge: Challenge; readonly method: string } | null
}

/** Sends a code and its link, two faces of one secret; the time of sending is the caller's to keep. */
export async function sendMailCode(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  source: Pick<Source, 'language'>,
  { purpose, template, type, to, redirectTo, pkce }: MailCode,
): Promise<void> {
  const isPkce = pkce !== null
  const { code, tokenHash } = await insertToken(auth, db, {
    userId: user.id,
    purpose,
    relatesTo: to,
    isPkce,
  })
  if (pkce) {
    await startFlow(auth, db, {
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
  await auth.mailer.send(mail)
}

/** What a mail's link opens. */
export function verifyUrl(
  auth: AuthContext,
  { tokenHash, type, redirectTo }: { tokenHash: string; type: string; redirectTo: string },
): string {
  const query = `token=${tokenHash}&type=${type}&redirect_to=${encodeURIComponent(redirectTo)}`
  return `${authBaseUrl(auth)}/verify?${query}`
}

export interface TextCode {
  readonly purpose: TokenPurpose
  /** Where it is sent: the user's number, or the one he wants. */
  readonly phone: string
  readonly channel: TextMessage['channel']
}

/** Returns the message's id where the provider tells one. */
export async function sendTextCode(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  source: Pick<Source, 'language'>,
  { purpose, phone, channel }: TextCode,
): Promise<string | null> {
  if (!auth.texter) throw new AuthError(500, 'unexpected_failure', 'Unable to get SMS provider')
  const { code } = await insertToken(auth, db, {
    userId: user.id,
    purpose,
    relatesTo: phone,
    isPkce: false,
  })
  return auth.texter.send({ phone, text: codeText(user, source, code), channel })
}

export function codeText(user: AuthUser, source: Pick<Source, 'language'>, code: string): string {
  return languageOf(user, source) === 'de'
    ? `Dein Pitboard-Code ist ${code}`
    : `Your Pitboard code is ${code}`
}
