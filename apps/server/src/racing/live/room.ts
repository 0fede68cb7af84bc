import type { LiveSession } from '@pitboard/contract/live/live'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import {
  LiveCloseCode,
  type DeltaMessage,
  type LiveMessage,
} from '@pitboard/contract/live/live-protocol'
import { createSharedFrame, type SharedFrame } from './frame.ts'
import type { TimelineWriter } from './stored-timeline.ts'

export const TICK_MS = 100
/** Viewers show within three seconds that nothing arrives. */
export const HEARTBEAT_MS = 1_000
/** Without viewers the timeline gets fewer states: reading one costs as much as its datagrams. */
const UNWATCHED_TICK_MS = 400
/** A clock that jumps, or a machine that slept, adds no more than this to the timeline. */
const STEP_MS_MAX = 60_000
/** What may wait in a viewer's socket besides the snapshot it was sent. */
const BACKLOG_BYTES_MAX = 64 * 1024
/** A viewer that was skipped gets its snapshot once no more than this is waiting. */
const CAUGHT_UP_BYTES = 4 * 1024
export const TOO_SLOW_MS = 30_000

export interface Viewer {
  send(frame: SharedFrame): void
  /** It fell behind: what follows is skipped until it has caught up. */
  skip?(): void
  /** What was sent and has not left yet. */
  backlogBytes(): number
  close(code: number, reason?: string): void
}

/** Where a room's state comes from. */
export interface LiveSource {
  /**
   * The session as it is now. Parts that did not change are the same objects as in `published`;
   * the answer is `published` itself where nothing did. Its version is ignored.
   */
  read(published: LiveSession | null, viewers: number, nowMs: number): LiveSession
}

export interface Room {
  /** What viewers see at this version. */
  state(nowMs: number): LiveSession
  viewers(): number
  /** Says that the connection is alive and nothing has changed. */
  heartbeat(): LiveMessage
  /** Snapshot and subscription in one step: nothing can happen between them. */
  join(viewer: Viewer, nowMs: number): void
  leave(viewer: Viewer): void
  /** Publishes what changed since the last tick as one message. */
  tick(nowMs: number): void
  /** Writes the message under way to at most so many viewers; true while some have not got it. */
  deliver(atMost: number): boolean
  /** Publishes the last state and says that it was the last; `deliver` until false comes after. */
  end(recordedId: string | null): void
  /** Removes the viewers, for the directory to close or to move. */
  empty(): Viewer[]
}

/** What the room knows of a viewer. */
interface Seat {
  /** The version the viewer has, or will have once what was written has arrived. */
  version: number
  /** Since when the viewer is skipped. */
  behindSinceMs: number | null
  backlogBytesMax: number
}

/** Shared by the viewers who join while nothing changes; its moment is that of now. */
interface Snapshot {
  readonly of: LiveSession
  readonly atMs: number
  readonly frame: SharedFrame
  readonly bytes: number
}

interface Broadcast {
  readonly message: Exclude<LiveMessage, { t: 'snapshot' } | { t: 'waiting' }>
  readonly frame: SharedFrame
  readonly left: Iterator<[Viewer, Seat]>
}

/**
 * The viewers of one live session and the state they share (docs/live-protocol.md). Knows no
 * socket and no clock. Without a timeline nothing can be played again.
 */
