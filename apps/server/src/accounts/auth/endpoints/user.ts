import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import { getUserCaller } from '../http/callers.ts'
import { findAuthUser } from '../users/queries.ts'
import { userGone } from '../users/refusals.ts'
import { presentUser } from '../users/user-json.ts'
import { updateOwnUser } from './user-update.ts'

/** GET and PUT /user: the caller himself. */
export function registerUser(app: FastifyInstance, auth: AuthContext): void {
  app.get('/user', async (request) => {
    const { userId } = await getUserCaller(auth, request)
    const user = await findAuthUser(auth.db, userId)
    if (!user) throw userGone()
    const { 'x-jwt-aud': audience } = request.headers
    if (typeof audience === 'string' && audience !== user.aud) {
      throw new AuthError(400, 'validation_failed', 'Token audience doesn’t match request audience')
    }
    return presentUser(auth.db, user)
  })

  app.put('/user', { config: { limit: 'user' } }, (request) => updateOwnUser(auth, request))
}
