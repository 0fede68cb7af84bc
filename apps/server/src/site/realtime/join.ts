import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { isSignedIn } from '../../accounts/access/api-key-caller.ts'
import { AuthError } from '../../accounts/auth/http/auth-error.ts'
import type { AppContext } from '../../context.ts'
import type { DatabaseListener } from '../../platform/db/database-listener.ts'
import { createWatcher, Watch, type Watcher } from './changes/row-change.ts'
import { type Grant, grantAccess } from './grant-access.ts'

const ANNOUNCED_WITHIN_MS = 5000

type JoinResult =
  | { readonly refused: string }
  | { readonly refused: null; readonly grant: Grant; readonly watches: readonly WatchResult[] }

export interface WatchResult {
  readonly id: number
  readonly watch: Watch
  /** It is null if the table can't be watched. */
  readonly watcher: Watcher | null
}

/** Checks the caller and the watches, which get ids from `firstId` on. */
export async function prepareJoin(
  context: AppContext,
  listener: Pick<DatabaseListener, 'ready'>,
  request: JoinRequest,
  { apiKey, name, firstId }: { apiKey: string; name: string; firstId: number },
): Promise<JoinResult> {
  if (request.watches.length > 0) {
    try {
      await listener.ready(ANNOUNCED_WITHIN_MS)
    } catch {
      return {
        refused: 'UnableToSubscribe: changes of the database are not available at the moment',
      }
    }
  }
  // The grant is read after the listener is ready, because the listener also announces the end of sessions.
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

const WATCHES_MAX = 20
const PRESENCE_KEY_LENGTH_MAX = 255

const JoinPayload = Type.Object({
  config: Type.Optional(
    Type.Object({
      broadcast: Type.Optional(
        Type.Object({ ack: Type.Optional(Type.Boolean()), self: Type.Optional(Type.Boolean()) }),
      ),
      presence: Type.Optional(
        Type.Object({
          key: Type.Optional(Type.String({ maxLength: PRESENCE_KEY_LENGTH_MAX })),
          enabled: Type.Optional(Type.Boolean()),
        }),
      ),
      postgres_changes: Type.Optional(Type.Array(Watch, { maxItems: WATCHES_MAX })),
      private: Type.Optional(Type.Boolean()),
    }),
  ),
  access_token: Type.Optional(Type.String()),
})

export interface JoinRequest {
  readonly acknowledges: boolean
  readonly receivesOwnMessages: boolean
  readonly receivesPresence: boolean
  /** It is empty if the server should choose one. */
  readonly presenceKey: string
  readonly watches: readonly Static<typeof Watch>[]
  readonly isPrivate: boolean
  readonly accessToken: string | null
}

/** Returns null if malformed. Null members count as absent. */
export function readJoin(payload: unknown): JoinRequest | null {
  const given = withoutNulls(payload)
  if (!Value.Check(JoinPayload, given)) return null
  const { config = {}, access_token: accessToken = null } = given
  return {
    acknowledges: config.broadcast?.ack ?? false,
    receivesOwnMessages: config.broadcast?.self ?? false,
    // Older clients don't createMessage; they always listen.
    receivesPresence: config.presence?.enabled ?? true,
    presenceKey: config.presence?.key ?? '',
    watches: config.postgres_changes ?? [],
    isPrivate: config.private ?? false,
    accessToken,
  }
}

/** Removes nulls except in lists, since the reply repeats each watch literally. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries: [string, unknown][] = Object.entries(value)
  const given = entries.filter(([, each]) => each !== null)
  return Object.fromEntries(given.map(([name, each]) => [name, withoutNulls(each)]))
}
