import { LiveCloseCode } from '@pitboard/contract/live/live-protocol'
import { createLoneFanOut, type FanOut } from '../../../platform/fan-out/fan-out.ts'
import { createTicker } from '../../../platform/jobs/ticker.ts'
import { spread } from '../../../platform/jobs/spread.ts'
import type { Viewer } from './audience.ts'
import { createDelivery } from './delivery.ts'
import type { EdgeRoom } from './edge-room.ts'
import { createEdgeRooms } from './edge-rooms.ts'
import { createFollowers, sendMessage } from './followers.ts'
import { createOwnRoom, type LiveRoom } from './own-room.ts'
import { TICK_MS, type LiveSource, type WatchedRoom } from './room.ts'
import type { Timelines } from '../timelines/timelines.ts'

/** Viewers connect again after a while, as after any broken connection. */
const INTERNAL_ERROR = 1011

export interface RoomDirectory {
  /** Opens a room; returns null where the source fails at once, and the session is recorded all the same. */
  open(id: string, userId: string, source: LiveSource): LiveRoom | null
  /** Notifies the viewers of the end; `recordedId` is null if nothing was stored. */
  close(id: string, recordedId: string | null): Promise<void>
  /** Moves the viewers away: another server has the user's session, and they reconnect there. */
  move(userId: string): void
  /** Returns the room of a session that this server records. */
  room(id: string): LiveRoom | null
  roomOfUser(userId: string): LiveRoom | null
  /** Lists the rooms that have not failed. */
  rooms(): LiveRoom[]
  /** Returns the room of a session that another server records, while it has viewers here; otherwise null. */
  edgeRoom(id: string): EdgeRoom | null
  edgeRooms(): number
  /** Notes the sessions that other servers record, by user, so that followers who wait here watch them. */
  noteElsewhere(sessionOfUser: ReadonlyMap<string, string>): void
  /**
   * Seats a viewer; returns false where nothing can be watched. `isLive` says that some server has or had the
   * session.
   */
  watch(id: string, viewer: Viewer, isLive?: boolean): boolean
  /** Follows the user from session to session. */
  follow(userId: string, viewer: Viewer): void
  leave(viewer: Viewer): void
  viewers(): number
  /** Counts the rooms that have failed since the start. */
  failures(): number
  /** Counts how often messages from other servers were missing. */
  gaps(): number
  /** Lets viewers of other servers continue with the next owner of each session. */
  handOver(): void
  /** Sends the viewers away, one after the other, and stops. They come back, or find another server. */
  drain(): Promise<void>
}

interface RoomDirectoryParts {
  readonly onFailure: (sessionId: string, error: unknown) => void
  readonly timelines: Pick<Timelines, 'open' | 'retire' | 'withhold'> | null
  readonly onTick: (lateMs: number) => void
  readonly fanOut: FanOut
}

/** A viewer sits in `room`; `follows` is the user with whom they stay when the session is over. */
interface Place {
  room: WatchedRoom | null
  readonly follows: string | null
}

/**
 * Creates the directory of the live sessions of this server, and of those of other servers that have viewers
 * here, with one timer for all of them. A room that fails is closed and reported to `onFailure`; the others
 * continue.
 */
