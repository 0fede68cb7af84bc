import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AuthUser } from '../tables/auth-tables.ts'
import {
  sendConfirmationMail,
  sendConfirmationText,
  sendSignInMail,
} from '../codes/send-confirmation.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { checkCaptcha, SECURITY_FIELD } from '../core/captcha.ts'
import { runSendingTransaction } from '../core/transactions.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../flows/flow-states.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { type Source, sourceOf } from '../http/source.ts'
import { CHANNEL_FIELD, readChannel } from '../messages/texter.ts'
import {
  checkPhoneEnabled,
  findIdentified,
  type Identifier,
  IDENTIFIER_FIELDS,
  readEmail,
  readIdentifier,
} from '../users/identifier.ts'
import { insertSignedUp } from '../users/new-account.ts'
import { findUserByEmail, updateUser } from '../users/queries.ts'

const OtpBody = Type.Object({
  ...IDENTIFIER_FIELDS,
  ...CHANNEL_FIELD,
  ...CHALLENGE_FIELDS,
  ...SECURITY_FIELD,
  create_user: Type.Optional(Type.Boolean()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
type OtpBody = Static<typeof OtpBody>

/** POST /otp sends a code that signs in, and with it a link if it goes by mail. Its older name is /magiclink. */
export function registerOtp(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { limit: 'otp' } } as const
  app.post('/otp', options, (request) => sendOtp(auth, request))
  app.post('/magiclink', options, (request) => sendOtp(auth, request))
}

async function sendOtp(auth: AuthContext, request: FastifyRequest): Promise<object> {
  const body = readBody(OtpBody, request)
  const identifier = readIdentifier(
    body,
    'Only an email address or phone number should be provided',
  )
  if (!identifier) {
    throw invalid('One of email or phone must be set')
  }
  if (identifier.kind === 'email' && body.channel) {
    throw invalid('Channel should only be specified with Phone OTP')
  }
  const challenge = readChallenge(body)
  const channel = readChannel(body.channel)
  if (identifier.kind === 'phone') checkPhoneEnabled(auth, 400, 'Unsupported phone provider')
  await checkCaptcha(auth, request, body.gotrue_meta_security)
  const source = sourceOf(request)
  const flow = { redirectTo: redirectTarget(auth, request), challenge }

  const { messageId } = await runSendingTransaction(auth, async (auth) => {
    const known = await findIdentified(auth.db, identifier)
    const user = known ?? (await newUser(auth, identifier, body, source))
    if (identifier.kind === 'phone') {
      const isOpen = user.phone_confirmed_at === null && user.email_confirmed_at === null
      const owned = isOpen ? await withoutPassword(auth, user) : user
      await sendConfirmationText(auth, owned, source, channel)
      return
    }
    if (user.email_confirmed_at === null) {
      await sendConfirmationMail(auth, await withoutPassword(auth, user), source, flow)
    } else await sendSignInMail(auth, user, source, { ...flow, type: 'magiclink' })
  })
  return messageId === null ? {} : { message_id: messageId }
}

async function newUser(
  auth: AuthContext,
  identifier: Identifier,
  { create_user: isCreating = true, data = {} }: OtpBody,
  { ip }: Source,
): Promise<AuthUser> {
  if (!isCreating) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
  if (!auth.config.authSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const isConfirmed = auth.config.authAutoconfirm
  const user = await insertSignedUp(auth, {
    identifier,
    passwordHash: null,
    data,
    isConfirmed,
  })
  await audit(auth, { action: 'user_signedup', userId: user.id, ip })
  return user
}

/** The person who signs in by a code may not be the person who once signed up with a password. */
async function withoutPassword(auth: AuthContext, user: AuthUser): Promise<AuthUser> {
  if (user.password_hash === null) return user
  return updateUser(auth, user.id, { password_hash: null })
}

const RecoverBody = Type.Object({
  ...CHALLENGE_FIELDS,
  ...SECURITY_FIELD,
  email: Type.Optional(Type.String()),
})

/** POST /recover sends the mail that leads to a new password. Unknown addresses get the same answers. */
export function registerRecover(app: FastifyInstance, auth: AuthContext): void {
  app.post('/recover', { config: { limit: 'recover' } }, async (request) => {
    const { email = '', gotrue_meta_security: security, ...rest } = readBody(RecoverBody, request)
    if (email === '') {
      throw invalid('Password recovery requires an email')
    }
    const address = readEmail(email)
    const flow = { redirectTo: redirectTarget(auth, request), challenge: readChallenge(rest) }
    await checkCaptcha(auth, request, security)
    const startedAt = performance.now()
    const source = sourceOf(request)
    const { result: isKnown } = await runSendingTransaction(auth, async (auth) => {
      const user = await findUserByEmail(auth.db, address)
      if (user) {
        const mail = { ...flow, type: 'recovery' } as const
        await sendSignInMail(auth, user, source, mail)
      }
      return user !== undefined
    })
    if (isKnown) auth.mailer.note('recovery', startedAt)
    else {
      await auth.limits.pretendInterval('email', 'recovery', address)
      const { from } = source
      await auth.mailer.pretend('recovery', startedAt, { address, from, isConfirmed: true })
    }
    return {}
  })
}
