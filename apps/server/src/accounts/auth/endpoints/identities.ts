import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FastifyInstance } from 'fastify'
import { notifyAccountChange } from '../admin/change-user.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { getUserCaller, userGone } from '../core/callers.ts'
import { insufficientAal } from '../factors/factors.ts'
import { AuthError } from '../http/auth-error.ts'
import { queryText } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import {
  checkLinkingEnabled,
  notifyIdentityUnlinked,
  unlinkIdentity,
} from '../identities/link-identity.ts'
import { findAuthUser, listIdentities } from '../users/queries.ts'
import { identityJson } from '../users/user-json.ts'
import { startOauth } from './authorize.ts'
import { transact } from '../core/transactions.ts'

/** A signed-in user links a provider or unlinks one. */
export function registerIdentities(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { limit: 'authorize' }, exposeHeadRoute: false } as const
  app.get('/user/identities/authorize', options, async (request, reply) => {
    const { userId, needsSecondFactor } = await getUserCaller(auth, request)
    checkLinkingEnabled(auth)
    if (needsSecondFactor) throw insufficientAal(403, 'AAL2 required to link an identity')
    const url = await startOauth(auth, request, userId)
    if (queryText(request, 'skip_http_redirect') === 'true') return { url: url.href }
    return reply.redirect(url.href, 302)
  })

  app.get('/user/identities', async (request) => {
    const { userId } = await getUserCaller(auth, request)
    const user = await findAuthUser(auth.db, userId)
    if (!user) throw userGone()
    return { identities: (await listIdentities(auth.db, userId)).map(identityJson) }
  })

  app.delete<{ Params: { identityId: string } }>(
    '/user/identities/:identityId',
    async (request) => {
      const { userId, needsSecondFactor } = await getUserCaller(auth, request)
      checkLinkingEnabled(auth)
      if (needsSecondFactor) throw insufficientAal(422, 'AAL2 required to unlink an identity')
      const { identityId } = request.params
      if (!isUuid(identityId)) {
        throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
      }
      const source = sourceOf(request)
      const { ip } = source
      const { before, now, provider } = await transact(auth, (auth) =>
        unlinkIdentity(auth, { userId, identityId, ip }),
      )
      await notifyIdentityUnlinked(auth, before, source, provider)
      await notifyAccountChange(auth, before, now, source)
      return {}
    },
  )
}
