import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { isUniqueViolation } from '../../../platform/db/in-transaction.ts'
import { insertToken } from '../codes/one-time-tokens.ts'
import { sendMailCode, verifyUrl } from '../codes/send-code.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { emailTaken } from '../core/callers.ts'
import { runSendingTransaction, transact } from '../core/transactions.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { readBody } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import { checkPassword } from '../passwords/strength.ts'
import { readEmail } from '../users/identifier.ts'
import { updateUser } from '../users/queries.ts'
import { presentUser } from '../users/user-json.ts'
import { inviteUser } from './create-user.ts'
import { planLink } from './generate-link.ts'

const LinkBody = Type.Object({
  type: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  new_email: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  redirect_to: Type.Optional(Type.String()),
})

/** POST /admin/generate_link answers what a mail would say, for a mail of the operator's own. */
export function registerAdminGenerateLink(app: FastifyInstance, auth: AuthContext): void {
  app.post('/admin/generate_link', async (request) => {
    const body = readBody(LinkBody, request)
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
    return transact(auth, async (auth) => {
      const plan = await planLink(auth, wish, source)
      const { user, purpose, relatesTo, linkType, verificationType } = plan
      const userId = user.id
      const token = { userId, purpose, relatesTo, isPkce: false }
      const { code, tokenHash } = await insertToken(auth, token)
      const details = { type: verificationType }
      const { ip } = source
      await audit(auth, { action: 'link_generated', userId, actorId: null, ip, details })
      return {
        ...(await presentUser(auth.db, user)),
        action_link: verifyUrl(auth, { tokenHash, type: linkType, redirectTo }),
        email_otp: code,
        hashed_token: tokenHash,
        redirect_to: redirectTo,
        verification_type: verificationType,
      }
    }).catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailTaken() : error
    })
  })
}

const InviteBody = Type.Object({
  email: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

/** POST /invite sends a mail that makes its reader a user. */
export function registerInvite(app: FastifyInstance, auth: AuthContext): void {
  app.post('/invite', async (request) => {
    const { email: address = '', data = {} } = readBody(InviteBody, request)
    const email = readEmail(address)
    const redirectTo = redirectTarget(auth, request)
    const source = sourceOf(request)
    const { result } = await runSendingTransaction(auth, async (auth) => {
      const user = await inviteUser(auth, { email, data }, source)
      const unlimited = { ...source, from: null }
      await sendMailCode(auth, user, unlimited, {
        purpose: 'confirmation',
        template: 'invite',
        type: 'invite',
        to: email,
        redirectTo,
        pkce: null,
      })
      const { ip } = source
      await audit(auth, { action: 'user_invited', userId: user.id, actorId: null, ip })
      const invited = await updateUser(auth, user.id, { confirmation_sent_at: auth.now() })
      return presentUser(auth.db, invited)
    })
    return result
  })
}
