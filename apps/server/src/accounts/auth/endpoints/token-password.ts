import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AuthUser } from '../tables/auth-tables.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { checkNotBanned } from '../core/callers.ts'
import { checkCaptcha, SECURITY_FIELD } from '../core/captcha.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { type Source, sourceOf } from '../http/source.ts'
import { findWeakness } from '../passwords/strength.ts'
import { issueSession, signIn } from '../sessions/sign-in.ts'
import {
  checkPhoneEnabled,
  findIdentified,
  type Identifier,
  IDENTIFIER_FIELDS,
  readIdentifier,
} from '../users/identifier.ts'
import { lockUser, updateUser } from '../users/queries.ts'

const Body = Type.Object({
  ...IDENTIFIER_FIELDS,
  ...SECURITY_FIELD,
  password: Type.Optional(Type.String()),
})

/** Answers grant_type=password. Unknown user and wrong password answer the same, after the same time. */
export async function signInWithPassword(auth: AuthContext, request: FastifyRequest) {
  const { password = '', gotrue_meta_security: security, ...named } = readBody(Body, request)
  const identifier = readIdentifier(
    named,
    'Only an email address or phone number should be provided on login.',
  )
  if (!identifier) throw invalid('missing email or phone')
  if (identifier.kind === 'phone') checkPhoneEnabled(auth, 422, 'Phone logins are disabled')
  await checkCaptcha(auth, request, security)
  const source = sourceOf(request)
  return signIn(auth, {
    limit: { name: 'wrongPasswords', key: identifier.address, covers: 'find' },
    find: () => checkPassword(auth, identifier, password, source),
    refuse({ user }) {
      checkNotBanned(user, auth.now(), 400)
      checkConfirmed(user, identifier.kind)
    },
    async enter(auth, { user, newHash, weakness }) {
      // The password may have been changed since: then no session of the old one may begin.
      const locked = await lockUser(auth.db, user.id)
      if (locked?.password_hash !== user.password_hash) throw wrong()
      if (newHash !== null) await updateUser(auth, user.id, { password_hash: newHash })
      return { user, weakness }
    },
    async issue(auth, { user, weakness }) {
      const way = { method: 'password' }
      const tokens = await issueSession(auth, { user, way, login: way }, source)
      return weakness === null ? tokens : { ...tokens, weak_password: weakness }
    },
  })
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
  if (user && isRight) {
    const newHash = isOutdated ? await auth.hasher.hash(password, network) : null
    return { user, newHash, weakness: await findWeakness(auth, password) }
  }
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
