import { isSignedIn } from '../../accounts/access/api-key-caller.ts'
import { AuthError } from '../../accounts/auth/http/auth-error.ts'
import type { AppContext } from '../../context.ts'
import { type Grant, grantAccess } from './access.ts'
import { createWatcher, type Watch, type Watcher } from './changes/watch.ts'
import type { Hub } from './channel-directory.ts'
import type { JoinRequest } from './join-request.ts'

const ANNOUNCED_WITHIN_MS = 5000

/** What a join comes to. */
export type Joining =
  | { readonly refused: string }
  | { readonly refused: null; readonly grant: Grant; readonly watches: readonly Watching[] }

export interface Watching {
  readonly id: number
  readonly watch: Watch
  /** Null for what can't be watched. */
  readonly watcher: Watcher | null
}

/** Looks who asks and what for. What is watched gets numbers from `firstId` on. */
export async function prepareJoin(
  context: AppContext,
  hub: Hub,
  request: JoinRequest,
  { apiKey, name, firstId }: { apiKey: string; name: string; firstId: number },
): Promise<Joining> {
  if (request.watches.length > 0) {
    try {
      await hub.listener.ready(ANNOUNCED_WITHIN_MS)
    } catch {
      return { refused: 'UnableToSubscribe: changes of the database are not heard at the moment' }
    }
  }
  // Only now: the end of a session is announced on the same connection.
  let grant: Grant
  try {
    grant = await grantAccess(context, request.accessToken, apiKey)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return { refused: `InvalidJWTToken: ${error.message}` }
  }
  if (request.isPrivate && !isSignedIn(grant.caller)) {
    const reason = 'You do not have permissions to read from this Channel topic'
    return { refused: `Unauthorized: ${reason}: ${name}` }
  }
  const watches = request.watches.map((watch, index) => {
    const id = firstId + index
    return { id, watch, watcher: createWatcher(id, watch) }
  })
  return { refused: null, grant, watches }
}