export function createRoom(
  source: LiveSource,
  openedMs: number,
  timeline: TimelineWriter | null = null,
): Room {
  const seats = new Map<Viewer, Seat>()
  const behind = new Set<Viewer>()
  const begun = timeline?.begin() ?? { atMs: 0, version: 1 }
  let published: LiveSession = { ...source.read(null, 0, openedMs), version: begun.version }
  let snapshot: Snapshot | null = null
  let broadcast: Broadcast | null = null
  let readMs = openedMs
  let sentAtMs = begun.atMs
  /** The moment of the timeline that was read last. */
  let atMs = begun.atMs
  timeline?.add(atMs, published, null)

  function begin(message: Broadcast['message'], text = JSON.stringify(message)): void {
    sentAtMs = atMs
    const frame = createSharedFrame(text)
    broadcast = { message, frame, left: seats.entries() }
  }

  /** The server's clock may be set forwards or back by hours: the timeline goes on. */
  function moveClock(nowMs: number): void {
    atMs += Math.round(Math.min(Math.max(0, nowMs - readMs), STEP_MS_MAX))
    readMs = nowMs
  }

  function advance(): { readonly delta: DeltaMessage; readonly text: string } | null {
    const read = source.read(published, seats.size, readMs)
    const next = { ...read, version: published.version + 1 }
    const isNeeded = read !== published && (seats.size > 0 || timeline !== null)
    const delta = isNeeded ? encodeDelta(published, next, atMs) : null
    if (delta === null || isEmpty(delta)) {
      if (read !== published && !isNeeded) published = next
      timeline?.add(atMs, published, null)
      return null
    }
    const text = JSON.stringify(delta)
    published = next
    timeline?.add(atMs, published, text)
    return { delta, text }
  }

  /** A room without viewers is behind until somebody asks. */
  function refresh(nowMs: number): void {
    if (seats.size > 0 || Math.abs(nowMs - readMs) < TICK_MS) return
    moveClock(nowMs)
    advance()
  }

  function heartbeat(): Extract<LiveMessage, { t: 'heartbeat' }> {
    return { t: 'heartbeat', v: published.version, at: atMs }
  }

  function isDue(nowMs: number): boolean {
    // A message is still being written: what changes meanwhile joins the next one.
    if (broadcast) return false
    if (seats.size > 0) return true
    // Timers are late rather than early.
    return timeline !== null && Math.abs(nowMs - readMs) > UNWATCHED_TICK_MS - TICK_MS / 2
  }

  function sendSnapshot(viewer: Viewer, seat: Seat): void {
    if (snapshot?.of !== published || atMs - snapshot.atMs >= HEARTBEAT_MS) {
      const message: LiveMessage = {
        t: 'snapshot',
        v: published.version,
        at: atMs,
        state: published,
      }
      const text = JSON.stringify(message)
      snapshot = { of: published, atMs, frame: createSharedFrame(text), bytes: text.length }
    }
    seat.version = published.version
    seat.behindSinceMs = null
    seat.backlogBytesMax = BACKLOG_BYTES_MAX + snapshot.bytes
    behind.delete(viewer)
    viewer.send(snapshot.frame)
  }

  function resync(): void {
    for (const viewer of behind) {
      const seat = seats.get(viewer)
      if (!seat) continue
      if (viewer.backlogBytes() <= CAUGHT_UP_BYTES) {
        sendSnapshot(viewer, seat)
      } else if (seat.behindSinceMs !== null && readMs - seat.behindSinceMs >= TOO_SLOW_MS) {
        leave(viewer)
        viewer.close(LiveCloseCode.TooSlow)
      }
    }
  }

  function offer(viewer: Viewer, seat: Seat, { message, frame }: Broadcast): void {
    if (message.t === 'ended' && seat.version < message.v) sendSnapshot(viewer, seat)
    const follows = message.t === 'delta' ? seat.version + 1 : seat.version
    if (follows !== message.v) return
    if (viewer.backlogBytes() > seat.backlogBytesMax) {
      seat.behindSinceMs ??= readMs
      behind.add(viewer)
      viewer.skip?.()
      return
    }
    seat.version = message.v
    viewer.send(frame)
  }

  function leave(viewer: Viewer): void {
    seats.delete(viewer)
    behind.delete(viewer)
  }

  function deliver(atMost: number): boolean {
    for (let written = 0; broadcast && written < atMost; written++) {
      const { value: entry, done } = broadcast.left.next()
      if (done) broadcast = null
      else offer(entry[0], entry[1], broadcast)
    }
    return broadcast !== null
  }

  return {
    state(nowMs) {
      refresh(nowMs)
      return published
    },
    viewers: () => seats.size,
    heartbeat,
    join(viewer, nowMs) {
      refresh(nowMs)
      const seat: Seat = { version: 0, behindSinceMs: null, backlogBytesMax: 0 }
      seats.set(viewer, seat)
      sendSnapshot(viewer, seat)
    },
    leave,
    tick(nowMs) {
      if (!isDue(nowMs)) return
      moveClock(nowMs)
      resync()
      const advanced = advance()
      if (seats.size === 0) return
      if (advanced) begin(advanced.delta, advanced.text)
      else if (atMs - sentAtMs >= HEARTBEAT_MS) begin(heartbeat())
    },
    deliver,
    end(recordedId) {
      deliver(Number.POSITIVE_INFINITY)
      const advanced = advance()
      if (advanced) {
        begin(advanced.delta, advanced.text)
        deliver(Number.POSITIVE_INFINITY)
      }
      begin({ t: 'ended', v: published.version, recordedId })
    },
    empty() {
      const viewers = [...seats.keys()]
      seats.clear()
      behind.clear()
      return viewers
    },
  }
}

function isEmpty({ d, c, p, e }: DeltaMessage): boolean {
  return d === 0 && !c && !p && !e
}
