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
  access_token: Type.Optional(Type.Union([Type.String(), Type.Null()])),
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

/** Null for what can't be read. */
export function readJoin(payload: unknown): JoinRequest | null {
  if (!Value.Check(JoinPayload, payload)) return null
  const { config = {}, access_token: accessToken = null } = payload
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
