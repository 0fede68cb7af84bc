import { createClient } from '@pitboard/contract/wire/client'
import { liveSessions } from '@pitboard/contract/live/live'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './lease.ts'
import type { RelayedSession } from './relay.ts'

const LOOK_MS = 500
const LOOKS = 10

/**
 * The server's sessions of these UIDs, for UDP, over which it doesn't name them itself. Waits a
 * moment for the newest; what isn't there by then is left out.
 */
export async function findSessions(
  { server, user }: Target,
  uids: ReadonlySet<string>,
): Promise<RelayedSession[]> {
  const call = createClient({ baseUrl: server })
  const newest = [...uids].at(-1)
  const found = new Map<string, RelayedSession>()

  function add({ id, sessionId, userId }: { id: string; sessionId: string; userId: string }): void {
    if (userId !== user || !uids.has(sessionId)) return
    const [sessionUrl, liveUrl] = [`${server}/sessions/${id}`, `${server}/live/${id}`]
    found.set(sessionId, { id, sessionId, sessionUrl, liveUrl })
  }

  if (newest === undefined) return []
  for (let look = 0; look < LOOKS; look++) {
    await sleep(LOOK_MS)
    const live = await call(liveSessions.user, { params: { userId: user } }).catch(() => null)
    if (live !== null) add(live)
    const recorded = await call(sessions.list).catch(() => null)
    recorded?.sessions.forEach(add)
    if (found.has(newest)) break
  }
  return [...found.values()]
}
