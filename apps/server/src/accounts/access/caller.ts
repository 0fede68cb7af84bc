import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { BusyError } from '../../platform/diagnostics/errors.ts'
import { AuthError, sessionGone } from '../auth/http/auth-error.ts'
import { executePrepared } from '../../platform/db/prepared-statements.ts'
import type { Claims } from '../auth/keys/claims.ts'

/** The token of this user is valid at the moment. */
export interface UserCaller {
  readonly kind: 'user'
  readonly userId: string
  /** It is null for a token that belongs to no session. */
  readonly sessionId: string | null
  readonly aal: 'aal1' | 'aal2'
  readonly isAnonymous: boolean
  /** The account has a second factor that this session has not shown. */
  readonly needsSecondFactor: boolean
  readonly claims: Claims
}

export type Caller =
  | UserCaller
  | { readonly kind: 'anon' }
  /** `user` is who was given the role; the operator's key belongs to nobody. */
  | { readonly kind: 'service'; readonly user?: UserCaller }

const SERVICE_ROLES: readonly unknown[] = ['service_role', 'supabase_admin']

/** Returns the token of `Authorization: Bearer`; null without one. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return /^bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/**
 * Finds the caller. Throws an AuthError for a token that is no longer valid: its user or its session may be gone, or
 * the user banned (PROTOCOL §2.5).
 */
export async function callerOf(context: AppContext, token: string): Promise<Caller> {
  const { keys } = context
  if (token === keys.anonKey) return { kind: 'anon' }
  if (token === keys.serviceKey) return { kind: 'service' }
  const claims = await verified(context, token)
  const { sub, session_id: sessionId } = claims
  if (!SERVICE_ROLES.includes(claims.role)) {
    return sub === undefined ? { kind: 'anon' } : userOf(context, sub, claims)
  }
  if (sub === undefined || sessionId === undefined) return { kind: 'service' }
  // The role ends with the session (PROTOCOL §2.5).
  return { kind: 'service', user: await userOf(context, sub, claims) }
}

/** Returns the user behind a caller, in any role; null for anonymous callers and the operator's key. */
export function userIn(caller: Caller): UserCaller | null {
  if (caller.kind === 'service') return caller.user ?? null
  return caller.kind === 'user' ? caller : null
}

async function userOf(context: AppContext, userId: string, claims: Claims): Promise<UserCaller> {
  if (!isUuid(userId)) {
    throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  }
  const sessionId = claims.session_id ?? null
  if (sessionId !== null && !isUuid(sessionId)) throw sessionGone()
  // An outside service states the required level in the token.
  let needsSecondFactor = false
  if (context.config.authUrl === null) {
    needsSecondFactor = (await checkAlive(context, userId, sessionId)).needsSecondFactor
  } else await ensureProfile(context, userId)
  return {
    kind: 'user',
    userId,
    sessionId,
    aal: claims.aal === 'aal2' ? 'aal2' : 'aal1',
    isAnonymous: claims.is_anonymous ?? false,
    needsSecondFactor: needsSecondFactor,
    claims,
  }
}

/** An outside service does not announce new accounts: the first call creates the profile. */
async function ensureProfile({ db }: AppContext, userId: string): Promise<void> {
  const profile = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (profile) return
  await db
    .insertInto('user')
    .values({ id: userId, username: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

async function verified({ keys }: AppContext, token: string): Promise<Claims> {
  try {
    return await keys.verify(token)
  } catch (error) {
    if (error instanceof BusyError) throw error
    const reason = error instanceof Error ? error.message : 'unknown'
    const detail = `unable to parse or verify signature, ${reason}`
    throw new AuthError(403, 'bad_jwt', `invalid JWT: ${detail}`)
  }
}

interface AliveRow {
  readonly banned_until: Date | null
  readonly deleted_at: Date | null
  /** It is null without a session, or with that of another user. */
  readonly session_id: string | null
  readonly aal: string | null
  readonly has_factor: boolean
}

/** Throws an AuthError for a user who is deleted or banned, and for a session that has ended. */
export async function checkAlive(
  { db, now }: AppContext,
  userId: string,
  sessionId: string | null,
): Promise<{ needsSecondFactor: boolean }> {
  // Most requests begin with it. As text it takes half of the time that a built query takes.
  const { rows } = await executePrepared(
    db,
    sql<AliveRow>`
    select account.banned_until, account.deleted_at, sign_in.id as session_id, sign_in.aal,
      exists (select from auth.factors as factor
        where factor.user_id = account.id and factor.status = 'verified') as has_factor
    from auth.users as account
    left join auth.sessions as sign_in
      on sign_in.user_id = account.id and sign_in.id = ${sessionId}
    where account.id = ${userId}`,
  )
  const [found] = rows
  if (!found || found.deleted_at) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
  if (sessionId !== null && found.session_id === null) {
    throw sessionGone()
  }
  if (found.banned_until && found.banned_until > now()) {
    throw new AuthError(403, 'user_banned', 'User is banned')
  }
  return { needsSecondFactor: found.has_factor && found.aal !== 'aal2' }
}
