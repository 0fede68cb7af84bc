import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { readCredential } from '../factors/credential.ts'
import { requestOptions, verifyAssertion } from '../factors/webauthn.ts'
import { AuthError } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { checkCaptcha, SECURITY_FIELD } from '../http/captcha.ts'
import { sourceOf } from '../http/source.ts'
import { insertPasskeyChallenge, takePasskeyChallenge } from '../passkeys/challenges.ts'
import { findPasskey, markUsed } from '../passkeys/queries.ts'
import { startSession } from '../sessions/start-session.ts'
import { checkNotBanned } from '../users/banned.ts'
import { lockUser } from '../users/queries.ts'

const OptionsBody = Type.Object(SECURITY_FIELD)
const VerifyBody = Type.Object({
  challenge_id: Type.String(),
  credential: Type.Optional(Type.Object({ id: Type.Optional(Type.String()) })),
})

/** POST /passkeys/authentication/…: whoever has the key is signed in; no name is asked for. */
export function registerPasskeyAuthentication(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { limit: 'passkeys' } } as const
  app.post('/passkeys/authentication/options', options, async (request) => {
    const { gotrue_meta_security: security } = readBody(OptionsBody, request)
    await checkCaptcha(auth, request, security)
    return insertPasskeyChallenge(auth, auth.db, null, await requestOptions(auth, 'passkey'))
  })

  app.post('/passkeys/authentication/verify', options, async (request) => {
    const { challenge_id: challengeId, credential: answer } = readBody(VerifyBody, request)
    const challenge = await takePasskeyChallenge(auth, auth.db, null, challengeId)
    const source = sourceOf(request)
    return inTransaction(auth.db, async (db) => {
      const passkey = await findPasskey(db, answer?.id ?? '')
      if (!passkey) throw failed()
      const stored = readCredential(passkey.credential)
      const credential = await verifyAssertion(auth, answer, 'passkey', {
        challenge,
        credential: stored,
      })
      if (!credential) throw failed()
      const user = await findAllowed(auth, db, passkey.user_id)
      await markUsed(auth, db, passkey, credential)
      const details = { method: 'passkey', passkey_id: passkey.id }
      await audit(auth, db, { action: 'login', userId: user.id, ip: source.ip, details })
      return startSession(auth, db, user, { method: 'passkey' }, source)
    })
  })
}

async function findAllowed(auth: AuthContext, db: Db, userId: string): Promise<AuthUser> {
  const user = await lockUser(db, userId)
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
