import { liveSessions, type UdpLease } from '@pitboard/contract/live/live'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, errorText } from '../failure.ts'
import { sessionUidOf } from '@pitboard/telemetry/capture/game-datagram'
import { createLatch } from './latch.ts'
import { ServerUnavailable, registerUdp, type Target } from './lease.ts'
import { createServerClient } from './proxy.ts'
import type { StreamEnd } from './sender.ts'
import type { Relay, RelayedSession } from './relay.ts'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'

const LOOK_MS = 500
const LOOKS = 10

/**
 * Finds the server's sessions of these UIDs, for UDP, over which the server does not name them. Waits a moment for the
 * newest session and leaves out what is missing then.
 */
async function findSessions(
  { server, user }: Target,
  uids: ReadonlySet<string>,
  lookMs: number,
): Promise<RelayedSession[]> {
  const call = createServerClient(server)
  const newest = [...uids].at(-1)
  const found = new Map<string, RelayedSession>()

  function add({ id, sessionId, userId }: { id: string; sessionId: string; userId: string }): void {
    if (userId !== user || !uids.has(sessionId)) return
    const [sessionUrl, liveUrl] = [`${server}/sessions/${id}`, `${server}/live/${id}`]
    found.set(sessionId, { id, sessionId, sessionUrl, liveUrl })
  }

  if (newest === undefined) return []
  for (let look = 0; look < LOOKS; look++) {
    await sleep(lookMs)
    const live = await call(liveSessions.user, { params: { userId: user } }).catch(() => null)
    if (live !== null) add(live)
    const recorded = await call(sessions.list).catch(() => null)
    recorded?.sessions.forEach(add)
    if (found.has(newest)) break
  }
  return [...found.values()]
}

// A receiver's buffer holds about a hundred datagrams: more at once would be lost unseen.
const BURST = 10
const BURST_PAUSE_MS = 5
const QUEUE_MAX = 5_000
const RETRY_MS = 1_000
// The server ends a lease after 15 minutes without a datagram.
const LEASE_IDLE_MS = 10 * 60_000

/** It looks again so often; tests wait less. */
interface UdpTimes {
  readonly lookMs?: number
  readonly retryMs?: number
}

/**
 * Relays to a leased UDP port. It gets no acknowledgements: what is lost on the way stays lost, and while the server is
 * away the oldest datagrams make room for the newest.
 */
export function createUdpRelay(
  target: Target,
  onNote: (text: string) => void,
  { lookMs = LOOK_MS, retryMs = RETRY_MS }: UdpTimes = {},
): Relay {
  const latch = createLatch()
  const room = createLatch()
  const sessions = new Map<string, RelayedSession>()
  const uids = new Set<string>()
  let queue: Uint8Array[] = []
  let leased: { lease: UdpLease; socket: Socket } | null = null
  let liveUrl: string | null = null
  let sent = 0
  let sentAtMs = 0
  let finishing = false
  let lastError: string | null = null
  const stopping = new AbortController()

  function releaseLease(): void {
    leased?.socket.close()
    leased = null
  }

  async function open(): Promise<Socket> {
    if (leased !== null && Date.now() - sentAtMs < LEASE_IDLE_MS) return leased.socket
    releaseLease()
    const lease = await registerUdp(target)
    const socket = createSocket('udp4')
    socket.connect(lease.port, lease.host)
    await once(socket, 'connect')
    socket.on('error', (error) => {
      onNote(`${lease.host}:${lease.port} takes no datagrams (${errorCode(error)})`)
      if (leased?.socket === socket) releaseLease()
    })
    leased = { lease, socket }
    if (liveUrl === null) onNote(`sending to ${lease.host}:${lease.port}, live at ${lease.liveUrl}`)
    liveUrl = lease.liveUrl
    sentAtMs = Date.now()
    return socket
  }

  async function sendBurst(): Promise<void> {
    const socket = await open()
    const burst = queue.splice(0, BURST)
    for (const bytes of burst) socket.send(bytes)
    sent += burst.length
    sentAtMs = Date.now()
    room.wake()
    if (queue.length > 0) await sleep(BURST_PAUSE_MS)
  }

  async function run(): Promise<StreamEnd> {
    while (!stopping.signal.aborted) {
      if (queue.length === 0 && finishing) break
      if (queue.length === 0) {
        await latch.wait()
        continue
      }
      try {
        await sendBurst()
        lastError = null
      } catch (error) {
        if (!(error instanceof ServerUnavailable) && errorCode(error) === null) throw error
        lastError = errorText(error)
        onNote(`${lastError}; trying again`)
        await sleep(retryMs)
      }
    }
    if (finishing && !stopping.signal.aborted) await nameSessions()
    releaseLease()
    return 'over'
  }

  async function nameSessions(): Promise<void> {
    const found = await findSessions(target, uids, lookMs)
    for (const session of found) sessions.set(session.id, session)
    if (found.length === 0) onNote('the server shows no session of these datagrams')
  }

  return {
    append(_atMs, bytes) {
      queue.push(bytes)
      const uid = sessionUidOf(bytes)
      if (uid !== 0n) uids.add(uid.toString())
      if (queue.length > 2 * QUEUE_MAX) queue = queue.slice(-QUEUE_MAX)
      latch.wake()
    },
    async waitForSpace() {
      while (queue.length >= QUEUE_MAX && !stopping.signal.aborted) await room.wait()
    },
    run,
    finish() {
      finishing = true
      latch.wake()
    },
    stop() {
      stopping.abort()
      latch.wake()
      room.wake()
    },
    get connected() {
      return leased !== null
    },
    get lastError() {
      return lastError
    },
    get sent() {
      return sent
    },
    acknowledged: null,
    get backlog() {
      return queue.length
    },
    get liveUrl() {
      return liveUrl
    },
    sessions,
  }
}
