import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { getSessionCaller, owesFactor, type SessionCaller } from '../factors/assurance.ts'
import { readCredential } from '../factors/credential.ts'
import { insufficientAal } from '../factors/refusals.ts'
import { tellOfFactor } from '../factors/notify-factor.ts'
import { creationOptions, verifyCreation } from '../factors/webauthn.ts'
import { AuthError } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import { insertPasskeyChallenge, takePasskeyChallenge } from '../passkeys/challenges.ts'
import { insertPasskey, listPasskeys, passkeyJson } from '../passkeys/queries.ts'
import { isTaken } from '../../../platform/db/in-transaction.ts'
import { findAuthUser, lockUser } from '../users/queries.ts'
import { userGone } from '../users/refusals.ts'

const PASSKEYS_MAX = 10
const Body = Type.Object({
  challenge_id: Type.String(),
  credential: Type.Optional(Type.Unknown()),
})

/** POST /passkeys/registration/…: a key of the user's device that signs him in by itself. */
export function registerPasskeyRegistration(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { limit: 'passkeys' } } as const
  app.post('/passkeys/registration/options', options, async (request) => {
    const caller = await getSessionCaller(auth, request)
    const user = await findAllowed(auth, caller)
    const passkeys = await listPasskeys(auth.db, user.id)
    checkNumber(passkeys)
    const known = passkeys.map(({ credential }) => readCredential(credential))
    const created = await creationOptions(auth, user, 'passkey', known)
    return insertPasskeyChallenge(auth, auth.db, user.id, created)
  })

  app.post('/passkeys/registration/verify', options, async (request) => {
    const caller = await getSessionCaller(auth, request)
    const { id: userId } = await findAllowed(auth, caller)
    const body = readBody(Body, request)
    const challenge = await takePasskeyChallenge(auth, auth.db, userId, body.challenge_id)
    const credential = await verifyCreation(auth, body.credential, 'passkey', challenge)
    if (!credential) {
      const message = 'Credential verification failed'
      throw new AuthError(400, 'webauthn_verification_failed', message)
    }
    const source = sourceOf(request)
    const passkey = await inTransaction(auth.db, async (db) => {
      await lockUser(db, userId)
      checkNumber(await listPasskeys(db, userId))
      const made = await insertPasskey(auth, db, userId, credential)
      const details = { passkey_id: made.id }
      await audit(auth, db, { action: 'passkey_created', userId, ip: source.ip, details })
      return made
    }).catch((error: unknown) => {
      if (!isTaken(error)) throw error
      const message = 'This credential is already registered'
      throw new AuthError(422, 'webauthn_credential_exists', message)
    })
    await tellOfFactor(auth, userId, source, 'passkey-added')
    return passkeyJson(passkey)
  })
}

async function findAllowed(auth: AuthContext, caller: SessionCaller) {
  const user = await findAuthUser(auth.db, caller.userId)
  if (!user) throw userGone()
  if (user.is_sso_user) {
    throw new AuthError(422, 'validation_failed', 'SSO users cannot register passkeys')
  }
  if (await owesFactor(auth.db, caller)) {
    throw insufficientAal(403, 'AAL2 required to register a passkey')
  }
  return user
}

function checkNumber(passkeys: readonly unknown[]): void {
  if (passkeys.length < PASSKEYS_MAX) return
  throw new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached')
}
