import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AuthUser } from '../tables/auth-tables.ts'
import { sendConfirmationMail, sendConfirmationText } from '../codes/send-confirmation.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { checkCaptcha, SECURITY_FIELD } from '../core/captcha.ts'
import { runSendingTransaction } from '../core/transactions.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../flows/flow-states.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import { CHANNEL_FIELD, readChannel } from '../messages/texter.ts'
import { checkPassword } from '../passwords/strength.ts'
import { issueSession, signIn } from '../sessions/sign-in.ts'
import {
  checkPhoneEnabled,
  findIdentified,
  IDENTIFIER_FIELDS,
  readIdentifier,
} from '../users/identifier.ts'
import { insertSignedUp, mergeMetadata, fakeUser } from '../users/new-account.ts'
import { insertAccount, providersOf, updateUser } from '../users/queries.ts'
import { presentUser, userJson } from '../users/user-json.ts'

const Body = Type.Object({
  ...IDENTIFIER_FIELDS,
  ...CHANNEL_FIELD,
  ...CHALLENGE_FIELDS,
  ...SECURITY_FIELD,
  password: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
type Body = Static<typeof Body>

/** POST /signup creates an account by email, by phone, or without any address. */
export function registerSignup(app: FastifyInstance, auth: AuthContext): void {
  app.post('/signup', { config: { limit: 'signup' } }, async (request) => {
    const body = readBody(Body, request)
    if (!auth.config.authSignup) {
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
    }
    if (!body.email && !body.phone) return signUpAnonymous(auth, request, body)
    return signUp(auth, request, body)
  })
}

async function signUpAnonymous(auth: AuthContext, request: FastifyRequest, body: Body) {
  if (!auth.config.authAnonymous) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  const source = sourceOf(request)
  return signIn(auth, {
    async find() {
      await checkCaptcha(auth, request, body.gotrue_meta_security)
      await auth.limits.takeFrom('anonymous', request.ip)
    },
    async enter(auth) {
      const user = await insertAccount(auth, {
        is_anonymous: true,
        userMetadata: mergeMetadata({}, body.data ?? {}),
      })
      await audit(auth, { action: 'user_signedup', userId: user.id, ip: source.ip })
      return user
    },
    issue: (auth, user) => issueSession(auth, { user, way: { method: 'anonymous' } }, source),
  })
}

async function signUp(auth: AuthContext, request: FastifyRequest, body: Body) {
  const { password = '', data = {} } = body
  if (password === '') {
    throw invalid('Signup requires a valid password')
  }
  const identifier = readIdentifier(
    body,
    'Only an email address or phone number should be provided on signup.',
  )
  if (!identifier) throw invalid('missing email or phone')
  const challenge = readChallenge(body)
  const channel = identifier.kind === 'phone' ? readChannel(body.channel) : 'sms'
  if (identifier.kind === 'phone') {
    checkPhoneEnabled(auth, 400, 'Phone signups are disabled')
    if (challenge) {
      throw invalid('PKCE not supported for phone signups')
    }
  }
  await checkCaptcha(auth, request, body.gotrue_meta_security)
  await checkPassword(auth, password)
  const source = sourceOf(request)
  const passwordHash = await auth.hasher.hash(password, source.network)
  const before = await findIdentified(auth.db, identifier)
  const { isRight: isSame } = await auth.hasher.verify(
    password,
    before?.password_hash ?? null,
    source.network,
  )
  const isConfirmed = auth.config.authAutoconfirm
  const redirectTo = redirectTarget(auth, request)

  const startedAt = performance.now()
  const { result: answer } = await runSendingTransaction(auth, async (auth) => {
    const known = await findIdentified(auth.db, identifier)
    const confirmedAt =
      identifier.kind === 'email' ? known?.email_confirmed_at : known?.phone_confirmed_at
    if (known && confirmedAt) {
      const { ip } = source
      await audit(auth, { action: 'user_repeated_signup', userId: known.id, actorId: null, ip })
      if (!isConfirmed) return 'taken'
      throw new AuthError(422, 'user_already_exists', 'User already registered')
    }
    const user = known
      ? await repeated(auth, known, isSame ? (before?.password_hash ?? null) : null)
      : await insertSignedUp(auth, { identifier, passwordHash, data, isConfirmed })
    if (!known) await audit(auth, { action: 'user_signedup', userId: user.id, ip: source.ip })
    if (!known && isConfirmed) {
      return issueSession(auth, { user, way: { method: 'password' } }, source)
    }
    const sent =
      identifier.kind === 'email'
        ? await sendConfirmationMail(auth, user, source, { redirectTo, challenge })
        : await sendConfirmationText(auth, user, source, channel)
    return isOperatorMade(sent)
      ? userJson(
          {
            ...sent,
            user_metadata: {},
            app_metadata: providersOf([{ provider: identifier.kind }]),
          },
          [],
          [],
        )
      : presentUser(auth.db, sent)
  })
  const isMail = identifier.kind === 'email'
  const messenger = isMail ? auth.mailer : auth.texter
  if (answer !== 'taken') {
    messenger?.note('signup', startedAt)
    return answer
  }
  await auth.limits.pretendInterval(isMail ? 'email' : 'sms', 'signup', identifier.address)
  const claim = { ...source, address: identifier.address, isConfirmed: false }
  await messenger?.pretend('signup', startedAt, claim)
  return userJson(fakeUser(auth, identifier, data), [], [])
}

/** What the operator entered of somebody is not for a stranger who signs up with their address. */
function isOperatorMade({ id, invited_at: invitedAt, user_metadata: metadata }: AuthUser): boolean {
  return invitedAt !== null || metadata['sub'] !== id
}

/**
 * Two people who sign up with one address may be its owner and an attacker who waits for the confirmation:
 * where they name different passwords neither is good.
 */
async function repeated(
  auth: AuthContext,
  user: AuthUser,
  sameHash: string | null,
): Promise<AuthUser> {
  if (user.password_hash === null || user.password_hash === sameHash) return user
  return updateUser(auth, user.id, { password_hash: null })
}
