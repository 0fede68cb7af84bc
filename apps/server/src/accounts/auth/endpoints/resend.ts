import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { AuthUser } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import {
  type MailFlow,
  requestEmailChange,
  requestPhoneChange,
  sendConfirmationMail,
  sendConfirmationText,
} from '../codes/send-confirmation.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { checkCaptcha, SECURITY_FIELD } from '../core/captcha.ts'
import { runSendingTransaction } from '../core/transactions.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../flows/flow-states.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { invalid } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { type Source, sourceOf } from '../http/source.ts'
import {
  findIdentified,
  type Identifier,
  IDENTIFIER_FIELDS,
  readIdentifier,
} from '../users/identifier.ts'
import { findUsersByNewAddress } from '../users/queries.ts'

const Body = Type.Object({
  ...IDENTIFIER_FIELDS,
  ...CHALLENGE_FIELDS,
  ...SECURITY_FIELD,
  type: Type.Optional(Type.String()),
})

const TYPES = ['signup', 'email_change', 'sms', 'phone_change'] as const
type ResendType = (typeof TYPES)[number]

/** POST /resend sends the message once more. Where nothing waits for one the answer is the same. */
export function registerResend(app: FastifyInstance, auth: AuthContext): void {
  app.post('/resend', { config: { limit: 'resend' } }, async (request) => {
    const body = readBody(Body, request)
    const type = TYPES.find((each) => each === body.type)
    if (!type) throw invalid(`Missing one of these types: ${TYPES.join(', ')}`)
    const isMail = type === 'signup' || type === 'email_change'
    const identifier = readIdentifier(
      body,
      'Only an email address or phone number should be provided',
    )
    if (!identifier || !isNamedBy(type, identifier)) {
      throw invalid(`Type provided requires ${isMail ? 'an email address' : 'a phone number'}`)
    }
    const flow = { redirectTo: redirectTarget(auth, request), challenge: readChallenge(body) }
    await checkCaptcha(auth, request, body.gotrue_meta_security)
    const startedAt = performance.now()
    const source = sourceOf(request)
    const { result: isSent, messageId } = await runSendingTransaction(auth, async (auth) => {
      const user = await findWaiting(auth.db, type, identifier)
      if (user) await resend(auth, user, type, source, flow)
      return user !== undefined
    })
    const messenger = isMail ? auth.mailer : auth.texter
    if (isSent) messenger?.note(type, startedAt)
    if (isSent) return messageId === null ? {} : { message_id: messageId }
    const purpose = type === 'signup' || type === 'sms' ? 'signup' : type
    await auth.limits.pretendInterval(isMail ? 'email' : 'sms', purpose, identifier.address)
    const isConfirmed = purpose !== 'signup'
    const { from } = source
    const claim = { address: identifier.address, from, isConfirmed }
    await messenger?.pretend(type, startedAt, claim)
    return {}
  })
}

/** A sign-up is named by its own kind of address, a change by either that its user has. */
function isNamedBy(type: ResendType, { kind }: Identifier): boolean {
  if (type === 'signup') return kind === 'email'
  return type === 'sms' ? kind === 'phone' : true
}

async function findWaiting(
  db: Db,
  type: ResendType,
  identifier: Identifier,
): Promise<AuthUser | undefined> {
  const user = await findIdentified(db, identifier)
  if (type === 'signup') return user?.email_confirmed_at === null ? user : undefined
  if (type === 'sms') return user?.phone_confirmed_at === null ? user : undefined
  const isWaiting = ({ new_email: email, new_phone: phone }: AuthUser) =>
    (type === 'email_change' ? email : phone) !== null
  const wanting = await findUsersByNewAddress(db, identifier)
  return [...(user ? [user] : []), ...wanting].find(isWaiting)
}

async function resend(
  auth: AuthContext,
  user: AuthUser,
  type: ResendType,
  source: Source,
  flow: MailFlow,
): Promise<void> {
  if (type === 'sms') await sendConfirmationText(auth, user, source, 'sms')
  if (type === 'signup') await sendConfirmationMail(auth, user, source, flow)
  if (type === 'email_change' && user.new_email !== null) {
    await requestEmailChange(auth, user, user.new_email, { source, ...flow })
  }
  if (type === 'phone_change' && user.new_phone !== null) {
    await requestPhoneChange(auth, user, user.new_phone, { source, channel: 'sms' })
  }
}
