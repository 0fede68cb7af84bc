import { checkReleaseIfDue } from '../release/newer-release.ts'
import type { LiveListChange } from '@pitboard/contract/live/live'
import { LIVE_LIST_EVENT, LIVE_LIST_TOPIC } from '@pitboard/contract/live/server-topics'
import { accessToken, freshAccessToken } from '../auth/access-token.ts'
import { findAuthServer } from '../auth/supabase.ts'

/** A page wants to hear of these rows; without a filter of all that its reader may know of. */
export interface WatchedRows {
  readonly table: 'sessions' | 'seasons' | 'leagues' | 'reactions'
  /** The filter has the form `id=eq.…`. */
  readonly filter?: string
}

interface Row {
  [column: string]: unknown
  id: string
}

export interface RealtimeListener {
  /** Changes arrive from now on; data read before may be old. */
  onOpen(): void
  /** Changes no longer arrive. */
  onLost(): void
  /** A row has come, changed or gone. */
  onRow(table: string, id: string): void
  onLiveList(change: LiveListChange): void
}

/** No page is open for longer: the line itself decides when it tries again. */
const NEVER_MS = 2 ** 30

/**
 * Joins the server's topic on a connection of its own, in the name of the signed-in user.
 * It returns how to leave the topic, or null where this site has no key to join with. Rejects with what the
 * network says.
 */
async function joinChannel(
  rows: readonly WatchedRows[],
  hearing: RealtimeListener,
): Promise<(() => void) | null> {
  // The client is fetched late, since no page needs it to be seen.
  const [server, { RealtimeClient, REALTIME_SUBSCRIBE_STATES: STATES }] = await Promise.all([
    findAuthServer(),
    import('@supabase/realtime-js'),
    freshAccessToken(),
  ])
  if (server === null) return null
  // The address is this server's own, wherever the signing in happens.
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
      if (!isLeft && id !== undefined) hearing.onRow(table, id)
    })
  }
  channel.on<LiveListChange>('broadcast', { event: LIVE_LIST_EVENT }, ({ payload }) => {
    if (!isLeft) hearing.onLiveList(payload)
  })
  channel.subscribe((status) => {
    if (isLeft) return
    if (status === STATES.SUBSCRIBED) {
      hearing.onOpen()
      return
    }
    leave()
    hearing.onLost()
  })
  return leave
}

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 60_000
/** A tab that is hidden for longer closes its connection. */
const HIDDEN_MS = 60_000

/**
 * Notifies a page of changes while it is open and visible: it reconnects after
 * a break, with longer and longer pauses, and at once when the network or the reader is back.
 * Returns how to end it.
 */
export function openSubscription(
  rows: readonly WatchedRows[],
  hearing: RealtimeListener,
): () => void {
  let leave: (() => void) | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isJoining = false
  let isClosed = false

  function join(): void {
    if (leave !== null || isJoining || isClosed) return
    clearTimeout(retry)
    retry = undefined
    isJoining = true
    joinChannel(rows, { ...hearing, onOpen: opened, onLost: lost }).then(joined, () => {
      isJoining = false
      lost()
    })
  }

  function joined(leaveIt: (() => void) | null): void {
    isJoining = false
    leave = leaveIt
    if (isClosed || isAway()) hangUp()
  }

  function opened(): void {
    if (failures > 0) checkReleaseIfDue()
    failures = 0
    hearing.onOpen()
  }

  function lost(): void {
    leave = null
    hearing.onLost()
    if (isClosed || isAway()) return
    // The pauses are spread: after a restart of the server not everybody comes at once.
    const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS)
    failures++
    retry = setTimeout(join, pauseMs * (0.5 + Math.random()))
  }

  function hangUp(): void {
    clearTimeout(retry)
    retry = undefined
    leave?.()
    leave = null
  }

  function isAway(): boolean {
    return document.visibilityState === 'hidden' && hidden === undefined
  }

  function look(): void {
    clearTimeout(hidden)
    if (document.visibilityState === 'visible') {
      hidden = undefined
      join()
      return
    }
    hidden = setTimeout(() => {
      hidden = undefined
      hangUp()
      hearing.onLost()
    }, HIDDEN_MS)
  }

  document.addEventListener('visibilitychange', look)
  addEventListener('online', join)
  look()
  return () => {
    isClosed = true
    document.removeEventListener('visibilitychange', look)
    removeEventListener('online', join)
    clearTimeout(hidden)
    hangUp()
  }
}