export function createRoomDirectory(
  now: () => number,
  parts: Partial<RoomDirectoryParts> = {},
): RoomDirectory {
  const { onFailure = () => {}, timelines = null, onTick = () => {} } = parts
  const { fanOut = createLoneFanOut() } = parts
  const rooms = new Map<string, LiveRoom>()
  const failed = new Set<string>()
  const byUser = new Map<string, LiveRoom>()
  const places = new Map<Viewer, Place>()
  const followers = createFollowers(now())
  const delivery = createDelivery()
  const edges = createEdgeRooms(fanOut, now, {
    onMessage: (edge) => delivery.add([edge]),
    onEnded(edge) {
      over.add(edge.id)
      edges.close(edge)
      void releaseAll(edge)
    },
    onLost(edge) {
      edges.close(edge)
      sendAway(edge, LiveCloseCode.Moved)
    },
  })
  let elsewhere: ReadonlyMap<string, string> = new Map()
  /** These sessions are over, though the list of another server may still have them. */
  const over = new Set<string>()
  let failures = 0
  let tickedAtMs: number | null = null

  function fail(room: LiveRoom, error: unknown): void {
    noteFailure(room.id, error)
    forgetRoomOfUser(room)
    sendAway(room, INTERNAL_ERROR, 'this session can not be shown live')
  }

  /**
   * Forgets a room. A user may have several games, so that the newest of their other rooms takes its place.
   */
  function forgetRoomOfUser(room: LiveRoom): void {
    if (byUser.get(room.userId) !== room) return
    byUser.delete(room.userId)
    for (const other of rooms.values()) {
      const isNext = other !== room && other.userId === room.userId && !other.hasFailed()
      if (isNext) byUser.set(room.userId, other)
    }
  }

  function noteFailure(id: string, error: unknown): void {
    failed.add(id)
    failures++
    timelines?.retire(id)
    onFailure(id, error)
  }

  function sendAway(room: WatchedRoom, code: number, reason?: string): void {
    for (const viewer of room.empty()) {
      places.delete(viewer)
      viewer.close(code, reason)
    }
  }

  /** Ticks all rooms; returns false where there is neither a room nor a viewer. */
  function tick(): boolean {
    const atMs = performance.now()
    if (tickedAtMs !== null) onTick(Math.max(0, atMs - tickedAtMs - TICK_MS))
    tickedAtMs = atMs
    const nowMs = now()
    for (const room of rooms.values()) room.tick(nowMs)
    edges.tick(nowMs)
    delivery.add(rooms.values())
    followers.tick(nowMs)
    const hasWork = rooms.size > 0 || edges.count() > 0 || places.size > 0
    if (!hasWork) tickedAtMs = null
    return hasWork
  }

  function seat(viewer: Viewer, place: Place, room: WatchedRoom): void {
    place.room = room
    if (!room.hasFailed()) room.join(viewer, now())
    if (!room.hasFailed()) return
    room.leave(viewer)
    places.delete(viewer)
    viewer.close(INTERNAL_ERROR, 'this session can not be shown live')
  }

  function seatAll(viewers: Iterable<Viewer>, room: WatchedRoom): void {
    for (const viewer of viewers) {
      const place = places.get(viewer)
      if (place) seat(viewer, place, room)
    }
  }

  /** Returns the room of the session that a user drives, here or at another server. */
  function findRoomOf(userId: string): WatchedRoom | null {
    const own = byUser.get(userId)
    if (own) return own
    const id = elsewhere.get(userId)
    return id === undefined || over.has(id) ? null : (edges.find(id) ?? edges.open(id))
  }

  function release(viewer: Viewer, ended: WatchedRoom): void {
    const place = places.get(viewer)
    if (!place?.follows) {
      places.delete(viewer)
      viewer.close(LiveCloseCode.Ended)
      return
    }
    place.room = null
    const next = findRoomOf(place.follows)
    if (next) seat(viewer, place, next)
    else followers.add(place.follows, viewer, ended.heartbeat())
  }

  function releaseAll(room: WatchedRoom): Promise<void> {
    return delivery.finish(room, room.empty, (viewer) => release(viewer, room))
  }

  const ticker = createTicker(TICK_MS, tick)

  return {
    open(id, userId, source) {
      if (failed.has(id)) return null
      let room: LiveRoom
      try {
        const timeline = timelines?.open(id, userId)
        room = createOwnRoom({ id, userId, source, timeline, fanOut, now, onFailure: fail })
      } catch (error) {
        noteFailure(id, error)
        return null
      }
      rooms.set(id, room)
      byUser.set(userId, room)
      ticker.wake()
      const edge = edges.find(id)
      if (edge) {
        edges.close(edge)
        seatAll(edge.empty(), room)
      }
      seatAll(followers.takeOf(userId), room)
      return room
    },
    async close(id, recordedId) {
      const room = rooms.get(id)
      if (room) {
        rooms.delete(id)
        forgetRoomOfUser(room)
        room.end(recordedId, now())
        room.stopRelay(true)
      }
      failed.delete(id)
      timelines?.retire(id)
      if (room) await releaseAll(room)
    },
    move(userId) {
      byUser.delete(userId)
      for (const room of rooms.values()) {
        if (room.userId !== userId) continue
        rooms.delete(room.id)
        room.stopRelay(false)
        timelines?.withhold(room.id)
        sendAway(room, LiveCloseCode.Moved)
      }
    },
    room: (id) => rooms.get(id) ?? null,
    roomOfUser: (userId) => byUser.get(userId) ?? null,
    rooms: () => [...rooms.values()].filter((room) => !room.hasFailed()),
    edgeRoom: edges.find,
    edgeRooms: edges.count,
    noteElsewhere(sessionOfUser) {
      elsewhere = sessionOfUser
      const listed = new Set(sessionOfUser.values())
      for (const id of over) if (!listed.has(id)) over.delete(id)
      const followed = [...followers.users()]
      for (const userId of followed) {
        const room = findRoomOf(userId)
        if (room) seatAll(followers.takeOf(userId), room)
      }
    },
    watch(id, viewer, isLive = false) {
      const known = rooms.get(id) ?? edges.find(id)
      if (known ? known.isLost() : !isLive) return false
      const place: Place = { room: null, follows: null }
      places.set(viewer, place)
      ticker.wake()
      seat(viewer, place, known ?? edges.open(id))
      return true
    },
    follow(userId, viewer) {
      const place: Place = { room: null, follows: userId }
      places.set(viewer, place)
      ticker.wake()
      const room = findRoomOf(userId)
      if (room) {
        seat(viewer, place, room)
        return
      }
      followers.add(userId, viewer, { t: 'waiting' })
      sendMessage(viewer, { t: 'waiting' })
    },
    leave(viewer) {
      const place = places.get(viewer)
      if (!place) return
      places.delete(viewer)
      place.room?.leave(viewer)
      if (place.follows) followers.remove(place.follows, viewer)
    },
    viewers: () => places.size,
    failures: () => failures,
    gaps: edges.gaps,
    handOver() {
      for (const room of rooms.values()) room.stopRelay(false)
    },
    async drain() {
      // Heartbeats continue until then.
      await spread(places.keys(), (viewer) => viewer.close(LiveCloseCode.Moved))
      ticker.stop()
      edges.closeAll()
    },
  }
}
