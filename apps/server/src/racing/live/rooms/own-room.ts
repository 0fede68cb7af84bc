import type { FanOut } from '../../../platform/fan-out/fan-out.ts'
import { createRoomRelay } from './room-relay.ts'
import { createRoom, type LiveSource, type Room, type WatchedRoom } from './room.ts'
import type { TimelineWriter } from '../timelines/stored-timeline.ts'

/** Shows a session that this server records. */
export interface LiveRoom extends Room, WatchedRoom {
  readonly id: string
  readonly userId: string
  /** Ends the messages to other servers, because the session is over, or continues elsewhere. */
  stopRelay(isOver: boolean): void
}

interface OwnRoomParts {
  readonly id: string
  readonly userId: string
  readonly source: LiveSource
  readonly timeline: TimelineWriter | undefined
  readonly fanOut: FanOut
  readonly now: () => number
  readonly onFailure: (room: LiveRoom, error: unknown) => void
}

/**
 * Creates a room with the viewers of all servers. Only opening it throws: after a failure it stays as it was,
 * so that pages and pictures of it still work, and publishes nothing more.
 */
export function createOwnRoom(parts: OwnRoomParts): LiveRoom {
  const { id, userId, source, timeline, fanOut, now, onFailure } = parts
  const relay = createRoomRelay(fanOut, id, now)
  let hasFailed = false

  function fail(error: unknown): void {
    if (hasFailed) return
    hasFailed = true
    relay.close(false)
    onFailure(room, error)
  }

  function attempt(work: () => void): void {
    try {
      if (!hasFailed) work()
    } catch (error) {
      fail(error)
    }
  }

  function open(): Room {
    try {
      return createRoom(guarded, now(), timeline ?? null, relay)
    } catch (error) {
      relay.close(false)
      throw error
    }
  }

  const guarded: LiveSource = {
    read(published, viewers, nowMs) {
      if (published === null) return source.read(published, viewers, nowMs)
      if (hasFailed) return published
      try {
        return source.read(published, viewers, nowMs)
      } catch (error) {
        fail(error)
        return published
      }
    },
  }
  const inner = open()
  const room: LiveRoom = {
    ...inner,
    id,
    userId,
    hasFailed: () => hasFailed,
    isLost: () => false,
    stopRelay: relay.close,
    join: (viewer, nowMs) => attempt(() => inner.join(viewer, nowMs)),
    tick: (nowMs) => attempt(() => inner.tick(nowMs)),
    end: (recordedId, nowMs) => attempt(() => inner.end(recordedId, nowMs)),
    deliver(atMost) {
      let isLeft = false
      attempt(() => {
        isLeft = inner.deliver(atMost)
      })
      return isLeft
    },
  }
  relay.serve(room)
  return room
}
