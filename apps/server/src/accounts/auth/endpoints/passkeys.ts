import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { getSessionCaller, owesFactor, type SessionCaller } from '../factors/assurance.ts'
import { insufficientAal } from '../factors/refusals.ts'
import { tellOfFactor } from '../factors/notify-factor.ts'
import { AuthError } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { readPathId } from '../http/path-id.ts'
import { sourceOf } from '../http/source.ts'
import { deletePasskey, listPasskeys, passkeyJson } from '../passkeys/queries.ts'

const Body = Type.Object({ friendly_name: Type.String({ maxLength: 120 }) })

/** /passkeys: the caller's own. */
export function registerPasskeys(app: FastifyInstance, auth: AuthContext): void {
  app.get('/passkeys', async (request) => {
    const { userId } = await getSessionCaller(auth, request)
    return (await listPasskeys(auth.db, userId)).map(passkeyJson)
  })

  app.patch('/passkeys/:passkey_id', async (request) => {
    const { userId } = await getSessionCaller(auth, request)
    const passkeyId = readPathId(request, 'passkey_id')
    const { friendly_name: name } = readBody(Body, request)
    const changed = await auth.db
      .updateTable('auth.passkeys')
      .set({ friendly_name: name, updated_at: auth.now() })
      .where('id', '=', passkeyId)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw passkeyNotFound()
    return passkeyJson(changed)
  })

  app.delete('/passkeys/:passkey_id', async (request, reply) => {
    const caller = await getSessionCaller(auth, request)
    const { userId } = caller
    const passkeyId = readPathId(request, 'passkey_id')
    await checkAllowed(auth, caller)
    const source = sourceOf(request)
    await inTransaction(auth.db, async (db) => {
      if (!(await deletePasskey(db, { userId, passkeyId }))) throw passkeyNotFound()
      const details = { passkey_id: passkeyId }
      await audit(auth, db, { action: 'passkey_deleted', userId, ip: source.ip, details })
    })
    await tellOfFactor(auth, userId, source, 'passkey-removed')
    return reply.code(204).send()
  })
}

async function checkAllowed({ db }: AuthContext, caller: SessionCaller): Promise<void> {
  if (await owesFactor(db, caller)) {
    throw insufficientAal(422, 'AAL2 required to delete a passkey')
  }
}

export function passkeyNotFound(): AuthError {
  return new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found')
}
