import { RECENT_SIGN_IN_SECONDS, type SignIn } from '@pitboard/contract/accounts/accounts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { UserCaller } from '../access/caller.ts'
import { removeUser } from '../auth/users/delete-user.ts'

const OUTSIDE_MS = 10_000

/** The list is empty with an outside sign-in service, which alone knows them. */
export async function listSignIns(
  { config, db, now }: AppContext,
  { userId, sessionId }: Pick<UserCaller, 'userId' | 'sessionId'>,
): Promise<SignIn[]> {
  if (config.authUrl !== null) return []
  const rows = await db
    .selectFrom('auth.sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where((where) => where.or([where('not_after', 'is', null), where('not_after', '>', now())]))
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: (row.refreshed_at ?? row.created_at).toISOString(),
      userAgent: row.user_agent,
      ipAddress: row.ip,
      hasSecondFactor: row.aal === 'aal2',
      isCurrent: row.id === sessionId,
    }))
    .toSorted((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1))
}

/** Returns false where the user has no such sign-in. */
export async function endSignIn(
  { config, db }: AppContext,
  userId: string,
  id: string,
): Promise<boolean> {
  if (config.authUrl !== null) return false
  const ended = await db
    .deleteFrom('auth.sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/**
 * Removes the user with all their data. Throws a 403 if the last sign-in is too long ago, and
 * a 502 if an outside sign-in service does not delete the account: then nothing is removed.
 */
export async function deleteAccount(
  context: AppContext,
  caller: UserCaller,
  ip: string | null,
): Promise<void> {
  const { userId } = caller
  checkRecent(context, caller)
  await inTransaction(context.db, async (db) => {
    await removeUser({ ...context, db }, userId, { actorId: userId, ip })
    if (context.config.authUrl !== null) await deleteOutside(context, userId)
  })
}

function checkRecent({ now }: AppContext, { claims: { amr = [] } }: UserCaller): void {
  const times = amr.map((method) => (typeof method === 'string' ? 0 : method.timestamp))
  const ageSeconds = now().getTime() / 1000 - Math.max(0, ...times)
  if (ageSeconds <= RECENT_SIGN_IN_SECONDS) return
  throw new ApiError(403, 'Sign in again first: your last sign-in is too long ago for this.')
}

async function deleteOutside({ config, keys }: AppContext, userId: string): Promise<void> {
  const answer = await fetch(`${config.authUrl}/admin/users/${userId}`, {
    method: 'DELETE',
    headers: {
      apikey: keys.serviceKey,
      authorization: `Bearer ${keys.serviceKey}`,
      'content-type': 'application/json',
    },
    body: '{}',
    // Deletions of sessions and other accounts wait for this one.
    signal: AbortSignal.timeout(OUTSIDE_MS),
  }).catch(() => null)
  if (answer?.ok || answer?.status === 404) return
  throw new ApiError(502, 'The sign-in service did not delete the account. Nothing was deleted.')
}
