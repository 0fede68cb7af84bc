import { LiveCloseCode, type LiveMessage } from '@pitboard/contract/live/live-protocol'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { spread } from '../../platform/jobs/spread.ts'
import { createSharedFrame } from './frame.ts'
import { createRoom, TICK_MS, type LiveSource, type Room, type Viewer } from './room.ts'
import type { Timelines } from './timelines.ts'

/** How often viewers who wait for a user's next session get a message. */
const WAITING_MS = 10_000
/** So many sockets are written to before another room gets its turn. */
const DELIVER_AT_ONCE = 500
/** So long, before other work of the server gets its turn. */
const DELIVER_WITHIN_MS = 10
/** Viewers connect again after a while, as after any broken connection. */
const INTERNAL_ERROR = 1011

export interface LiveRoom extends Room {
  readonly id: string
  readonly userId: string
}

export interface RoomDirectory {
  /** Null where the source fails at once: the session is recorded all the same. */
  open(id: string, userId: string, source: LiveSource): LiveRoom | null
  /** Notifies the viewers of the end; `recordedId` is null if nothing was stored. */
  close(id: string, recordedId: string | null): Promise<void>
  /** Another server has the user's session: its viewers reconnect there. */
  move(userId: string): void
  room(id: string): LiveRoom | null
  roomOfUser(userId: string): LiveRoom | null
  /** Without those that have failed. */
  rooms(): LiveRoom[]
  /** False where no such session is driven now. */
  watch(id: string, viewer: Viewer): boolean
  /** Follows the user from session to session. */
  follow(userId: string, viewer: Viewer): void
  leave(viewer: Viewer): void
  viewers(): number
  /** How many rooms have failed since the start. */
  failures(): number
  /** Sends the viewers away, one after the other, and stops. They come back, or find another server. */
  drain(): Promise<void>
}

/** The room of a viewer; `follows` is the user that they stay with when the session is over. */
interface Place {
  room: LiveRoom | null
  readonly follows: string | null
  /** The timer while they wait for the next session. */
  waiting: LiveMessage
}

/**
 * Every live session of this server, one timer for all of them. A room that fails is closed and
 * reported to `onFailure`; the others go on.
 */
export function createRoomDirectory(
  now: () => number,
  onFailure: (sessionId: string, error: unknown) => void = () => {},
  timelines: Pick<Timelines, 'open' | 'retire'> | null = null,
  onTick: (lateMs: number) => void = () => {},
): RoomDirectory {
  const rooms = new Map<string, LiveRoom>()
  const failed = new Set<string>()
  const byUser = new Map<string, LiveRoom>()
  const places = new Map<Viewer, Place>()
  const waiting = new Map<string, Set<Viewer>>()
  const toDeliver: LiveRoom[] = []
  let calledMs = now()
  let failures = 0
  let tickedAtMs = performance.now()

  /** False where the room has failed, now or before. */
  function attempt(room: LiveRoom, work: () => void): boolean {
    try {
      if (!failed.has(room.id)) work()
    } catch (error) {
      fail(room, error)
    }
    return !failed.has(room.id)
  }

  function fail(room: LiveRoom, error: unknown): void {
    noteFailure(room.id, error)
    if (byUser.get(room.userId) === room) byUser.delete(room.userId)
    for (const viewer of room.empty()) {
      places.delete(viewer)
      viewer.close(INTERNAL_ERROR, 'this session can not be shown live')
    }
  }

  function noteFailure(id: string, error: unknown): void {
    failed.add(id)
    failures++
    timelines?.retire(id)
    onFailure(id, error)
  }

  /** After a failure the room stays as it was: pages and pictures of it still work. */
  function guardSource(id: string, source: LiveSource): LiveSource {
    return {
      read(published, viewers, nowMs) {
        if (published === null) return source.read(published, viewers, nowMs)
        if (failed.has(id)) return published
        try {
          return source.read(published, viewers, nowMs)
        } catch (error) {
          const room = rooms.get(id)
          if (room) fail(room, error)
          return published
        }
      },
    }
  }

  function tick(): void {
    const atMs = performance.now()
    onTick(Math.max(0, atMs - tickedAtMs - TICK_MS))
    tickedAtMs = atMs
    const nowMs = now()
    for (const room of rooms.values()) attempt(room, () => room.tick(nowMs))
    if (toDeliver.length === 0) {
      toDeliver.push(...rooms.values())
      deliver()
    }
    if (nowMs - calledMs < WAITING_MS) return
    calledMs = nowMs
    for (const viewers of waiting.values()) for (const viewer of viewers) callWaiting(viewer)
  }

  /** Round robin, so that a large room does not delay the others or the rest of the server. */
  function deliver(): void {
    const untilMs = performance.now() + DELIVER_WITHIN_MS
    for (let room = toDeliver.shift(); room; room = toDeliver.shift()) {
      const delivered = room
      attempt(room, () => {
        if (delivered.deliver(DELIVER_AT_ONCE)) toDeliver.push(delivered)
      })
      if (performance.now() >= untilMs) break
    }
    if (toDeliver.length > 0) setImmediate(deliver)
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
    const isShown = attempt(room, () => room.join(viewer, now()))
    if (isShown) return
    room.leave(viewer)
    places.delete(viewer)
    viewer.close(INTERNAL_ERROR, 'this session can not be shown live')
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
    place.waiting = ended.heartbeat()
    wait(viewer, place.follows)
  }

  const timer = setInterval(tick, TICK_MS)
  timer.unref()

  return {
    open(id, userId, source) {
      if (failed.has(id)) return null
      let room: LiveRoom
      try {
        room = {
          ...createRoom(guardSource(id, source), now(), timelines?.open(id, userId)),
          id,
          userId,
        }
      } catch (error) {
        noteFailure(id, error)
        return null
      }
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
      if (room) {
        rooms.delete(id)
        if (byUser.get(room.userId) === room) byUser.delete(room.userId)
        attempt(room, () => room.end(recordedId))
        let isDelivering = true
        while (isDelivering) {
          isDelivering = false
          attempt(room, () => {
            isDelivering = room.deliver(DELIVER_AT_ONCE)
          })
          if (isDelivering) await yieldToEventLoop()
        }
      }
      failed.delete(id)
      timelines?.retire(id)
      if (!room) return
      for (const [place, viewer] of room.empty().entries()) {
        release(viewer, room)
        if (place % DELIVER_AT_ONCE === 0) await yieldToEventLoop()
      }
    },
    move(userId) {
      const room = byUser.get(userId)
      if (!room) return
      rooms.delete(room.id)
      byUser.delete(userId)
      timelines?.retire(room.id)
      for (const viewer of room.empty()) {
        places.delete(viewer)
        viewer.close(LiveCloseCode.Moved)
      }
    },
    room: (id) => rooms.get(id) ?? null,
    roomOfUser: (userId) => byUser.get(userId) ?? null,
    rooms: () => [...rooms.values()].filter(({ id }) => !failed.has(id)),
    watch(id, viewer) {
      const room = rooms.get(id)
      if (!room) return false
      const place: Place = { room: null, follows: null, waiting: { t: 'waiting' } }
      places.set(viewer, place)
      seat(viewer, place, room)
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
    failures: () => failures,
    async drain() {
      // Until then their heartbeats go on.
      await spread(places.keys(), (viewer) => viewer.close(LiveCloseCode.Moved))
      clearInterval(timer)
    },
  }
}
