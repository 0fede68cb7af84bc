import type { FastifyInstance } from 'fastify'
import type { AuthUser } from '../tables/auth-tables.ts'
import { sendMailCode, sendTextCode } from '../codes/send-code.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { getUserCaller, userGone } from '../core/callers.ts'
import { runSendingTransaction, transact } from '../core/transactions.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { checkSendInterval } from '../http/message-limits.ts'
import { queryText } from '../http/bodies.ts'
import { type Source, sourceOf } from '../http/source.ts'
import { endSession, endOtherSessions } from '../sessions/start-session.ts'
import { lockUser, updateUser } from '../users/queries.ts'

/** POST /logout ends this session, the others, or all of them. */
export function registerLogout(app: FastifyInstance, auth: AuthContext): void {
  app.post('/logout', async (request, reply) => {
    const scope = queryText(request, 'scope') ?? 'global'
    if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
      throw invalid(`Unsupported logout scope "${scope}"`)
    }
    const { userId, sessionId } = await getUserCaller(auth, request)
    await transact(auth, async (auth) => {
      if (scope === 'others') await endOtherSessions(auth.db, userId, sessionId)
      else if (scope === 'local' && sessionId !== null) await endSession(auth.db, sessionId)
      else await endOtherSessions(auth.db, userId, null)
      const details = { scope }
      await audit(auth, { action: 'logout', userId, ip: sourceOf(request).ip, details })
    })
    return reply.code(204).send()
  })
}

/** GET /reauthenticate sends the code that a new password needs where the sign-in is old. */
export function registerReauthenticate(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { limit: 'reauthenticate' }, exposeHeadRoute: false } as const
  app.get('/reauthenticate', options, async (request) => {
    const { userId } = await getUserCaller(auth, request)
    const source = sourceOf(request)
    const { messageId } = await runSendingTransaction(auth, async (auth) => {
      const user = await lockUser(auth.db, userId)
      if (!user) throw userGone()
      await sendNonce(auth, user, source)
      await updateUser(auth, userId, { reauthentication_sent_at: auth.now() })
      const action = 'user_reauthenticate_requested'
      await audit(auth, { action, userId, ip: source.ip })
    })
    return messageId === null ? {} : { message_id: messageId }
  })
}

async function sendNonce(auth: AuthContext, user: AuthUser, source: Source): Promise<void> {
  const purpose = 'reauthentication'
  if (user.email !== null) {
    if (user.email_confirmed_at === null) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    }
    checkSendInterval('email', user.reauthentication_sent_at, auth.now())
    await sendMailCode(auth, user, source, {
      purpose,
      template: 'reauthentication',
      type: purpose,
      to: user.email,
      redirectTo: auth.publicUrl(),
      pkce: null,
    })
    return
  }
  if (user.phone !== null) {
    if (user.phone_confirmed_at === null) {
      throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
    }
    checkSendInterval('sms', user.reauthentication_sent_at, auth.now())
    return sendTextCode(auth, user, source, { purpose, phone: user.phone, channel: 'sms' })
  }
  throw invalid('Reauthentication requires the user to have an email or a phone number')
}
