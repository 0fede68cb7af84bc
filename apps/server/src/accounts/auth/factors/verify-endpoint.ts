import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FastifyInstance } from 'fastify'
import type { Updateable } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Factor, FactorChallenge, FactorTable } from '../tables/auth-tables.ts'
import { hashCode, isSameHash } from '../codes/one-time-tokens.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import {
  getSessionCaller,
  needsSecondFactor,
  type SessionCaller,
  userGone,
} from '../core/callers.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { readBody, readPathId } from '../http/bodies.ts'
import { type Source, sourceOf } from '../http/source.ts'
import { signIn } from '../sessions/sign-in.ts'
import { getPhone } from '../users/addresses.ts'
import { lockUser } from '../users/queries.ts'
import { closeChallenge, countAttempt, openChallenge } from './challenges.ts'
import { elevateSession, FACTOR_METHODS } from './elevate-session.ts'
import {
  factorNotFound,
  findFactor,
  insufficientAal,
  verificationFailed,
  matchStep,
} from './factors.ts'
import { notifyFactorChange } from './notify-factor.ts'
import { readCredential, verifyAssertion, verifyCreation } from './webauthn.ts'

const Body = Type.Object({
  challenge_id: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  webauthn: Type.Optional(Type.Object({ credential_response: Type.Optional(Type.Unknown()) })),
})
type Body = Static<typeof Body>

/** POST /factors/{id}/verify takes an answer: a right one finishes the factor, and raises the session to aal2. */
export function registerFactorVerify(app: FastifyInstance, auth: AuthContext): void {
  app.post(
    '/factors/:factor_id/verify',
    { config: { limit: 'factorVerifies' } },
    async (request) => {
      const caller = await getSessionCaller(auth, request)
      const factorId = readPathId(request, 'factor_id')
      const body = readBody(Body, request)
      const source = sourceOf(request)
      const { tokens, added } = await signIn(auth, {
        find: async () => body,
        enter: (auth, body) => verify(auth, caller, factorId, body, source),
        issue: async (auth, { user, shown, added }) => ({
          tokens: await elevateSession(auth, user, shown),
          added,
        }),
      })
      if (added) await notifyFactorChange(auth, caller.userId, source, 'factor-added', added)
      return tokens
    },
  )
}

async function verify(
  auth: AuthContext,
  { userId, sessionId }: SessionCaller,
  factorId: string,
  body: Body,
  source: Source,
) {
  const { db } = auth
  const user = await lockUser(db, userId)
  if (!user) throw userGone()
  const factor = await findFactor(db, { userId, factorId })
  if (!factor) throw factorNotFound()
  checkAnswered(factor, body)
  // Somebody else may have begun it before the account had a second factor.
  if (factor.status === 'unverified' && (await needsSecondFactor(db, { userId, sessionId }))) {
    throw insufficientAal(403, 'AAL2 required to enroll a new factor')
  }
  const challengeId = body.challenge_id ?? ''
  if (!isUuid(challengeId)) throw invalid('challenge_id must be an UUID')
  const challenge = await openChallenge(auth, { factorId, challengeId }, source)
  if (challenge instanceof AuthError) return challenge

  const proof = await auth.limits.countFailures('wrongFactorCodes', factorId, () =>
    prove(auth, factor, challenge, body),
  )
  const details = { factor_id: factorId, factor_type: factor.factor_type }
  if (proof instanceof AuthError) {
    await countAttempt(db, challenge)
    const action = 'factor_verification_failed'
    await audit(auth, { action, userId, ip: source.ip, details })
    return proof
  }
  await closeChallenge(auth, challenge)
  await db
    .updateTable('auth.factors')
    .set({ ...proof, status: 'verified', updated_at: auth.now() })
    .where('id', '=', factorId)
    .execute()
  await db
    .deleteFrom('auth.factors')
    .where('user_id', '=', userId)
    .where('factor_type', '=', factor.factor_type)
    .where('status', '=', 'unverified')
    .execute()
  const action = factor.status === 'verified' ? 'verification_attempted' : 'factor_verified'
  await audit(auth, { action, userId, ip: source.ip, details })
  const method = FACTOR_METHODS[factor.factor_type]
  const added = factor.status === 'verified' ? null : factor.factor_type
  return { user, shown: { sessionId, factorId, method }, added }
}

function checkAnswered({ factor_type: type }: Factor, { code = '', webauthn }: Body): void {
  if (type === 'recovery_code') {
    throw invalid('Recovery codes are shown to POST /factors/recovery-codes/verify')
  }
  if (type === 'webauthn' && webauthn?.credential_response === undefined) {
    throw invalid('credential_response required')
  }
  if (type !== 'webauthn' && code === '') throw invalid('Code needs to be non-empty')
}

/** Returns what a right answer changes of the factor, and an error for a wrong one. */
async function prove(
  auth: AuthContext,
  factor: Factor,
  challenge: FactorChallenge,
  { code = '', webauthn }: Body,
): Promise<Updateable<FactorTable> | AuthError> {
  if (factor.factor_type === 'totp') {
    const { secret, last_used_step: lastUsedStep } = factor
    // A factor without a secret proves nothing: the codes of an empty one are known to everybody.
    const step = secret === null ? null : matchStep({ secret, lastUsedStep }, code, auth.now())
    return step === null
      ? verificationFailed('Invalid TOTP code entered')
      : { last_used_step: step }
  }
  if (factor.factor_type === 'phone') {
    const { id, code_hash: stored } = challenge
    const hash = hashCode(auth.keys, { id, relatesTo: getPhone(factor), code, isPkce: false })
    return stored !== null && isSameHash(stored, hash)
      ? {}
      : verificationFailed('Invalid MFA Phone code entered')
  }
  const credential = await proveKey(auth, factor, challenge, webauthn?.credential_response)
  return credential === null
    ? verificationFailed('Invalid WebAuthn credential')
    : { webauthn_credential: JSON.stringify(credential) }
}

async function proveKey(
  auth: AuthContext,
  { webauthn_credential: stored }: Factor,
  { webauthn_challenge: challenge }: FactorChallenge,
  answer: unknown,
) {
  if (challenge === null) return null
  if (stored === null) return verifyCreation(auth, answer, 'second factor', challenge)
  const credential = readCredential(stored)
  return verifyAssertion(auth, answer, 'second factor', { challenge, credential })
}
