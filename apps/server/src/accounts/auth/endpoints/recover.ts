import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { AuthContext } from '../auth-context.ts'
import { sendSignInMail } from '../codes/send-confirmation.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../flows/challenge.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { AuthError } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { checkCaptcha, SECURITY_FIELD } from '../http/captcha.ts'
import { sourceOf } from '../http/source.ts'
import { sendingTransaction } from '../transactions.ts'
import { readEmail } from '../users/addresses.ts'
import { findUserByEmail } from '../users/queries.ts'

const Body = Type.Object({
  ...CHALLENGE_FIELDS,
  ...SECURITY_FIELD,
  email: Type.Optional(Type.String()),
})

/** POST /recover: the mail that leads to a new password. Unknown addresses get the same answers. */
export function registerRecover(app: FastifyInstance, auth: AuthContext): void {
  app.post('/recover', { config: { limit: 'recover' } }, async (request) => {
    const { email = '', gotrue_meta_security: security, ...rest } = readBody(Body, request)
    if (email === '') {
      throw new AuthError(400, 'validation_failed', 'Password recovery requires an email')
    }
    const address = readEmail(email)
    const flow = { redirectTo: redirectTarget(auth, request), challenge: readChallenge(rest) }
    await checkCaptcha(auth, request, security)
    const startedAt = performance.now()
    const source = sourceOf(request)
    const { result: isKnown } = await sendingTransaction(auth, async (db) => {
      const user = await findUserByEmail(db, address)
      if (user) {
        const mail = { ...flow, type: 'recovery' } as const
        await sendSignInMail(auth, db, user, source, mail)
      }
      return user !== undefined
    })
    if (isKnown) auth.mailer.note('recovery', startedAt)
    else {
      auth.intervals.pretend('email', 'recovery', address)
      const { network } = source
      await auth.mailer.pretend('recovery', startedAt, { address, network, isConfirmed: true })
    }
    return {}
  })
}
