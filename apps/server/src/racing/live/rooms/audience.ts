import type { LiveSession } from '@pitboard/contract/live/live'
import { LiveCloseCode, type LiveMessage } from '@pitboard/contract/live/live-protocol'
import { createSharedFrame, type SharedFrame } from './frame.ts'

/** Viewers show within three seconds that nothing arrives. */
export const HEARTBEAT_MS = 1_000
/** This much may wait in a viewer's socket besides the snapshot it was sent. */
const BACKLOG_BYTES_MAX = 32 * 1024
/** A viewer that was skipped gets its snapshot once no more than this is waiting. */
const CAUGHT_UP_BYTES = 4 * 1024
export const TOO_SLOW_MS = 30_000
/** No state has this version. */
const NO_VERSION = -1

export interface Viewer {
  /** The viewer does not count: a page shows the session beside other things. */
  readonly isUncounted?: boolean
  /** `knowsEarlier` says that the viewer has every message that the frame may refer to. */
  send(frame: SharedFrame, knowsEarlier: boolean): void
  /** It is called when the viewer has fallen behind: what follows is skipped until it has caught up. */
  skip?(): void
  /** Returns what was sent and has not left the socket yet. */
  backlogBytes(): number
  close(code: number, reason?: string): void
}

/** It is the newest state of a session, with its moment on the timeline. */
export interface CurrentState {
  readonly state: LiveSession
  readonly atMs: number
}

/** The message is for viewers who have the state before it. */
export type SentMessage = Exclude<LiveMessage, { t: 'snapshot' } | { t: 'waiting' }>

/** These members decide who gets the message. */
export type SentHead = Pick<SentMessage, 't' | 'v'>

/** The audience is the viewers of one session, with what is being written to them. */
interface Audience {
  /** Counts every viewer who gets the messages. */
  size(): number
  /** Counts the viewers without `isUncounted`. */
  viewers(): number
  /** Sends a snapshot and subscribes in one step; without a state the snapshot follows with the state. */
  join(viewer: Viewer): void
  leave(viewer: Viewer): void
  /**
   * Begins a message, which is written after those before it; the caller then calls `deliver` until that
   * returns false.
   */
  begin(message: SentHead, frame: SharedFrame): void
  /**
   * Notes that the state does not follow from the one before: everyone gets a snapshot, and older messages
   * are dropped.
   */
  replaceState(): void
  /** Counts the messages that are being written or wait for it. */
  waiting(): number
  /** Writes to at most this many viewers; returns true while some have not got everything. */
  deliver(atMost: number): boolean
  /**
   * Sends a snapshot to viewers that were skipped and have caught up, and closes the others after a while.
   */
  resync(nowMs: number): void
  /** Removes the viewers, for the directory to close or to move. */
  empty(): Viewer[]
}

interface Seat {
  /** The viewer has this version, or will have it once what was written has arrived. */
  version: number
  /** The viewer began with the snapshot of this version, and has all messages since. */
  snapshotVersion: number
  /** The viewer has been skipped since this time; null if they are not behind. */
  behindSinceMs: number | null
  backlogBytesMax: number
}

/** Viewers who join while nothing changes share it; its moment is the current one. */
interface Snapshot extends CurrentState {
  readonly frame: SharedFrame
  readonly bytes: number
}

interface Broadcast {
  readonly message: SentHead | 'snapshot'
  readonly frame: SharedFrame | null
  readonly left: Iterator<[Viewer, Seat]>
}

