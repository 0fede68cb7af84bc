import { operation } from '@pitboard/contract/site/operation'
import type { FastifyInstance } from 'fastify'
import { isOperator, requireOperator } from '../../accounts/access/operators.ts'
import { route } from '../../accounts/access/route.ts'
import type { UserCaller } from '../../accounts/access/caller.ts'
import { setBlocked } from '../../accounts/auth/admin/block-user.ts'
import { sourceOf } from '../../accounts/auth/http/source.ts'
import { noSuchUser } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { retryDead } from '../../platform/queues/dead-jobs.ts'
import { QUEUES } from '../../platform/queues/queues.ts'
import type { SharedLiveList } from '../../racing/live/shared-live-list.ts'
import { describeSite } from './describe-site.ts'
import { findOperatedUsers } from './operated-users.ts'

/** Operators see and do this (docs/operations.md#the-operators-page). */
export function registerOperation(
  app: FastifyInstance,
  context: AppContext,
  live: SharedLiveList,
): void {
  const { config, db, jobs } = context

  route(app, operation.get, async ({ user, reply }) => {
    await requireOperator(context, user)
    reply.header('cache-control', 'no-store')
    return describeSite(context, live)
  })

  route(app, operation.users, async ({ user, query: { q = '' }, list, reply }) => {
    await requireOperator(context, user)
    reply.header('cache-control', 'no-store')
    const { page, pageSize } = list
    const found = await findOperatedUsers(context, { words: q.trim(), page, pageSize })
    list.describe({ total: found.totalElements })
    return found
  })

  async function changeBlock(user: UserCaller, ip: string | null, id: string, isBlocked: boolean) {
    await requireOperator(context, user)
    if (config.authUrl !== null) {
      throw new ApiError(409, 'Another server signs users in: block the account there.')
    }
    if (await isOperator(context, id)) {
      throw new ApiError(409, 'An operator cannot be blocked: change OPERATOR_ACCOUNTS first.')
    }
    const change = { userId: id, isBlocked, actorId: user.userId, ip }
    if (!(await setBlocked(context, change))) throw noSuchUser(id)
    return null
  }

  route(app, operation.block, ({ user, params: { userId }, request }) =>
    changeBlock(user, sourceOf(request).ip, userId, true),
  )

  route(app, operation.unblock, ({ user, params: { userId }, request }) =>
    changeBlock(user, sourceOf(request).ip, userId, false),
  )

  route(app, operation.retry, async ({ user, params: { queue } }) => {
    await requireOperator(context, user)
    const retried = await retryDead(db, QUEUES[queue])
    jobs.wake()
    return { retried }
  })
}
