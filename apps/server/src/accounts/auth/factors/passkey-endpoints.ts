import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { AuthUser } from '../tables/auth-tables.ts'
import { isUniqueViolation } from '../../../platform/db/in-transaction.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import {
  getSessionCaller,
  needsSecondFactor,
  type SessionCaller,
  checkNotBanned,
  userGone,
} from '../core/callers.ts'
import { checkCaptcha, SECURITY_FIELD } from '../core/captcha.ts'
import { AuthError } from '../http/auth-error.ts'
import { readBody, readPathId } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import { issueSession, signIn } from '../sessions/sign-in.ts'
import { findAuthUser, lockUser } from '../users/queries.ts'
import { insufficientAal } from './factors.ts'
import { notifyFactorChange } from './notify-factor.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  markUsed,
  passkeyJson,
  takePasskeyChallenge,
} from './passkeys.ts'
import {
  creationOptions,
  readCredential,
  requestOptions,
  verifyAssertion,
  verifyCreation,
} from './webauthn.ts'
import { transact } from '../core/transactions.ts'

const NameBody = Type.Object({ friendly_name: Type.String({ maxLength: 120 }) })

/** /passkeys lists and changes the caller's own. */
export function registerPasskeys(app: FastifyInstance, auth: AuthContext): void {
  app.get('/passkeys', async (request) => {
    const { userId } = await getSessionCaller(auth, request)
    return (await listPasskeys(auth.db, userId)).map(passkeyJson)
  })

  app.patch('/passkeys/:passkey_id', async (request) => {
    const { userId } = await getSessionCaller(auth, request)
    const passkeyId = readPathId(request, 'passkey_id')
    const { friendly_name: name } = readBody(NameBody, request)
    const changed = await auth.db
      .updateTable('auth.passkeys')
      .set({ friendly_name: name, updated_at: auth.now() })
      .where('id', '=', passkeyId)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw passkeyNotFound()
    return passkeyJson(changed)
  })

  app.delete('/passkeys/:passkey_id', async (request, reply) => {
    const caller = await getSessionCaller(auth, request)
    const { userId } = caller
    const passkeyId = readPathId(request, 'passkey_id')
    await checkAllowed(auth, caller)
    const source = sourceOf(request)
    await transact(auth, async (auth) => {
      if (!(await deletePasskey(auth.db, { userId, passkeyId }))) throw passkeyNotFound()
      const details = { passkey_id: passkeyId }
      await audit(auth, { action: 'passkey_deleted', userId, ip: source.ip, details })
    })
    await notifyFactorChange(auth, userId, source, 'passkey-removed')
    return reply.code(204).send()
  })
}

async function checkAllowed({ db }: AuthContext, caller: SessionCaller): Promise<void> {
  if (await needsSecondFactor(db, caller)) {
    throw insufficientAal(422, 'AAL2 required to delete a passkey')
  }
}

export function passkeyNotFound(): AuthError {
  return new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found')
}

const PASSKEYS_MAX = 10
const RegistrationBody = Type.Object({
  challenge_id: Type.String(),
  credential: Type.Optional(Type.Unknown()),
})

/** POST /passkeys/registration/… adds a key of the user's device that is enough to sign in. */
export function registerPasskeyRegistration(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { limit: 'passkeys' } } as const
  app.post('/passkeys/registration/options', options, async (request) => {
    const caller = await getSessionCaller(auth, request)
    const user = await getRegisteringUser(auth, caller)
    const passkeys = await listPasskeys(auth.db, user.id)
    checkNumber(passkeys)
    const known = passkeys.map(({ credential }) => readCredential(credential))
    const created = await creationOptions(auth, user, 'passkey', known)
    return insertPasskeyChallenge(auth, user.id, created)
  })

  app.post('/passkeys/registration/verify', options, async (request) => {
    const caller = await getSessionCaller(auth, request)
    const { id: userId } = await getRegisteringUser(auth, caller)
    const body = readBody(RegistrationBody, request)
    const challenge = await takePasskeyChallenge(auth, userId, body.challenge_id)
    const credential = await verifyCreation(auth, body.credential, 'passkey', challenge)
    if (!credential) {
      const message = 'Credential verification failed'
      throw new AuthError(400, 'webauthn_verification_failed', message)
    }
    const source = sourceOf(request)
    const passkey = await transact(auth, async (auth) => {
      await lockUser(auth.db, userId)
      checkNumber(await listPasskeys(auth.db, userId))
      const made = await insertPasskey(auth, userId, credential)
      const details = { passkey_id: made.id }
      await audit(auth, { action: 'passkey_created', userId, ip: source.ip, details })
      return made
    }).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      const message = 'This credential is already registered'
      throw new AuthError(422, 'webauthn_credential_exists', message)
    })
    await notifyFactorChange(auth, userId, source, 'passkey-added')
    return passkeyJson(passkey)
  })
}

async function getRegisteringUser(auth: AuthContext, caller: SessionCaller) {
  const user = await findAuthUser(auth.db, caller.userId)
  if (!user) throw userGone()
  if (user.is_sso_user) {
    throw new AuthError(422, 'validation_failed', 'SSO users cannot register passkeys')
  }
  if (await needsSecondFactor(auth.db, caller)) {
    throw insufficientAal(403, 'AAL2 required to register a passkey')
  }
  return user
}

function checkNumber(passkeys: readonly unknown[]): void {
  if (passkeys.length < PASSKEYS_MAX) return
  throw new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached')
}

const OptionsBody = Type.Object(SECURITY_FIELD)
const VerifyBody = Type.Object({
  challenge_id: Type.String(),
  credential: Type.Optional(Type.Object({ id: Type.Optional(Type.String()) })),
})

/** POST /passkeys/authentication/… signs in the holder of a key, without a name. */
export function registerPasskeyAuthentication(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { limit: 'passkeys' } } as const
  app.post('/passkeys/authentication/options', options, async (request) => {
    const { gotrue_meta_security: security } = readBody(OptionsBody, request)
    await checkCaptcha(auth, request, security)
    return insertPasskeyChallenge(auth, null, await requestOptions(auth, 'passkey'))
  })

  app.post('/passkeys/authentication/verify', options, async (request) => {
    const { challenge_id: challengeId, credential: answer } = readBody(VerifyBody, request)
    const source = sourceOf(request)
    return signIn(auth, {
      find: () => takePasskeyChallenge(auth, null, challengeId),
      async enter(auth, challenge) {
        const passkey = await findPasskey(auth.db, answer?.id ?? '')
        if (!passkey) throw failed()
        const stored = readCredential(passkey.credential)
        const credential = await verifyAssertion(auth, answer, 'passkey', {
          challenge,
          credential: stored,
        })
        if (!credential) throw failed()
        const user = await lockSignInUser(auth, passkey.user_id)
        await markUsed(auth, passkey, credential)
        return { user, passkeyId: passkey.id }
      },
      issue(auth, { user, passkeyId }) {
        const way = { method: 'passkey' }
        const login = { ...way, passkey_id: passkeyId }
        return issueSession(auth, { user, way, login }, source)
      },
    })
  })
}

async function lockSignInUser(auth: AuthContext, userId: string): Promise<AuthUser> {
  const user = await lockUser(auth.db, userId)
  if (!user) throw failed()
  if (user.email !== null && user.email_confirmed_at === null) {
    throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed')
  }
  if (user.phone !== null && user.phone_confirmed_at === null) {
    throw new AuthError(403, 'phone_not_confirmed', 'Phone not confirmed')
  }
  checkNotBanned(user, auth.now(), 403)
  return user
}

function failed(): AuthError {
  return new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed')
}
