import { account, recorderKeys } from '@pitboard/contract/accounts/accounts'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { route } from '../access/route.ts'
import { sourceOf } from '../auth/http/source.ts'
import { deleteAccount, endSignIn, listSignIns } from './account.ts'
import { exportAccount } from './export-account.ts'
import { createRecorderKey, listRecorderKeys, revokeRecorderKey } from './recorder-keys.ts'

/** What users manage of their account, beside profile and sign-in. */
export function registerUsers(app: FastifyInstance, context: AppContext): void {
  const { db } = context

  route(app, recorderKeys.list, async ({ user }) => {
    return listRecorderKeys(db, user.userId)
  })

  route(app, recorderKeys.create, async ({ user, body: { name }, reply }) => {
    // It holds the key: no cache may keep it.
    reply.header('cache-control', 'no-store')
    return createRecorderKey(context, user.userId, name.trim())
  })

  route(app, recorderKeys.revoke, async ({ user, params: { id } }) => {
    if (await revokeRecorderKey(db, user.userId, id)) return null
    throw new ApiError(404, `You have no recorder key ${id}.`)
  })

  route(app, account.signIns, async ({ user }) => {
    return listSignIns(context, user)
  })

  route(app, account.endSignIn, async ({ user, params: { id } }) => {
    if (await endSignIn(context, user.userId, id)) return null
    throw new ApiError(404, `You are not signed in as ${id}.`)
  })

  route(app, account.export, async ({ user, reply }) => {
    reply.header('cache-control', 'no-store')
    return exportAccount(context, user)
  })

  route(app, account.delete, async ({ user, request }) => {
    await deleteAccount(context, user, sourceOf(request).ip)
    return null
  })
}
