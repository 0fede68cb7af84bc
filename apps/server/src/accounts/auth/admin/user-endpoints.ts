import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { isUniqueViolation } from '../../../platform/db/in-transaction.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { emailTaken } from '../core/callers.ts'
import { removeFactor } from '../factors/elevate-session.ts'
import { factorNotFound, isOwnFactor, listFactors } from '../factors/factors.ts'
import { notifyFactorChange } from '../factors/notify-factor.ts'
import { passkeyNotFound } from '../factors/passkey-endpoints.ts'
import { deletePasskey, listPasskeys, passkeyJson } from '../factors/passkeys.ts'
import { invalid } from '../http/auth-error.ts'
import { readBody, queryText, readPathId } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import { removeUser, softDeleteUser } from '../users/delete-user.ts'
import { factorJson, presentUser } from '../users/user-json.ts'
import { changeUser, notifyAccountChange } from './change-user.ts'
import { createUser } from './create-user.ts'
import { findUsers, getAnyUser, readPaging, setPagingHeaders } from './find-users.ts'
import { readUserBody } from './user-body.ts'
import { transact } from '../core/transactions.ts'

const PATH = '/admin/users'
const DeleteBody = Type.Object({ should_soft_delete: Type.Optional(Type.Boolean()) })

/** /admin/users is the operator's view of accounts. */
export function registerAdminUsers(app: FastifyInstance, auth: AuthContext): void {
  const { db } = auth
  app.get(PATH, async (request, reply) => {
    const paging = readPaging(request)
    const { users, total } = await findUsers(db, {
      ...paging,
      filter: queryText(request, 'filter') ?? null,
      isOldestFirst: readIsOldestFirst(queryText(request, 'sort')),
    })
    setPagingHeaders(reply, PATH, { ...paging, total })
    return { users, aud: 'authenticated' }
  })

  app.post(PATH, async (request) => {
    const body = await readUserBody(auth, request, { allowsWeak: true })
    if (body.email === null && body.phone === null) {
      throw invalid('Cannot create a user without either an email or phone')
    }
    return unlessTaken(auth, async (auth) => {
      const user = await createUser(auth, body, sourceOf(request))
      return presentUser(auth.db, user)
    })
  })

  app.get(`${PATH}/:user_id`, async (request) => {
    return presentUser(db, await getAnyUser(db, readPathId(request, 'user_id')))
  })

  app.put(`${PATH}/:user_id`, async (request) => {
    const userId = readPathId(request, 'user_id')
    const before = await getAnyUser(db, userId)
    const body = await readUserBody(auth, request, { allowsWeak: false })
    const source = sourceOf(request)
    const { changed, answer } = await unlessTaken(auth, async (auth) => {
      const changed = await changeUser(auth, userId, body, source)
      return { changed, answer: await presentUser(auth.db, changed) }
    })
    await notifyAccountChange(auth, before, changed, source)
    return answer
  })

  app.delete(`${PATH}/:user_id`, async (request) => {
    const { should_soft_delete: isSoft } = readBody(DeleteBody, request)
    const { ip } = sourceOf(request)
    await transact(auth, async (auth) => {
      const user = await getAnyUser(auth.db, readPathId(request, 'user_id'))
      if (isSoft !== true) await removeUser(auth, user.id, { actorId: null, ip })
      else if (user.deleted_at === null) await softDeleteUser(auth, user, { ip })
    })
    return {}
  })
}

/** Turns the conflict into a refusal where somebody else took the address, or the id, at the same moment. */
async function unlessTaken<T>(
  auth: AuthContext,
  work: (auth: AuthContext) => Promise<T>,
): Promise<T> {
  try {
    return await transact(auth, work)
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error
  }
}

function readIsOldestFirst(sort = 'created_at desc'): boolean {
  const [, direction = 'asc'] = /^created_at(?: (asc|desc))?$/i.exec(sort.trim()) ?? []
  if (!/^created_at( |$)/i.test(sort.trim())) {
    throw invalid('Bad Sort Parameters: created_at asc or desc')
  }
  return direction.toLowerCase() === 'asc'
}

/** The operator removes factors and passkeys that their owner has lost. */
export function registerAdminUserFactors(app: FastifyInstance, auth: AuthContext): void {
  app.get(`${PATH}/:user_id/factors`, async (request) => {
    const { id } = await getAnyUser(auth.db, readPathId(request, 'user_id'))
    return (await listFactors(auth.db, id)).map(factorJson)
  })

  app.delete(`${PATH}/:user_id/factors/:factor_id`, async (request) => {
    const { id: userId } = await getAnyUser(auth.db, readPathId(request, 'user_id'))
    const factorId = readPathId(request, 'factor_id')
    const source = sourceOf(request)
    const removed = await transact(auth, async (auth) => {
      const factors = await listFactors(auth.db, userId)
      const factor = factors.find(({ id }) => id === factorId)
      if (!factor) throw factorNotFound()
      const left = factors.filter((each) => each !== factor)
      // The codes that stand in for a factor go with the last factor.
      const gone = left.some(isOwnFactor) ? [factor] : [factor, ...left.filter(isRecoveryCodes)]
      for (const each of gone) await removeFactor(auth.db, each)
      const { ip } = source
      const details = { factor_id: factorId, factor_type: factor.factor_type }
      await audit(auth, { action: 'factor_deleted', userId, actorId: null, ip, details })
      return factor
    })
    if (removed.status === 'verified') {
      await notifyFactorChange(auth, userId, source, 'factor-removed', removed.factor_type)
    }
    return factorJson(removed)
  })

  app.get(`${PATH}/:user_id/passkeys`, async (request) => {
    const { id } = await getAnyUser(auth.db, readPathId(request, 'user_id'))
    return (await listPasskeys(auth.db, id)).map(passkeyJson)
  })

  app.delete(`${PATH}/:user_id/passkeys/:passkey_id`, async (request, reply) => {
    const { id: userId } = await getAnyUser(auth.db, readPathId(request, 'user_id'))
    const passkeyId = readPathId(request, 'passkey_id')
    const source = sourceOf(request)
    await transact(auth, async (auth) => {
      if (!(await deletePasskey(auth.db, { userId, passkeyId }))) throw passkeyNotFound()
      const { ip } = source
      const details = { passkey_id: passkeyId }
      await audit(auth, { action: 'passkey_deleted', userId, actorId: null, ip, details })
    })
    await notifyFactorChange(auth, userId, source, 'passkey-removed')
    return reply.code(204).send()
  })
}

function isRecoveryCodes({ factor_type: type }: { readonly factor_type: string }): boolean {
  return type === 'recovery_code'
}
