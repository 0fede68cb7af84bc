import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import type { AuthSession, AuthUser } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { authBaseUrl, type AuthContext } from '../core/auth-context.ts'
import type { AuthenticationMethod } from '../keys/claims.ts'
import type { KeySet } from '../keys/key-set.ts'
import { presentUser, type UserJson } from '../users/user-json.ts'

/** Clients read a session in this form (PROTOCOL §3.4). */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'bearer'
  readonly expires_in: number
  readonly expires_at: number
  readonly refresh_token: string
  readonly user: UserJson
}

/** Issues new tokens for the session as it is now. */
export async function issueTokens(
  auth: AuthContext,
  user: AuthUser,
  session: AuthSession,
): Promise<TokenResponse> {
  const issuedAt = Math.floor(auth.now().getTime() / 1000)
  const expiresIn = Math.min(auth.config.authTokenSeconds, secondsLeft(session, issuedAt))
  const expiresAt = issuedAt + expiresIn
  const accessToken = await auth.keys.sign({
    iss: authBaseUrl(auth),
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: session.aal,
    amr: await methodsOf(auth.db, session.id),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
  const counter = session.refresh_counter
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: writeRefreshToken(auth.keys, { sessionId: session.id, counter }),
    user: await presentUser(auth.db, user),
  }
}

/** A token that outlives its session would be good where nobody asks for the session. */
function secondsLeft({ not_after: end }: AuthSession, now: number): number {
  return end === null ? Infinity : Math.max(1, Math.ceil(end.getTime() / 1000) - now)
}

async function methodsOf(db: Db, sessionId: string): Promise<AuthenticationMethod[]> {
  const methods = await db
    .selectFrom('auth.session_methods')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('used_at', 'desc')
    .execute()
  return methods.map(({ method, provider, used_at: usedAt }) => ({
    method,
    timestamp: Math.floor(usedAt.getTime() / 1000),
    ...(provider !== null && { provider }),
  }))
}

/**
 * A refresh token is version ‖ session ‖ counter ‖ HMAC: none is stored, and the session's
 * counter says which of them is the good one.
 */
export interface RefreshToken {
  readonly sessionId: string
  readonly counter: number
}

const VERSION = 1
const COUNTER_AT = 17
const MAC_AT = COUNTER_AT + 6
const BYTES = MAC_AT + 32

function writeRefreshToken(keys: KeySet, { sessionId, counter }: RefreshToken): string {
  const head = Buffer.alloc(MAC_AT)
  head[0] = VERSION
  head.set(parse(sessionId), 1)
  head.writeUIntBE(counter, COUNTER_AT, 6)
  return Buffer.concat([head, mac(keys, head)]).toString('base64url')
}

/** `malformed` can't be one of ours; `forged` has the shape and a wrong signature. */
export function readRefreshToken(
  keys: KeySet,
  text: string,
): RefreshToken | 'malformed' | 'forged' {
  const bytes = Buffer.from(text, 'base64url')
  const isShaped = bytes.length === BYTES && bytes[0] === VERSION
  if (!isShaped || bytes.toString('base64url') !== text) return 'malformed'
  const head = bytes.subarray(0, MAC_AT)
  if (!timingSafeEqual(mac(keys, head), bytes.subarray(MAC_AT))) return 'forged'
  return { sessionId: stringify(head, 1), counter: head.readUIntBE(COUNTER_AT, 6) }
}

function mac(keys: KeySet, head: Buffer): Buffer {
  return createHmac('sha256', keys.derive('refresh token')).update(head).digest()
}
