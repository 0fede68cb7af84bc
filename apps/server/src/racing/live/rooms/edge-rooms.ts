import { randomUUID } from 'node:crypto'
import type { FanOut } from '../../../platform/fan-out/fan-out.ts'
import { createEdgeRoom, type EdgeRoom } from './edge-room.ts'

interface EdgeRoomsHandlers {
  readonly onMessage: (room: EdgeRoom) => void
  readonly onEnded: (room: EdgeRoom) => void
  readonly onLost: (room: EdgeRoom) => void
}

/** The rooms show sessions of other servers that have viewers here. */
interface EdgeRooms {
  find(id: string): EdgeRoom | null
  open(id: string): EdgeRoom
  close(room: EdgeRoom): void
  closeAll(): void
  /** Closes the rooms that have no viewers any more. */
  tick(nowMs: number): void
  count(): number
  /** Returns how often messages were missing. */
  gaps(): number
}

export function createEdgeRooms(
  fanOut: FanOut,
  nowMs: () => number,
  handlers: EdgeRoomsHandlers,
): EdgeRooms {
  const node = randomUUID()
  const rooms = new Map<string, EdgeRoom>()
  let gaps = 0

  function close(room: EdgeRoom): void {
    room.close()
    if (rooms.get(room.id) === room) rooms.delete(room.id)
  }

  return {
    find: (id) => rooms.get(id) ?? null,
    open(id) {
      const room: EdgeRoom = createEdgeRoom({
        id,
        node,
        fanOut,
        nowMs,
        onMessage: () => handlers.onMessage(room),
        onEnded: () => handlers.onEnded(room),
        onLost: () => handlers.onLost(room),
        onGap: () => gaps++,
      })
      rooms.set(id, room)
      return room
    },
    close,
    closeAll() {
      for (const room of rooms.values()) close(room)
    },
    tick(atMs) {
      for (const room of rooms.values()) {
        if (room.viewers() === 0) close(room)
        else room.tick(atMs)
      }
    },
    count: () => rooms.size,
    gaps: () => gaps,
  }
}
