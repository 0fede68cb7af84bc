import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { getAnyUser } from '../admin/find-users.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { isOwnFactor, listFactors } from '../factors/queries.ts'
import { factorNotFound } from '../factors/refusals.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import { tellOfFactor } from '../factors/notify-factor.ts'
import { checkServiceCaller } from '../http/callers.ts'
import { readPathId } from '../http/path-id.ts'
import { sourceOf } from '../http/source.ts'
import { deletePasskey, listPasskeys, passkeyJson } from '../passkeys/queries.ts'
import { factorJson } from '../users/user-json.ts'
import { passkeyNotFound } from './passkeys.ts'

const PATH = '/admin/users/:user_id'

/** The factors and passkeys of somebody: the operator removes what has been lost. */
export function registerAdminUserFactors(app: FastifyInstance, auth: AuthContext): void {
  app.get(`${PATH}/factors`, async (request) => {
    await checkServiceCaller(auth, request)
    const { id } = await getAnyUser(auth.db, readPathId(request, 'user_id'))
    return (await listFactors(auth.db, id)).map(factorJson)
  })

  app.delete(`${PATH}/factors/:factor_id`, async (request) => {
    await checkServiceCaller(auth, request)
    const { id: userId } = await getAnyUser(auth.db, readPathId(request, 'user_id'))
    const factorId = readPathId(request, 'factor_id')
    const source = sourceOf(request)
    const removed = await inTransaction(auth.db, async (db) => {
      const factors = await listFactors(db, userId)
      const factor = factors.find(({ id }) => id === factorId)
      if (!factor) throw factorNotFound()
      const left = factors.filter((each) => each !== factor)
      // Codes that stand in for a factor go with the last one.
      const gone = left.some(isOwnFactor) ? [factor] : [factor, ...left.filter(isRecoveryCodes)]
      for (const each of gone) await removeFactor(db, each)
      const { ip } = source
      const details = { factor_id: factorId, factor_type: factor.factor_type }
      await audit(auth, db, { action: 'factor_deleted', userId, actorId: null, ip, details })
      return factor
    })
    if (removed.status === 'verified') {
      await tellOfFactor(auth, userId, source, 'factor-removed', removed.factor_type)
    }
    return factorJson(removed)
  })

  app.get(`${PATH}/passkeys`, async (request) => {
    await checkServiceCaller(auth, request)
    const { id } = await getAnyUser(auth.db, readPathId(request, 'user_id'))
    return (await listPasskeys(auth.db, id)).map(passkeyJson)
  })

  app.delete(`${PATH}/passkeys/:passkey_id`, async (request, reply) => {
    await checkServiceCaller(auth, request)
    const { id: userId } = await getAnyUser(auth.db, readPathId(request, 'user_id'))
    const passkeyId = readPathId(request, 'passkey_id')
    const source = sourceOf(request)
    await inTransaction(auth.db, async (db) => {
      if (!(await deletePasskey(db, { userId, passkeyId }))) throw passkeyNotFound()
      const { ip } = source
      const details = { passkey_id: passkeyId }
      await audit(auth, db, { action: 'passkey_deleted', userId, actorId: null, ip, details })
    })
    await tellOfFactor(auth, userId, source, 'passkey-removed')
    return reply.code(204).send()
  })
}

function isRecoveryCodes({ factor_type: type }: { readonly factor_type: string }): boolean {
  return type === 'recovery_code'
}
