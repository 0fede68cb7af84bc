import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { getSessionCaller, isElevated } from '../factors/assurance.ts'
import { isOwnFactor, listFactors } from '../factors/queries.ts'
import { factorNotFound, insufficientAal, soleRecoveryCodes } from '../factors/refusals.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import { tellOfFactor } from '../factors/notify-factor.ts'
import { AuthError } from '../http/auth-error.ts'
import { readPathId } from '../http/path-id.ts'
import { sourceOf } from '../http/source.ts'
import { lockUser } from '../users/queries.ts'

/** DELETE /factors/{id}: whoever has shown no second factor can't take one away. */
export function registerFactorRemove(app: FastifyInstance, auth: AuthContext): void {
  app.delete('/factors/:factor_id', async (request) => {
    const { userId, sessionId } = await getSessionCaller(auth, request)
    const factorId = readPathId(request, 'factor_id')
    const source = sourceOf(request)
    const removed = await inTransaction(auth.db, async (db) => {
      await lockUser(db, userId)
      const factors = await listFactors(db, userId)
      const factor = factors.find(({ id }) => id === factorId)
      if (!factor) throw factorNotFound()
      if (factor.factor_type === 'recovery_code') {
        throw new AuthError(
          422,
          'validation_failed',
          'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes',
        )
      }
      if (factor.status === 'verified') {
        if (!(await isElevated(db, sessionId))) {
          throw insufficientAal(422, 'AAL2 required to unenroll verified factor')
        }
        const others = factors.filter((each) => each !== factor && each.status === 'verified')
        if (others.length > 0 && !others.some(isOwnFactor)) {
          throw soleRecoveryCodes(
            'Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.',
          )
        }
      }
      await removeFactor(db, factor)
      const details = { factor_id: factorId, factor_type: factor.factor_type }
      await audit(auth, db, { action: 'factor_unenrolled', userId, ip: source.ip, details })
      return factor
    })
    if (removed.status === 'verified') {
      await tellOfFactor(auth, userId, source, 'factor-removed', removed.factor_type)
    }
    return { id: factorId }
  })
}
