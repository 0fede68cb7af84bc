import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { matchesVerifier, takeFlow } from '../flows/flow-states.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { queryText, readBody } from '../http/bodies.ts'
import { type Source, sourceOf } from '../http/source.ts'
import { refreshSession } from '../sessions/refresh-session.ts'
import { startSession } from '../sessions/start-session.ts'
import type { TokenResponse } from '../sessions/tokens.ts'
import { lockUser, updateUser } from '../users/queries.ts'
import { checkNotBanned } from '../core/callers.ts'
import { signInWithIdToken } from './token-id-token.ts'
import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import { checkCaptcha, SECURITY_FIELD } from '../core/captcha.ts'
import { findWeakness } from '../passwords/strength.ts'
import {
  checkPhoneEnabled,
  findIdentified,
  type Identifier,
  IDENTIFIER_FIELDS,
  readIdentifier,
} from '../users/identifier.ts'
import { transact } from '../core/transactions.ts'

const Body = Type.Object({
  ...IDENTIFIER_FIELDS,
  ...SECURITY_FIELD,
  password: Type.Optional(Type.String()),
})

/** grant_type=password. Unknown user and wrong password answer the same, after the same time. */
async function signInWithPassword(auth: AuthContext, request: FastifyRequest) {
  const { password = '', gotrue_meta_security: security, ...named } = readBody(Body, request)
  const identifier = readIdentifier(
    named,
    'Only an email address or phone number should be provided on login.',
  )
  if (!identifier) throw invalid('missing email or phone')
  if (identifier.kind === 'phone') checkPhoneEnabled(auth, 422, 'Phone logins are disabled')
  await checkCaptcha(auth, request, security)
  const source = sourceOf(request)
  const { user, isOutdated } = await auth.limits.countFailures(
    'wrongPasswords',
    identifier.address,
    () => checkPassword(auth, identifier, password, source),
  )
  checkNotBanned(user, auth.now(), 400)
  checkConfirmed(user, identifier.kind)

  const weakness = await findWeakness(auth, password)
  const newHash = isOutdated ? await auth.hasher.hash(password, source.network) : null
  const tokens = await transact(auth, async (auth) => {
    // The password may have been changed since: then no session of the old one may begin.
    const locked = await lockUser(auth.db, user.id)
    if (locked?.password_hash !== user.password_hash) throw wrong()
    if (newHash !== null) await updateUser(auth, user.id, { password_hash: newHash })
    const details = { method: 'password' }
    await audit(auth, { action: 'login', userId: user.id, ip: source.ip, details })
    return startSession(auth, user, { method: 'password' }, source)
  })
  return weakness === null ? tokens : { ...tokens, weak_password: weakness }
}

async function checkPassword(
  auth: AuthContext,
  identifier: Identifier,
  password: string,
  { ip, network }: Source,
) {
  const user = await findIdentified(auth.db, identifier)
  const { isRight, isOutdated } = await auth.hasher.verify(
    password,
    user?.password_hash ?? null,
    network,
  )
  if (user && isRight) return { user, isOutdated }
  const failure = { action: 'login_failed', userId: user?.id ?? null, ip }
  await audit(auth, { ...failure, actorId: null })
  throw wrong()
}

function wrong(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}

/** Only a caller who knows the password gets these errors. */
function checkConfirmed(user: AuthUser, kind: 'email' | 'phone'): void {
  if (kind === 'email' && user.email_confirmed_at === null) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  if (kind === 'phone' && user.phone_confirmed_at === null) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  }
}

type Grant = (auth: AuthContext, request: FastifyRequest) => Promise<object>

/** What can be turned into tokens, a file each. */
const GRANTS: Readonly<Record<string, Grant>> = {
  password: signInWithPassword,
  refresh_token: refreshTokens,
  pkce: exchangeAuthCode,
  id_token: signInWithIdToken,
}

/** POST /token?grant_type=… */
export function registerToken(app: FastifyInstance, auth: AuthContext): void {
  app.post('/token', { config: { limit: 'token' } }, async (request) => {
    const name = queryText(request, 'grant_type') ?? ''
    const grant = Object.hasOwn(GRANTS, name) ? GRANTS[name] : undefined
    if (name === 'web3') {
      throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
    }
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    return grant(auth, request)
  })
}

const RefreshBody = Type.Object({ refresh_token: Type.Optional(Type.String({ maxLength: 1000 })) })

/** grant_type=refresh_token */
async function refreshTokens(auth: AuthContext, request: FastifyRequest): Promise<TokenResponse> {
  const { refresh_token: token = '' } = readBody(RefreshBody, request)
  if (token === '') throw invalid('refresh_token required')
  return refreshSession(auth, token, sourceOf(request))
}

const CodeBody = Type.Object({
  auth_code: Type.Optional(Type.String()),
  code_verifier: Type.Optional(Type.String()),
})
/** grant_type=pkce: the code that came with a redirect, for the client that began the flow. */
async function exchangeAuthCode(auth: AuthContext, request: FastifyRequest) {
  const { auth_code: code = '', code_verifier: verifier = '' } = readBody(CodeBody, request)
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const source = sourceOf(request)
  return transact(auth, async (auth) => {
    const known = isUuid(code) ? code : crypto.randomUUID()
    const flow = await takeFlow(auth, known, (each) => matchesVerifier(each, verifier))
    const user = flow.user_id === null ? undefined : await lockUser(auth.db, flow.user_id)
    if (!user) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, user is gone')
    checkNotBanned(user, auth.now(), 400)
    const { authentication_method: method, provider, session_not_after: notAfter } = flow
    await audit(auth, { action: 'login', userId: user.id, ip: source.ip, details: { method } })
    const way = {
      method,
      ...(provider !== null && { provider }),
      ...(notAfter !== null && { notAfter }),
    }
    return {
      ...(await startSession(auth, user, way, source)),
      ...named('provider_token', flow.provider_access_token),
      ...named('provider_refresh_token', flow.provider_refresh_token),
    }
  })
}

function named(name: string, value: string | null) {
  return value === null ? {} : { [name]: value }
}
