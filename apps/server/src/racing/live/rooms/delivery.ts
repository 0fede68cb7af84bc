import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** This many sockets are written to before another room gets its turn. */
const DELIVER_AT_ONCE = 500
/** Sockets are written to for this long before other work of the server gets its turn. */
const DELIVER_WITHIN_MS = 10

interface Deliverable {
  /** Writes to at most this many viewers; returns true while some have not got everything. */
  deliver(atMost: number): boolean
}

/** Writes the messages of all rooms. */
interface Delivery {
  /** Begins with what these rooms have to send. */
  add(rooms: Iterable<Deliverable>): void
  /** Resolves once everything of a room is written, and then `act` was called with each item. */
  finish<T>(room: Deliverable, items: () => Iterable<T>, act: (item: T) => void): Promise<void>
}

/** Serves rooms in turn, so that a large room does not delay the others or the rest of the server. */
export function createDelivery(): Delivery {
  const waiting = new Set<Deliverable>()
  let isScheduled = false

  function deliver(): void {
    const untilMs = performance.now() + DELIVER_WITHIN_MS
    for (const room of waiting) {
      waiting.delete(room)
      if (room.deliver(DELIVER_AT_ONCE)) waiting.add(room)
      if (performance.now() >= untilMs) break
    }
    isScheduled = waiting.size > 0
    if (isScheduled) setImmediate(deliver)
  }

  return {
    add(rooms) {
      for (const room of rooms) waiting.add(room)
      if (!isScheduled) deliver()
    },
    async finish(room, items, act) {
      while (room.deliver(DELIVER_AT_ONCE)) await yieldToEventLoop()
      let count = 0
      for (const item of items()) {
        act(item)
        if (++count % DELIVER_AT_ONCE === 0) await yieldToEventLoop()
      }
    },
  }
}
