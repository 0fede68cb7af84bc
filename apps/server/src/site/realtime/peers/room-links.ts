import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { createTicker } from '../../../platform/jobs/ticker.ts'
import type { Log } from '../../../platform/diagnostics/log.ts'
import type { FanOut } from '../../../platform/fan-out/fan-out.ts'
import { encodePeerMessage, type PeerBroadcast } from './peer-messages.ts'
import { createRoomLink, type LinkedRoom, type RoomLink, subjectOf } from './room-link.ts'

const CHECK_EVERY_MS = 1_000
const CHECK_WITHIN_MS = 10
const LOG_EVERY_MS = 60_000

interface RoomLinks {
  start(): void
  stop(): void
  /** It is called with the first member: only from then on this server receives messages to the room. */
  open(name: string, room: LinkedRoom): RoomLink
  /** Sends to the members at other servers. This server needs no link for its own members. */
  broadcast(name: string, broadcast: PeerBroadcast): void
}

/** Connects rooms of one name at all servers. */
export function createRoomLinks({ fanOut, log }: { fanOut: FanOut; log: Log }): RoomLinks {
  const node = randomUUID()
  const links = new Set<RoomLink>()
  const dropLog = createDropLog(log)
  let lastRevision = 0
  let isChecking = false
  let endResume: (() => void) | null = null

  /** Yields between slices: there may be thousands of rooms. */
  async function forEachLink(act: (link: RoomLink) => void): Promise<void> {
    let untilMs = performance.now() + CHECK_WITHIN_MS
    for (const link of links) {
      act(link)
      if (performance.now() < untilMs) continue
      await yieldToEventLoop()
      untilMs = performance.now() + CHECK_WITHIN_MS
    }
  }

  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    try {
      await forEachLink((link) => link.check(performance.now()))
    } catch (error) {
      log.error({ err: error }, 'the rooms at other servers could not be checked')
    } finally {
      isChecking = false
    }
  }

  const checking = createTicker(CHECK_EVERY_MS, () => {
    void check()
    return links.size > 0
  })

  return {
    start() {
      endResume = fanOut.onResume(() => void forEachLink((link) => link.introduce()))
    },
    stop() {
      checking.stop()
      endResume?.()
    },
    open(name, room) {
      const link = createRoomLink({
        node,
        name,
        room,
        fanOut,
        nextRevision: () => ++lastRevision,
        onMalformed: (subject) => dropLog.note(subject),
      })
      links.add(link)
      checking.wake()
      link.introduce()
      return {
        ...link,
        close() {
          links.delete(link)
          link.close()
        },
      }
    },
    broadcast(name, broadcast) {
      fanOut.publish(subjectOf(name), encodePeerMessage({ kind: 'broadcast', ...broadcast }))
    },
  }
}

/** A faulty server may send thousands a second. */
function createDropLog(log: Log): { note(subject: string): void } {
  let dropped = 0
  let fromMs = -Infinity
  return {
    note(subject) {
      dropped++
      const nowMs = performance.now()
      if (nowMs < fromMs) return
      log.warn({ subject, dropped }, 'A malformed realtime message of another server was dropped')
      dropped = 0
      fromMs = nowMs + LOG_EVERY_MS
    },
  }
}
