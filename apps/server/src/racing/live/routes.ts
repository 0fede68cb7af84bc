import { liveSessions } from '@pitboard/contract/live/live'
import { compareLive } from '@pitboard/analysis/live/compare-live'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { route, webSocketRoute } from '../../accounts/access/route.ts'
import { checkUserExists, findUser } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { createClientAddress } from '../../platform/http/client-address.ts'
import type { Upgrades } from '../../platform/http/upgrades.ts'
import { findLiveSessionOf, isSessionLive } from '../ownership/live-sessions.ts'
import type { Live } from './live.ts'
import type { RoomDirectory } from './rooms/room-directory.ts'
import { createLiveSockets } from './socket.ts'

const VIEWERS_MAX = 20_000
const VIEWERS_PER_ADDRESS_MAX = 500
/** A session that moves to another server usually is there within this time. */
const MOVED_WITHIN_MS = 2_500

export function registerLive(
  app: FastifyInstance,
  context: AppContext,
  { roomDirectory, list: liveList, states }: Live,
  upgrades: Upgrades,
): void {
  const { db } = context

  route(app, liveSessions.all, async ({ list }) => {
    const sessions = [...liveList.read().values()]
      .map(({ summary }) => summary)
      .toSorted(compareLive)
    list.describe({ total: sessions.length })
    const start = (list.page - 1) * list.pageSize
    return sessions.slice(start, start + list.pageSize)
  })

  route(app, liveSessions.get, async ({ params: { id } }) => {
    const state = await states.read(id, MOVED_WITHIN_MS)
    if (state) return state
    if (await isSessionLive(db, id)) throw notHere()
    throw new ApiError(404, `No session ${id} is being driven now.`)
  })

  route(app, liveSessions.user, async ({ params: { userId } }) => {
    const state = await states.readOfUser(userId, MOVED_WITHIN_MS)
    if (state) return state
    if ((await findLiveSessionOf(db, userId)) !== null) throw notHere()
    await checkUserExists(db, userId)
    const kind = 'not-driving'
    throw new ApiError(404, `The user ${userId} is not driving now.`, { kind })
  })

  webSocketRoute(app, liveSessions.watch)
  webSocketRoute(app, liveSessions.watchUser)
  attachSockets(context, roomDirectory, upgrades)
}

/**
 * Returns the error for a session that is not here: after a restart until the journal is read, or until
 * another server takes the session over.
 */
function notHere(): ApiError {
  return new ApiError(503, 'The session is being driven, but no server has it yet.', {
    headers: { 'retry-after': '2' },
  })
}

function attachSockets(
  context: AppContext,
  roomDirectory: RoomDirectory,
  upgrades: Upgrades,
): void {
  const { db, log, metrics } = context
  const sent = { messages: 0, bytes: 0, skipped: 0 }
  const sockets = createLiveSockets({
    roomDirectory,
    log,
    isSessionLive: (sessionId) => isSessionLive(db, sessionId),
    userExists: async (userId) => (await findUser(db, userId)) !== undefined,
    sent(bytes) {
      sent.messages++
      sent.bytes += bytes
    },
    skipped: () => sent.skipped++,
    addressOf: createClientAddress(context.config),
    viewersMax: VIEWERS_MAX,
    viewersPerAddressMax: VIEWERS_PER_ADDRESS_MAX,
  })
  upgrades.add(sockets.upgrade)
  const registers = [metrics.registry]
  gauge(
    'pitboard_live_sessions',
    'Sessions that are being driven',
    () => roomDirectory.rooms().length,
  )
  gauge('pitboard_live_viewers', 'Viewers of live sessions', () => roomDirectory.viewers())
  gauge(
    'pitboard_live_edge_rooms',
    'Sessions of other servers with viewers here',
    roomDirectory.edgeRooms,
  )
  counter(
    'pitboard_live_edge_gaps_total',
    'Times messages of other servers were missing',
    roomDirectory.gaps,
  )
  counter('pitboard_live_room_failures_total', 'Rooms closed after an error', () =>
    roomDirectory.failures(),
  )
  counter('pitboard_live_messages_total', 'Messages written to viewers', () => sent.messages)
  counter('pitboard_live_viewers_skipped_total', 'Times a viewer fell behind', () => sent.skipped)
  counter('pitboard_live_message_bytes_total', 'Bytes of these messages', () => sent.bytes)

  function gauge(name: string, help: string, read: () => number): void {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read()) })
  }

  /**
   * Registers a counter that is incremented beside the registry, which is too slow for every message to every
   * viewer.
   */
  function counter(name: string, help: string, read: () => number): void {
    const made: Counter = new Counter({
      name,
      help,
      registers,
      collect() {
        made.reset()
        made.inc(read())
      },
    })
  }
}
