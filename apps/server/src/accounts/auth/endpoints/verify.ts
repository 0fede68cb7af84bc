import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AuthUser, OneTimeToken } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { findTokenByCode, findTokenByHash, isPkceHash } from '../codes/one-time-tokens.ts'
import {
  codeExpired,
  findVerifyType,
  HALFWAY_MESSAGE,
  linkExpired,
  useToken,
  type VerifyType,
} from '../codes/take-token.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { findMailFlow } from '../flows/flow-states.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { AuthError, invalid, toAuthError } from '../http/auth-error.ts'
import { readBody, queryText } from '../http/bodies.ts'
import { type Source, sourceOf } from '../http/source.ts'
import { errorValues, withFragment, withQuery } from '../sessions/callback-url.ts'
import { type Grant, issueRedirect, issueSession, signIn } from '../sessions/sign-in.ts'
import { findIdentified, type Identifier, readIdentifier } from '../users/identifier.ts'
import { findUsersByNewAddress } from '../users/queries.ts'

const Body = Type.Object({
  type: Type.Optional(Type.String()),
  token: Type.Optional(Type.String()),
  token_hash: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
})
type Body = Static<typeof Body>

/** POST /verify takes a code that was typed, or the token of a link. */
export function registerVerify(app: FastifyInstance, auth: AuthContext): void {
  app.post('/verify', { config: { limit: 'verify' } }, async (request) => {
    const { find, address } = readSearch(readBody(Body, request))
    const source = sourceOf(request)
    return signIn(auth, {
      limit: address === null ? null : { name: 'wrongCodes', key: address, covers: 'all' },
      find: async () => find,
      async enter(auth, find) {
        const token = await find(auth)
        return token instanceof AuthError ? token : useToken(auth, token, source)
      },
      issue: async (auth, user) =>
        user === null
          ? { code: '200', msg: HALFWAY_MESSAGE }
          : issueSession(auth, { user, way: CODE_WAY }, source),
    })
  })
}

/** The audit log has the login already, with what the code has confirmed. */
const CODE_WAY = { method: 'otp' }

type FindToken = (auth: AuthContext) => Promise<OneTimeToken | AuthError>

interface Search {
  readonly find: FindToken
  /** Wrong codes are counted for this address; null for links, which nobody can guess. */
  readonly address: string | null
}

function readSearch(body: Body): Search {
  const { type = '', token = '', token_hash: tokenHash = '', email = '', phone = '' } = body
  if (type === '') throw invalid('Verify requires a verification type')
  const verifyType = findVerifyType(type)
  if (!verifyType) throw invalid('Invalid verification type')
  const { purposes } = verifyType
  if (tokenHash !== '') {
    if (token !== '') throw invalid('Verify requires either a token or a token hash')
    if (email !== '' || phone !== '') {
      throw invalid('Only the token_hash and type should be provided')
    }
    const find: FindToken = async (auth) =>
      (await findTokenByHash(auth, tokenHash, purposes)) ?? linkExpired()
    return { find, address: null }
  }
  if (token === '') throw invalid('Verify requires either a token or a token hash')
  const identifier = readIdentifier(body, 'Only one of email or phone should be provided')
  if (!identifier) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  const find: FindToken = async (auth) => {
    for (const { id: userId } of await candidates(auth.db, type, identifier)) {
      const found = await findTokenByCode(auth, { userId, purposes, code: token })
      if (found) return found
    }
    return codeExpired()
  }
  return { find, address: identifier.address }
}

/** An address that somebody wants to have belongs to nobody yet. */
async function candidates(db: Db, type: string, identifier: Identifier): Promise<AuthUser[]> {
  const user = await findIdentified(db, identifier)
  const isChange = type === 'email_change' || type === 'phone_change'
  const wanting = isChange ? await findUsersByNewAddress(db, identifier) : []
  return user ? [user, ...wanting] : wanting
}

/**
 * GET /verify is the link of a mail: the browser that opens it is redirected. It has no HEAD route, since programs that
 * check links must not use the link up.
 */
export function registerVerifyLink(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { open: true, limit: 'verify' }, exposeHeadRoute: false } as const
  app.get('/verify', options, async (request, reply) => {
    const tokenHash = queryText(request, 'token') ?? queryText(request, 'token_hash')
    const type = queryText(request, 'type')
    if (tokenHash === undefined) {
      throw invalid('Verify requires a token or a token hash')
    }
    if (type === undefined) {
      throw invalid('Verify requires a verification type')
    }
    const target = redirectTarget(auth, request)
    const isPkce = isPkceHash(tokenHash)
    const link = { tokenHash, type, target }
    const location = await signIn(auth, followLink(link, sourceOf(request))).catch(
      (error: unknown) => {
        const failure = toAuthError(error)
        if (failure.status >= 500) request.log.error({ err: error }, 'a mail’s link failed')
        const values = errorValues(failure)
        return withFragment(isPkce ? withQuery(target, values) : target, values)
      },
    )
    return reply.redirect(location, 303)
  })
}

interface Link {
  readonly tokenHash: string
  readonly type: string
  readonly target: string
}

function followLink(
  { tokenHash, type, target }: Link,
  source: Source,
): Grant<VerifyType, Agreed, string> {
  const isPkce = isPkceHash(tokenHash)
  return {
    async find() {
      const verifyType = findVerifyType(type)
      if (!verifyType) throw invalid('Invalid verification type')
      return verifyType
    },
    async enter(auth, { purposes, flowMethods }) {
      const token = await findTokenByHash(auth, tokenHash, purposes)
      if (!token) throw linkExpired()
      const user = await useToken(auth, token, source)
      if (user === null || !isPkce) return { user, flowId: null }
      const flow = await findMailFlow(auth.db, user.id, flowMethods)
      if (!flow) throw linkExpired()
      return { user, flowId: flow.id }
    },
    async issue(auth, { user, flowId }) {
      if (user === null) {
        const message = { message: HALFWAY_MESSAGE }
        return withFragment(isPkce ? withQuery(target, message) : target, message)
      }
      const entry = { user, way: CODE_WAY, flowId, values: { type } }
      return issueRedirect(auth, entry, { source, target })
    },
  }
}

/** No user is signed in by the first of two addresses that have to agree. */
interface Agreed {
  readonly user: AuthUser | null
  readonly flowId: string | null
}
