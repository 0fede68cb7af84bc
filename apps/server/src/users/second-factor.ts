import type { UserCaller } from '../auth/caller.ts'
import { owesFactor } from '../auth/factors/assurance.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'

/** Throws a 403 where the user has a second factor that this sign-in has not shown. */
export async function checkSecondFactor(
  { config, db }: AppContext,
  caller: UserCaller,
): Promise<void> {
  // An outside service has told by the token's level what it asks for.
  if (config.authUrl === null && (await owesFactor(db, caller))) {
    throw new ApiError(403, 'Show your second factor first.')
  }
}
