import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { inviteUser } from '../admin/invite-user.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { sendMailCode } from '../codes/send-code.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { readBody } from '../http/bodies.ts'
import { checkServiceCaller } from '../http/callers.ts'
import { sourceOf } from '../http/source.ts'
import { sendingTransaction } from '../transactions.ts'
import { readEmail } from '../users/addresses.ts'
import { updateUser } from '../users/queries.ts'
import { presentUser } from '../users/user-json.ts'

const Body = Type.Object({
  email: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

/** POST /invite: a mail that makes its reader a user. */
export function registerInvite(app: FastifyInstance, auth: AuthContext): void {
  app.post('/invite', async (request) => {
    await checkServiceCaller(auth, request)
    const { email: address = '', data = {} } = readBody(Body, request)
    const email = readEmail(address)
    const redirectTo = redirectTarget(auth, request)
    const source = sourceOf(request)
    const { result } = await sendingTransaction(auth, async (db) => {
      const user = await inviteUser(auth, db, { email, data }, source)
      await sendMailCode(
        auth,
        db,
        user,
        { ...source, network: null },
        {
          purpose: 'confirmation',
          template: 'invite',
          type: 'invite',
          to: email,
          redirectTo,
          pkce: null,
        },
      )
      const { ip } = source
      await audit(auth, db, { action: 'user_invited', userId: user.id, actorId: null, ip })
      const invited = await updateUser(auth, db, user.id, { confirmation_sent_at: auth.now() })
      return presentUser(db, invited)
    })
    return result
  })
}
