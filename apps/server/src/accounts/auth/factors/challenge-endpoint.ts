import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { AuthUser, Factor } from '../tables/auth-tables.ts'
import { hashCode, randomCode } from '../codes/one-time-tokens.ts'
import { codeText, sendText } from '../codes/send-code.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { getSessionCaller, userGone } from '../core/callers.ts'
import { runSendingTransaction, transact } from '../core/transactions.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { readBody, readPathId } from '../http/bodies.ts'
import { checkSendInterval } from '../http/message-limits.ts'
import { type Source, sourceOf } from '../http/source.ts'
import { CHANNEL_FIELD, readChannel, type TextMessage } from '../messages/texter.ts'
import { getPhone } from '../users/addresses.ts'
import { lockUser } from '../users/queries.ts'
import { insertChallenge } from './challenges.ts'
import { factorNotFound, findFactor, listFactors } from './factors.ts'
import { creationOptions, readCredential, requestOptions } from './webauthn.ts'

const Body = Type.Object({ ...CHANNEL_FIELD })

/** POST /factors/{id}/challenge answers what has to be signed or entered to show the factor. */
export function registerFactorChallenge(app: FastifyInstance, auth: AuthContext): void {
  app.post('/factors/:factor_id/challenge', { config: { limit: 'factors' } }, async (request) => {
    const { userId } = await getSessionCaller(auth, request)
    const factorId = readPathId(request, 'factor_id')
    const channel = readChannel(readBody(Body, request).channel)
    const source = sourceOf(request)
    const challenge = async (auth: AuthContext) => {
      const user = await lockUser(auth.db, userId)
      if (!user) throw userGone()
      const factor = await findFactor(auth.db, { userId, factorId })
      if (!factor) throw factorNotFound()
      const details = { factor_id: factorId, factor_type: factor.factor_type }
      await audit(auth, { action: 'challenge_created', userId, ip: source.ip, details })
      return startChallenge(auth, user, factor, source, channel)
    }
    const found = await findFactor(auth.db, { userId, factorId })
    return found?.factor_type === 'phone'
      ? (await runSendingTransaction(auth, challenge)).result
      : transact(auth, challenge)
  })
}

async function startChallenge(
  auth: AuthContext,
  user: AuthUser,
  factor: Factor,
  source: Source,
  channel: TextMessage['channel'],
) {
  const id = auth.newId()
  switch (factor.factor_type) {
    case 'totp':
      return insertChallenge(auth, factor, source, { id })
    case 'phone': {
      const code = await textCode(auth, user, factor, source, channel)
      const relatesTo = getPhone(factor)
      const hash = hashCode(auth.keys, { id, relatesTo, code, isPkce: false })
      return insertChallenge(auth, factor, source, { id, code_hash: hash })
    }
    case 'webauthn': {
      const { type, options } = await keyOptions(auth, user, factor)
      const challenge = { id, webauthn_challenge: options.challenge }
      return {
        ...(await insertChallenge(auth, factor, source, challenge)),
        webauthn: { type, credential_options: { publicKey: options } },
      }
    }
    case 'recovery_code':
      throw invalid('Recovery codes need no challenge, use POST /factors/recovery-codes/verify')
  }
}

/** Sends a code to the factor's number. Throws a 429 less than a minute after the one before. */
async function textCode(
  auth: AuthContext,
  user: AuthUser,
  { phone, last_challenged_at: sentAt }: Factor,
  source: Source,
  channel: TextMessage['channel'],
): Promise<string> {
  if (!auth.texter || phone === null) {
    const message = 'MFA verification is disabled for Phone'
    throw new AuthError(422, 'mfa_phone_verify_not_enabled', message)
  }
  checkSendInterval('sms', sentAt, auth.now())
  const code = randomCode()
  await sendText(auth, user, source, { phone, text: codeText(user, source, code), channel })
  return code
}

/** A factor without a key gets one; a factor with a key has to show it. */
async function keyOptions(auth: AuthContext, user: AuthUser, factor: Factor) {
  const credential = factor.webauthn_credential
  if (credential !== null) {
    const options = await requestOptions(auth, 'second factor', [readCredential(credential)])
    return { type: 'request', options }
  }
  const known = (await listFactors(auth.db, user.id))
    .map((each) => each.webauthn_credential)
    .filter((each) => each !== null)
    .map(readCredential)
  return { type: 'create', options: await creationOptions(auth, user, 'second factor', known) }
}
