import type { UserCaller } from '../auth/caller.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'

/** Throws a 403 where the user has a second factor that this sign-in has not shown. */
export async function checkSecondFactor(
  { config, db }: AppContext,
  { userId, aal }: UserCaller,
): Promise<void> {
  // An outside service has told by the token's level what it asks for.
  if (aal === 'aal2' || config.authUrl !== null) return
  const factor = await db
    .selectFrom('auth.factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .executeTakeFirst()
  if (factor) throw new ApiError(403, 'Show your second factor first.')
}
