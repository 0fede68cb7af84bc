import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../auth-context.ts'
import { isPkceHash } from '../codes/code.ts'
import { findTokenByHash } from '../codes/one-time-tokens.ts'
import { HALFWAY_MESSAGE, linkExpired, takeToken } from '../codes/take-token.ts'
import { findVerifyType } from '../codes/verify-types.ts'
import { findMailFlow, issueAuthCode } from '../flows/flow-states.ts'
import { redirectTarget } from '../flows/redirects.ts'
import {
  errorValues,
  sessionValues,
  withFragment,
  withQuery,
  withSession,
} from '../flows/send-back.ts'
import { AuthError } from '../http/auth-error.ts'
import { queryText } from '../http/query.ts'
import { toAuthError } from '../http/send-auth-error.ts'
import { sourceOf } from '../http/source.ts'
import { startSession } from '../sessions/start-session.ts'
import { sendingTransaction } from '../transactions.ts'

/**
 * GET /verify: the link of a mail, opened by a bare browser, which is sent on. A HEAD request, as
 * programs send that look at links, must not use it up: there is none.
 */
export function registerVerifyLink(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { open: true, limit: 'verify' }, exposeHeadRoute: false } as const
  app.get('/verify', options, async (request, reply) => {
    const tokenHash = queryText(request, 'token') ?? queryText(request, 'token_hash')
    const type = queryText(request, 'type')
    if (tokenHash === undefined) {
      throw new AuthError(400, 'validation_failed', 'Verify requires a token or a token hash')
    }
    if (type === undefined) {
      throw new AuthError(400, 'validation_failed', 'Verify requires a verification type')
    }
    const target = redirectTarget(auth, request)
    const isPkce = isPkceHash(tokenHash)
    const location = await sendingTransaction(auth, (db) =>
      follow(auth, db, request, { tokenHash, type, target }),
    )
      .then(({ result }) => result)
      .catch((error: unknown) => {
        const failure = toAuthError(error)
        if (failure.status >= 500) request.log.error({ err: error }, 'a mail’s link failed')
        const values = errorValues(failure)
        return withFragment(isPkce ? withQuery(target, values) : target, values)
      })
    return reply.redirect(location, 303)
  })
}

interface Link {
  readonly tokenHash: string
  readonly type: string
  readonly target: string
}

async function follow(
  auth: AuthContext,
  db: Db,
  request: FastifyRequest,
  { tokenHash, type, target }: Link,
): Promise<string> {
  const verifyType = findVerifyType(type)
  if (!verifyType) throw new AuthError(400, 'validation_failed', 'Invalid verification type')
  const source = sourceOf(request)
  const isPkce = isPkceHash(tokenHash)
  const token = await findTokenByHash(auth, db, tokenHash, verifyType.purposes)
  if (!token) throw linkExpired()
  const user = await takeToken(auth, db, token, source)
  if (user === null) {
    const message = { message: HALFWAY_MESSAGE }
    return withFragment(isPkce ? withQuery(target, message) : target, message)
  }
  if (!isPkce) {
    const tokens = await startSession(auth, db, user, { method: 'otp' }, source)
    return withSession(target, { ...sessionValues(tokens), type })
  }
  const flow = await findMailFlow(db, user.id, verifyType.flowMethods)
  if (!flow) throw linkExpired()
  return withQuery(target, { code: await issueAuthCode(auth, db, flow.id) })
}
