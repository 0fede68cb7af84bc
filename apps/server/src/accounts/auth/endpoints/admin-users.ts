import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { createUser } from '../admin/create-user.ts'
import { changeUser } from '../admin/change-user.ts'
import { tellOfChange } from '../admin/notify-change.ts'
import { findUsers, getAnyUser } from '../admin/find-users.ts'
import { readPaging, tellPages } from '../admin/paging.ts'
import { softDeleteUser } from '../admin/soft-delete-user.ts'
import { readUserBody } from '../admin/user-body.ts'
import { Type } from 'typebox'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { checkServiceCaller } from '../http/callers.ts'
import { readPathId } from '../http/path-id.ts'
import { queryText } from '../http/query.ts'
import { sourceOf } from '../http/source.ts'
import { isTaken } from '../../../platform/db/in-transaction.ts'
import { emailTaken } from '../users/refusals.ts'
import { removeUser } from '../users/remove-user.ts'
import { presentUser } from '../users/user-json.ts'

const PATH = '/admin/users'
const DeleteBody = Type.Object({ should_soft_delete: Type.Optional(Type.Boolean()) })

/** /admin/users: the operator's view of accounts. */
export function registerAdminUsers(app: FastifyInstance, auth: AuthContext): void {
  const { db } = auth
  app.get(PATH, async (request, reply) => {
    await checkServiceCaller(auth, request)
    const paging = readPaging(request)
    const { users, total } = await findUsers(db, {
      ...paging,
      filter: queryText(request, 'filter') ?? null,
      isOldestFirst: readIsOldestFirst(queryText(request, 'sort')),
    })
    tellPages(reply, PATH, { ...paging, total })
    return { users, aud: 'authenticated' }
  })

  app.post(PATH, async (request) => {
    await checkServiceCaller(auth, request)
    const body = await readUserBody(auth, request, { allowsWeak: true })
    if (body.email === null && body.phone === null) {
      const message = 'Cannot create a user without either an email or phone'
      throw new AuthError(400, 'validation_failed', message)
    }
    return unlessTaken(auth, async (transaction) => {
      const user = await createUser(auth, transaction, body, sourceOf(request))
      return presentUser(transaction, user)
    })
  })

  app.get(`${PATH}/:user_id`, async (request) => {
    await checkServiceCaller(auth, request)
    return presentUser(db, await getAnyUser(db, readPathId(request, 'user_id')))
  })

  app.put(`${PATH}/:user_id`, async (request) => {
    await checkServiceCaller(auth, request)
    const userId = readPathId(request, 'user_id')
    const before = await getAnyUser(db, userId)
    const body = await readUserBody(auth, request, { allowsWeak: false })
    const source = sourceOf(request)
    const { changed, answer } = await unlessTaken(auth, async (transaction) => {
      const changed = await changeUser(auth, transaction, userId, body, source)
      return { changed, answer: await presentUser(transaction, changed) }
    })
    await tellOfChange(auth, before, changed, source)
    return answer
  })

  app.delete(`${PATH}/:user_id`, async (request) => {
    await checkServiceCaller(auth, request)
    const { should_soft_delete: isSoft } = readBody(DeleteBody, request)
    const { ip } = sourceOf(request)
    await inTransaction(db, async (transaction) => {
      const user = await getAnyUser(transaction, readPathId(request, 'user_id'))
      if (isSoft !== true) await removeUser(auth, transaction, user.id, { actorId: null, ip })
      else if (user.deleted_at === null) await softDeleteUser(auth, transaction, user, { ip })
    })
    return {}
  })
}

/** Somebody else took the address, or the id, at the same moment. */
async function unlessTaken<T>(
  { db }: AuthContext,
  work: (transaction: AuthContext['db']) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    throw isTaken(error) ? emailTaken() : error
  }
}

function readIsOldestFirst(sort = 'created_at desc'): boolean {
  const [, direction = 'asc'] = /^created_at(?: (asc|desc))?$/i.exec(sort.trim()) ?? []
  if (!/^created_at( |$)/i.test(sort.trim())) {
    throw new AuthError(400, 'validation_failed', 'Bad Sort Parameters: created_at asc or desc')
  }
  return direction.toLowerCase() === 'asc'
}
