import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { planLink } from '../admin/generate-link.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { insertToken } from '../codes/one-time-tokens.ts'
import { verifyUrl } from '../codes/send-code.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { readBody } from '../http/bodies.ts'
import { checkServiceCaller } from '../http/callers.ts'
import { sourceOf } from '../http/source.ts'
import { checkPassword } from '../passwords/strength.ts'
import { isTaken } from '../../../platform/db/in-transaction.ts'
import { readEmail } from '../users/addresses.ts'
import { emailTaken } from '../users/refusals.ts'
import { presentUser } from '../users/user-json.ts'

const Body = Type.Object({
  type: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  new_email: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  redirect_to: Type.Optional(Type.String()),
})

/** POST /admin/generate_link: what a mail would say, for a mail of the operator's own. */
export function registerAdminGenerateLink(app: FastifyInstance, auth: AuthContext): void {
  app.post('/admin/generate_link', async (request) => {
    await checkServiceCaller(auth, request)
    const body = readBody(Body, request)
    const { type = '', password = '', new_email: newEmail = '' } = body
    const source = sourceOf(request)
    if (password !== '') await checkPassword(auth, password)
    const wish = {
      type,
      email: readEmail(body.email ?? ''),
      newEmail: newEmail === '' ? null : readEmail(newEmail),
      passwordHash: password === '' ? null : await auth.hasher.hash(password, source.network),
      data: body.data ?? {},
    }
    const redirectTo = redirectTarget(auth, request, body.redirect_to)
    return inTransaction(auth.db, async (db) => {
      const plan = await planLink(auth, db, wish, source)
      const { user, purpose, relatesTo, linkType, verificationType } = plan
      const userId = user.id
      const token = { userId, purpose, relatesTo, isPkce: false }
      const { code, tokenHash } = await insertToken(auth, db, token)
      const details = { type: verificationType }
      const { ip } = source
      await audit(auth, db, { action: 'link_generated', userId, actorId: null, ip, details })
      return {
        ...(await presentUser(db, user)),
        action_link: verifyUrl(auth, { tokenHash, type: linkType, redirectTo }),
        email_otp: code,
        hashed_token: tokenHash,
        redirect_to: redirectTo,
        verification_type: verificationType,
      }
    }).catch((error: unknown) => {
      throw isTaken(error) ? emailTaken() : error
    })
  })
}
