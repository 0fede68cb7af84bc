import { RECENT_SIGN_IN_SECONDS } from '@pitboard/contract/accounts'
import type { UserCaller } from '../access/caller.ts'
import { removeUser } from '../auth/users/remove-user.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'

/**
 * Removes the user and all that is his. Throws a 403 where he has not shown lately who he is, and
 * a 502 where an outside sign-in service does not let go of him: then nothing is removed.
 */
export async function deleteAccount(
  context: AppContext,
  caller: UserCaller,
  ip: string | null,
): Promise<void> {
  const { userId } = caller
  checkRecent(context, caller)
  await inTransaction(context.db, async (db) => {
    await removeUser(context, db, userId, { actorId: userId, ip })
    if (context.config.authUrl !== null) await deleteOutside(context, userId)
  })
}

function checkRecent({ now }: AppContext, { claims: { amr = [] } }: UserCaller): void {
  const times = amr.map((method) => (typeof method === 'string' ? 0 : method.timestamp))
  const ageSeconds = now().getTime() / 1000 - Math.max(0, ...times)
  if (ageSeconds <= RECENT_SIGN_IN_SECONDS) return
  throw new ApiError(403, 'Sign in once more first: your sign-in is too long ago for this.')
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
  }).catch(() => null)
  if (answer?.ok || answer?.status === 404) return
  throw new ApiError(502, 'The sign-in service did not delete the account. Nothing was deleted.')
}
