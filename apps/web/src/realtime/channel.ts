import type { LiveListChange } from '@pitboard/contract/live'
import { LIVE_LIST_EVENT, LIVE_LIST_TOPIC } from '@pitboard/contract/server-topics'
import { accessToken, freshAccessToken } from '../auth/access-token.ts'
import { findAuthServer } from '../auth/auth-server.ts'

/** Rows that a page wants to hear of; without a filter all that its reader may know of. */
export interface WatchedRows {
  readonly table: 'sessions' | 'seasons' | 'leagues'
  /** As `id=eq.…`. */
  readonly filter?: string
}

interface Row {
  [column: string]: unknown
  id: string
}

export interface Hearing {
  /** From now on everything is heard: what was read before may be old. */
  opened(): void
  /** Nothing is heard any more. */
  lost(): void
  /** A row has come, changed or gone. */
  row(table: string, id: string): void
  liveList(change: LiveListChange): void
}

/** Longer than any page is open: the line itself decides when it tries again. */
const NEVER_MS = 2 ** 30

/**
 * Joins the server's topic on a connection of its own, in the name of whoever is signed in.
 * Returns how to leave it, or null where this site has no key to join with. Rejects with what the
 * network says.
 */
export async function joinChannel(
  rows: readonly WatchedRows[],
  hearing: Hearing,
): Promise<(() => void) | null> {
  // Fetched late: no page needs it to be seen.
  const [server, { RealtimeClient, REALTIME_SUBSCRIBE_STATES: STATES }] = await Promise.all([
    findAuthServer(),
    import('@supabase/realtime-js'),
    freshAccessToken(),
  ])
  if (server === null) return null
  // This server's own, wherever the signing in happens.
  const client = new RealtimeClient(`${location.origin.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: server.anonKey },
    async accessToken() {
      await freshAccessToken()
      return accessToken()
    },
    reconnectAfterMs: () => NEVER_MS,
  })
  await client.setAuth()
  let isLeft = false
  const leave = () => {
    isLeft = true
    void client.removeAllChannels()
  }
  const channel = client.channel(LIVE_LIST_TOPIC)
  for (const watched of rows) {
    const wanted = { event: '*', schema: 'public', ...watched } as const
    channel.on<Row>('postgres_changes', wanted, ({ table, new: now, old }) => {
      const id = { ...old, ...now }.id
      if (!isLeft && id !== undefined) hearing.row(table, id)
    })
  }
  channel.on<LiveListChange>('broadcast', { event: LIVE_LIST_EVENT }, ({ payload }) => {
    if (!isLeft) hearing.liveList(payload)
  })
  channel.subscribe((status) => {
    if (isLeft) return
    if (status === STATES.SUBSCRIBED) {
      hearing.opened()
      return
    }
    leave()
    hearing.lost()
  })
  return leave
}
