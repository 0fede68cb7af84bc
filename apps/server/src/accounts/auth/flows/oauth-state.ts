import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FlowState } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError } from '../http/auth-error.ts'

const WAY_SECONDS = 300
/** A flow on its way to a provider and back; what is needed for the way back is there. */
export interface OauthFlow extends FlowState {
  readonly provider: string
  readonly nonce: string
  readonly code_verifier: string
}

/** Takes the flow of a provider's `state`, once (PROTOCOL §4 /callback). */
export async function takeState(
  { now }: Pick<AuthContext, 'now'>,
  db: Db,
  state: string | null,
): Promise<OauthFlow> {
  if (state === null || state === '') {
    throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  }
  const id = isUuid(state) ? state : crypto.randomUUID()
  const at = now()
  const flow = await db
    .updateTable('auth.flow_states')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('authentication_method', '=', 'oauth')
    .where('used_at', 'is', null)
    .where('created_at', '>=', new Date(at.getTime() - WAY_SECONDS * 1000))
    .returningAll()
    .executeTakeFirst()
  if (flow && isOauth(flow)) return flow
  throw (await isUsed(db, id))
    ? new AuthError(400, 'flow_state_already_used', 'OAuth state has already been used')
    : new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
}

function isOauth(flow: FlowState): flow is OauthFlow {
  return flow.provider !== null && flow.nonce !== null && flow.code_verifier !== null
}

async function isUsed(db: Db, id: string): Promise<boolean> {
  const flow = await db
    .selectFrom('auth.flow_states')
    .select('used_at')
    .where('id', '=', id)
    .where('authentication_method', '=', 'oauth')
    .executeTakeFirst()
  return flow !== undefined && flow.used_at !== null
}
