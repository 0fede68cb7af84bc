import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import { getUserCaller } from '../http/callers.ts'
import { queryText } from '../http/query.ts'
import { sourceOf } from '../http/source.ts'
import { endSession, endSessionsBut } from '../sessions/end-sessions.ts'

/** POST /logout: ends this session, the others, or all of them. */
export function registerLogout(app: FastifyInstance, auth: AuthContext): void {
  app.post('/logout', async (request, reply) => {
    const scope = queryText(request, 'scope') ?? 'global'
    if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
      throw new AuthError(400, 'validation_failed', `Unsupported logout scope "${scope}"`)
    }
    const { userId, sessionId } = await getUserCaller(auth, request)
    await inTransaction(auth.db, async (db) => {
      if (scope === 'others') await endSessionsBut(db, userId, sessionId)
      else if (scope === 'local' && sessionId !== null) await endSession(db, sessionId)
      else await endSessionsBut(db, userId, null)
      const details = { scope }
      await audit(auth, db, { action: 'logout', userId, ip: sourceOf(request).ip, details })
    })
    return reply.code(204).send()
  })
}
