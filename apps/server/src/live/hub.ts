import { LiveCloseCode, type LiveMessage } from '@pitboard/contract/live-protocol'
import { nextTurn } from '../next-turn.ts'
import { createSharedFrame } from './frame.ts'
import {
  createRoom,
  HEARTBEAT_MS,
  TICK_MS,
  type LiveSource,
  type Room,
  type Viewer,
} from './room.ts'

/** So many sockets are written to before other work gets its turn. */
const DELIVER_AT_ONCE = 500

export interface LiveRoom extends Room {
  readonly id: string
  readonly userId: string
}

export interface Hub {
  open(id: string, userId: string, source: LiveSource): LiveRoom
  /** Tells the viewers that it is over; `recordedId` is null where nothing was kept. */
  close(id: string, recordedId: string | null): Promise<void>
  room(id: string): LiveRoom | null
  roomOfUser(userId: string): LiveRoom | null
  rooms(): LiveRoom[]
  /** False where no such session is driven now. */
  watch(id: string, viewer: Viewer): boolean
  /** Follows the user from session to session. */
  follow(userId: string, viewer: Viewer): void
  leave(viewer: Viewer): void
  viewers(): number
  /** Sends every viewer to another server and stops. */
  drain(): void
}

/** Where a viewer sits; `follows` is the user he stays with when the session is over. */
interface Place {
  room: LiveRoom | null
  readonly follows: string | null
  /** What repeats while he waits for the next session. */
  waiting: LiveMessage
}

/** Every live session of this server, one timer for all of them. */
export function createHub(now: () => number): Hub {
  const rooms = new Map<string, LiveRoom>()
  const byUser = new Map<string, LiveRoom>()
  const places = new Map<Viewer, Place>()
  const waiting = new Map<string, Set<Viewer>>()
  let delivering = false
  let calledMs = now()

  function tick(): void {
    const nowMs = now()
    for (const room of rooms.values()) room.tick(nowMs)
    if (!delivering) deliver()
    if (nowMs - calledMs < HEARTBEAT_MS) return
    calledMs = nowMs
    for (const viewers of waiting.values()) for (const viewer of viewers) callWaiting(viewer)
  }

  function deliver(): void {
    delivering = false
    for (const room of rooms.values()) if (room.deliver(DELIVER_AT_ONCE)) delivering = true
    if (delivering) setImmediate(deliver)
  }

  function callWaiting(viewer: Viewer): void {
    const place = places.get(viewer)
    if (place) viewer.send(createSharedFrame(JSON.stringify(place.waiting)))
  }

  function wait(viewer: Viewer, userId: string): void {
    const viewers = waiting.get(userId) ?? new Set()
    waiting.set(userId, viewers.add(viewer))
  }

  function seat(viewer: Viewer, place: Place, room: LiveRoom): void {
    place.room = room
    room.join(viewer, now())
  }

  function release(viewer: Viewer, ended: LiveRoom): void {
    const place = places.get(viewer)
    if (!place?.follows) {
      places.delete(viewer)
      viewer.close(LiveCloseCode.Ended)
      return
    }
    const next = byUser.get(place.follows)
    if (next) {
      seat(viewer, place, next)
      return
    }
    place.room = null
    place.waiting = { t: 'heartbeat', v: ended.state(now()).version }
    wait(viewer, place.follows)
  }

  const timer = setInterval(tick, TICK_MS)
  timer.unref()

  return {
    open(id, userId, source) {
      const room = { ...createRoom(source, now()), id, userId }
      rooms.set(id, room)
      byUser.set(userId, room)
      const followers = waiting.get(userId) ?? []
      waiting.delete(userId)
      for (const viewer of followers) {
        const place = places.get(viewer)
        if (place) seat(viewer, place, room)
      }
      return room
    },
    async close(id, recordedId) {
      const room = rooms.get(id)
      if (!room) return
      rooms.delete(id)
      if (byUser.get(room.userId) === room) byUser.delete(room.userId)
      room.end(recordedId)
      while (room.deliver(DELIVER_AT_ONCE)) await nextTurn()
      for (const [place, viewer] of room.empty().entries()) {
        release(viewer, room)
        if (place % DELIVER_AT_ONCE === 0) await nextTurn()
      }
    },
    room: (id) => rooms.get(id) ?? null,
    roomOfUser: (userId) => byUser.get(userId) ?? null,
    rooms: () => [...rooms.values()],
    watch(id, viewer) {
      const room = rooms.get(id)
      if (!room) return false
      places.set(viewer, { room, follows: null, waiting: { t: 'waiting' } })
      room.join(viewer, now())
      return true
    },
    follow(userId, viewer) {
      const place: Place = { room: null, follows: userId, waiting: { t: 'waiting' } }
      places.set(viewer, place)
      const room = byUser.get(userId)
      if (room) {
        seat(viewer, place, room)
        return
      }
      wait(viewer, userId)
      callWaiting(viewer)
    },
    leave(viewer) {
      const place = places.get(viewer)
      if (!place) return
      places.delete(viewer)
      place.room?.leave(viewer)
      if (!place.follows) return
      const viewers = waiting.get(place.follows)
      viewers?.delete(viewer)
      if (viewers?.size === 0) waiting.delete(place.follows)
    },
    viewers: () => places.size,
    drain() {
      clearInterval(timer)
      for (const viewer of places.keys()) viewer.close(LiveCloseCode.Moved)
    },
  }
}
