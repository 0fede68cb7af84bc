import { createHash, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import type { FlowState } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError, invalid } from '../http/auth-error.ts'

export interface Challenge {
  readonly challenge: string
  readonly method: 's256' | 'plain'
}

/** A body or a query asks by these fields for a code instead of tokens. */
export const CHALLENGE_FIELDS = {
  code_challenge: Type.Optional(Type.String()),
  code_challenge_method: Type.Optional(Type.String()),
}

/** Returns null where none is asked for. Throws a 400 for one that is not whole (PROTOCOL §7.2). */
export function readChallenge({
  code_challenge: challenge = '',
  code_challenge_method: methodText = '',
}: {
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
}): Challenge | null {
  if (challenge === '' && methodText === '') return null
  if (challenge === '' || methodText === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    throw invalid('code challenge has to be 43 to 128 characters of A-Z a-z 0-9 - . _ ~')
  }
  const method = methodText.toLowerCase()
  if (method !== 's256' && method !== 'plain') throw invalid('code challenge method is not valid')
  return { challenge, method }
}

export function matchesVerifier(flow: FlowState, verifier: string): boolean {
  if (flow.code_challenge === null) return false
  const shown =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier
  const [a, b] = [Buffer.from(shown), Buffer.from(flow.code_challenge)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A code is valid for this long after it was issued (PROTOCOL §7.2). */
const CODE_SECONDS = 300

type NewFlow = Partial<
  Pick<
    FlowState,
    | 'user_id'
    | 'provider'
    | 'nonce'
    | 'code_verifier'
    | 'redirect_to'
    | 'linking_user_id'
    | 'invite_token'
  >
> & {
  /** The token's `amr` names the method: `oauth`, `magiclink`, `recovery`, `email/signup` … */
  readonly authentication_method: string
  /** It is null in the implicit flow. */
  readonly challenge: Challenge | null
}

/** Stores what has to be remembered from a request until the browser comes back. */
export async function startFlow(
  { db, newId, now }: Pick<AuthContext, 'db' | 'newId' | 'now'>,
  { challenge, ...flow }: NewFlow,
): Promise<FlowState> {
  return db
    .insertInto('auth.flow_states')
    .values({
      ...flow,
      id: newId(),
      code_challenge: challenge?.challenge ?? null,
      code_challenge_method: challenge?.method ?? null,
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Finds the newest flow that a mail to the user belongs to. */
export async function findMailFlow(
  db: Db,
  userId: string,
  methods: readonly string[],
): Promise<FlowState | undefined> {
  return db
    .selectFrom('auth.flow_states')
    .selectAll()
    .where('user_id', '=', userId)
    .where('authentication_method', 'in', [...methods])
    .where('auth_code', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** The way back has found this out. */
export type IssuedCode = Partial<
  Pick<
    FlowState,
    'user_id' | 'provider_access_token' | 'provider_refresh_token' | 'session_not_after'
  >
>

/** Creates a code for the browser to exchange; `more` is stored with it. */
export async function issueAuthCode(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  flowId: string,
  more: IssuedCode = {},
): Promise<string> {
  // Version 7 would have the time in it: a code must not be guessable.
  const code = crypto.randomUUID()
  await db
    .updateTable('auth.flow_states')
    .set({ ...more, auth_code: code, auth_code_issued_at: now() })
    .where('id', '=', flowId)
    .execute()
  return code
}

/** Takes the flow of a code, once. Throws where code or verifier are not good. */
export async function takeFlow(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  authCode: string,
  matches: (flow: FlowState) => boolean,
): Promise<FlowState> {
  const flow = await db
    .selectFrom('auth.flow_states')
    .selectAll()
    .where('auth_code', '=', authCode)
    .forUpdate()
    .executeTakeFirst()
  if (!flow) {
    throw new AuthError(
      404,
      'flow_state_not_found',
      'invalid flow state, no valid flow state found',
    )
  }
  const issuedAt = flow.auth_code_issued_at ?? flow.created_at
  if (now().getTime() - issuedAt.getTime() > CODE_SECONDS * 1000) {
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  }
  if (!matches(flow)) {
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  }
  await db.deleteFrom('auth.flow_states').where('id', '=', flow.id).execute()
  return flow
}
