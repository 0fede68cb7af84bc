import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AuthUser } from '../tables/auth-tables.ts'
import { isUniqueViolation } from '../../../platform/db/in-transaction.ts'
import type { UserCaller } from '../../access/caller.ts'
import { requestEmailChange, requestPhoneChange } from '../codes/send-confirmation.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import {
  getUserCaller,
  needsSecondFactor,
  emailTaken,
  phoneTaken,
  userGone,
} from '../core/callers.ts'
import { runSendingTransaction } from '../core/transactions.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../flows/flow-states.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import { CHANNEL_FIELD, readChannel } from '../messages/texter.ts'
import { changePassword, checkNewPassword } from '../passwords/change-password.ts'
import { checkPhoneEnabled, readEmail, readPhone } from '../users/identifier.ts'
import { mergeMetadata } from '../users/new-account.ts'
import {
  findAuthUser,
  findUserByEmail,
  findUserByPhone,
  lockUser,
  updateUser,
} from '../users/queries.ts'
import { presentUser } from '../users/user-json.ts'

/** GET and PUT /user read and change the caller's own account. */
export function registerUser(app: FastifyInstance, auth: AuthContext): void {
  app.get('/user', async (request) => {
    const { userId } = await getUserCaller(auth, request)
    const user = await findAuthUser(auth.db, userId)
    if (!user) throw userGone()
    const { 'x-jwt-aud': audience } = request.headers
    if (typeof audience === 'string' && audience !== user.aud) {
      throw invalid('Token audience doesn’t match request audience')
    }
    return presentUser(auth.db, user)
  })

  app.put('/user', { config: { limit: 'user' } }, (request) => updateOwnUser(auth, request))
}

const Body = Type.Object({
  ...CHANNEL_FIELD,
  ...CHALLENGE_FIELDS,
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  current_password: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  app_metadata: Type.Optional(Type.Unknown()),
})

/** Callers may change this of their own account. */
async function updateOwnUser(auth: AuthContext, request: FastifyRequest) {
  const caller = await getUserCaller(auth, request)
  const body = readBody(Body, request)
  const wanted = {
    email: body.email ? readEmail(body.email) : null,
    phone: body.phone ? readPhone(body.phone) : null,
    password: body.password ?? null,
  }
  const challenge = readChallenge(body)
  const channel = wanted.phone === null ? 'sms' : readChannel(body.channel)
  const user = await findAuthUser(auth.db, caller.userId)
  if (!user) throw userGone()
  await checkAllowed(auth, caller, user, body, wanted)
  const source = sourceOf(request)
  const passwordHash =
    wanted.password === null
      ? null
      : await checkNewPassword(auth, caller, user, wanted.password, body, source)

  const flow = { redirectTo: redirectTarget(auth, request), challenge }
  const { result } = await runSendingTransaction(auth, async (auth) => {
    let current = await lockUser(auth.db, user.id)
    if (!current) throw userGone()
    if (passwordHash !== null) {
      current = await changePassword(auth, current, { passwordHash, caller, source })
    }
    if (body.data) {
      const metadata = mergeMetadata(current.user_metadata, body.data)
      const changes = { user_metadata: JSON.stringify(metadata) }
      current = await updateUser(auth, user.id, changes)
    }
    if (wanted.email !== null && wanted.email !== current.email) {
      current = await requestEmailChange(auth, current, wanted.email, { source, ...flow })
    }
    if (wanted.phone !== null && wanted.phone !== current.phone) {
      current = await requestPhoneChange(auth, current, wanted.phone, { source, channel })
    }
    await audit(auth, { action: 'user_modified', userId: user.id, ip: source.ip })
    return presentUser(auth.db, current)
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw wanted.email === null ? phoneTaken() : emailTaken()
  })
  return result
}

interface Wanted {
  readonly email: string | null
  readonly phone: string | null
  readonly password: string | null
}

async function checkAllowed(
  auth: AuthContext,
  caller: UserCaller,
  user: AuthUser,
  body: Static<typeof Body>,
  { email, phone, password }: Wanted,
): Promise<void> {
  if (body.app_metadata !== undefined) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const changesSignIn = email !== null || phone !== null || password !== null
  if (changesSignIn && user.is_sso_user) {
    throw new AuthError(
      422,
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    )
  }
  if (changesSignIn && (await needsSecondFactor(auth.db, caller))) {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  }
  if (password !== null && user.is_anonymous && email === null && phone === null) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  if (email !== null && email !== user.email && (await findUserByEmail(auth.db, email))) {
    throw emailTaken()
  }
  if (phone !== null && phone !== user.phone) {
    checkPhoneEnabled(auth, 400, 'Phone signups are disabled')
    if (await findUserByPhone(auth.db, phone)) throw phoneTaken()
  }
}