/** Creates an audience without viewers. `current` returns null as long as no state is known. */
export function createAudience(current: () => CurrentState | null): Audience {
  const seats = new Map<Viewer, Seat>()
  const behind = new Set<Viewer>()
  const queue: Broadcast[] = []
  let broadcast: Broadcast | null = null
  let snapshot: Snapshot | null = null
  let checkedMs = 0
  let uncounted = 0

  function findSnapshot(): Snapshot | null {
    const now = current()
    if (!now) return null
    const { state, atMs } = now
    if (snapshot?.state === state && atMs - snapshot.atMs < HEARTBEAT_MS) return snapshot
    const message: LiveMessage = { t: 'snapshot', v: state.version, at: atMs, state }
    const text = JSON.stringify(message)
    snapshot = { state, atMs, frame: createSharedFrame(text), bytes: text.length }
    return snapshot
  }

  function sendSnapshot(viewer: Viewer, seat: Seat): void {
    const sent = findSnapshot()
    if (!sent) return
    seat.version = sent.state.version
    seat.snapshotVersion = seat.version
    seat.behindSinceMs = null
    seat.backlogBytesMax = BACKLOG_BYTES_MAX + sent.bytes
    behind.delete(viewer)
    viewer.send(sent.frame, false)
  }

  function offer(viewer: Viewer, seat: Seat, { message, frame }: Broadcast): void {
    if (message === 'snapshot' || frame === null) {
      if (seat.version !== NO_VERSION) return
      if (viewer.backlogBytes() <= CAUGHT_UP_BYTES) sendSnapshot(viewer, seat)
      else skip(viewer, seat)
      return
    }
    if (message.t === 'ended' && seat.version < message.v) sendSnapshot(viewer, seat)
    const follows = message.t === 'delta' ? seat.version + 1 : seat.version
    if (follows !== message.v) return
    if (viewer.backlogBytes() > seat.backlogBytesMax) {
      skip(viewer, seat)
      return
    }
    seat.version = message.v
    viewer.send(frame, knowsEarlier(seat, frame))
  }

  function knowsEarlier({ snapshotVersion }: Seat, { sinceVersion }: SharedFrame): boolean {
    return sinceVersion !== null && snapshotVersion < sinceVersion
  }

  function skip(viewer: Viewer, seat: Seat): void {
    seat.behindSinceMs ??= checkedMs
    behind.add(viewer)
    viewer.skip?.()
  }

  function leave(viewer: Viewer): void {
    if (seats.delete(viewer) && viewer.isUncounted === true) uncounted--
    behind.delete(viewer)
  }

  function begin(message: Broadcast['message'], frame: SharedFrame | null): void {
    const next = { message, frame, left: seats.entries() }
    if (broadcast) queue.push(next)
    else broadcast = next
  }

  return {
    size: () => seats.size,
    viewers: () => seats.size - uncounted,
    join(viewer) {
      const seat: Seat = {
        version: NO_VERSION,
        snapshotVersion: NO_VERSION,
        behindSinceMs: null,
        backlogBytesMax: 0,
      }
      if (viewer.isUncounted === true && !seats.has(viewer)) uncounted++
      seats.set(viewer, seat)
      sendSnapshot(viewer, seat)
    },
    leave,
    begin,
    replaceState() {
      broadcast = null
      queue.length = 0
      for (const seat of seats.values()) seat.version = NO_VERSION
      begin('snapshot', null)
    },
    waiting: () => queue.length + (broadcast ? 1 : 0),
    deliver(atMost) {
      for (let written = 0; broadcast && written < atMost; written++) {
        const { value: entry, done } = broadcast.left.next()
        if (done) broadcast = queue.shift() ?? null
        else offer(entry[0], entry[1], broadcast)
      }
      return broadcast !== null
    },
    resync(nowMs) {
      checkedMs = nowMs
      for (const viewer of behind) {
        const seat = seats.get(viewer)
        if (!seat) continue
        if (viewer.backlogBytes() <= CAUGHT_UP_BYTES) {
          sendSnapshot(viewer, seat)
        } else if (seat.behindSinceMs !== null && nowMs - seat.behindSinceMs >= TOO_SLOW_MS) {
          leave(viewer)
          viewer.close(LiveCloseCode.TooSlow)
        }
      }
    },
    empty() {
      const viewers = [...seats.keys()]
      seats.clear()
      behind.clear()
      uncounted = 0
      return viewers
    },
  }
}
