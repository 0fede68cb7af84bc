import { randomBytes } from 'node:crypto'
import type { FanOut } from '../../../platform/fan-out/fan-out.ts'
import {
  ANNOUNCE_MS,
  decodeInterest,
  encodeClosed,
  encodeMessage,
  encodeState,
  relaySubjects,
  type Interest,
} from './relay-messages.ts'
import type { Relay, Room } from './room.ts'

/** A server that has announced no viewers for this long gets no more messages. */
const INTEREST_MS = 3 * ANNOUNCE_MS
const NODES_MAX = 1_000
const INSTANCE_BYTES = 8

interface RoomRelay extends Relay {
  /** Answers other servers with the state of this room. */
  serve(room: Room): void
  /** Ends the relay: the session is over, or it continues at another server, which viewers then look for. */
  close(isOver: boolean): void
}

/** Publishes a room's messages for the viewers of other servers, as long as they have some. */
export function createRoomRelay(fanOut: FanOut, sessionId: string, nowMs: () => number): RoomRelay {
  const instance = randomBytes(INSTANCE_BYTES)
  const watching = new Map<string, Interest & { readonly sinceMs: number }>()
  const subject = relaySubjects.messages(sessionId)
  let endAnswers: (() => void) | null = null
  const endSubscription = fanOut.subscribe(relaySubjects.viewers(sessionId), ({ payload }) =>
    note(decodeInterest(payload)),
  )

  function note(interest: Interest | null): void {
    if (!interest) return
    if (interest.viewers === 0) watching.delete(interest.node)
    else if (watching.size < NODES_MAX || watching.has(interest.node)) {
      watching.set(interest.node, { ...interest, sinceMs: nowMs() })
    }
  }

  function isWatched(): boolean {
    if (watching.size === 0) return false
    const now = nowMs()
    for (const [node, { sinceMs }] of watching) {
      if (Math.abs(now - sinceMs) > INTEREST_MS) watching.delete(node)
    }
    return watching.size > 0
  }

  return {
    isWatched,
    viewers: () => [...watching.values()].reduce((sum, { viewers }) => sum + viewers, 0),
    publish(message, frame) {
      const readsContinued = [...watching.values()].every((interest) => interest.readsContinued)
      fanOut.publish(subject, encodeMessage(instance, message, frame, readsContinued))
    },
    serve(room) {
      let last: { readonly of: unknown; readonly bytes: Promise<Buffer> } | null = null
      endAnswers = fanOut.respond(relaySubjects.state(sessionId), (payload) => {
        const message = room.snapshot(nowMs())
        if (last?.of !== message.state) {
          const bytes = encodeState({ instance: instance.toString('hex'), message })
          last = { of: message.state, bytes }
        }
        // Messages after this state are published, also if the room had no viewers until now.
        note(decodeInterest(payload))
        return last.bytes
      })
    },
    close(isOver) {
      if (!isOver && isWatched()) fanOut.publish(subject, encodeClosed(instance))
      watching.clear()
      endSubscription()
      endAnswers?.()
    },
  }
}
