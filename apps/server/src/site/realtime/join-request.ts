import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { Watch } from './changes/watch.ts'

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
  readonly hearsItself: boolean
  readonly hearsPresence: boolean
  /** Empty where the server shall choose one. */
  readonly presenceKey: string
  readonly watches: readonly Static<typeof Watch>[]
  readonly isPrivate: boolean
  readonly accessToken: string | null
}

/** Null for what can't be read; what is null in the payload is the same as absent. */
export function readJoin(payload: unknown): JoinRequest | null {
  const given = withoutNulls(payload)
  if (!Value.Check(JoinPayload, given)) return null
  const { config = {}, access_token: accessToken = null } = given
  return {
    acknowledges: config.broadcast?.ack ?? false,
    hearsItself: config.broadcast?.self ?? false,
    // Older clients don't say; they always listen.
    hearsPresence: config.presence?.enabled ?? true,
    presenceKey: config.presence?.key ?? '',
    watches: config.postgres_changes ?? [],
    isPrivate: config.private ?? false,
    accessToken,
  }
}

/** But within lists: a watch is repeated word by word. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries: [string, unknown][] = Object.entries(value)
  const given = entries.filter(([, each]) => each !== null)
  return Object.fromEntries(given.map(([name, each]) => [name, withoutNulls(each)]))
}
