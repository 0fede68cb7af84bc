import type { LiveSession } from '@pitboard/contract/live/live'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import type { DeltaMessage, LiveMessage, StateMessage } from '@pitboard/contract/live/live-protocol'
import { createAudience, HEARTBEAT_MS, type SentMessage, type Viewer } from './audience.ts'
import { createFrameSeries, type SharedFrame } from './frame.ts'
import type { TimelineWriter } from '../timelines/stored-timeline.ts'

export const TICK_MS = 100
/** If nobody watches, the timeline gets fewer states: reading one costs as much as its datagrams. */
const UNWATCHED_TICK_MS = 400
/** A clock that jumps, or a machine that slept, adds no more than this to the timeline. */
const STEP_MS_MAX = 60_000

/** A room reads its state from the source. */
export interface LiveSource {
  /**
   * Returns the session as it is now. Parts that did not change are the same objects as in `published`; if
   * nothing changed, the answer is `published` itself. Its version is ignored.
   */
  read(published: LiveSession | null, viewers: number, nowMs: number): LiveSession
}

/** The relay reaches the other servers that have viewers of this session. */
export interface Relay {
  isWatched(): boolean
  viewers(): number
  publish(message: SentMessage, frame: SharedFrame): void
}

/** Viewers watch the session here, wherever it is recorded. */
export interface WatchedRoom {
  /** Returns the message that the connection is alive and nothing has changed. */
  heartbeat(): LiveMessage
  /** Sends a snapshot and subscribes in one step, so that nothing can happen between them. */
  join(viewer: Viewer, nowMs: number): void
  leave(viewer: Viewer): void
  /** Publishes what changed since the last tick as one message. */
  tick(nowMs: number): void
  /** Writes what is under way to at most this many viewers; returns true while some have not got it. */
  deliver(atMost: number): boolean
  /** Removes the viewers, for the directory to close or to move. */
  empty(): Viewer[]
  /** Returns whether the room has failed and shows nothing more. */
  hasFailed(): boolean
  /**
   * Returns whether the server that records the session does not answer: viewers who come now look for
   * another one.
   */
  isLost(): boolean
}

export interface Room extends Omit<WatchedRoom, 'hasFailed' | 'isLost'> {
  /** Returns what viewers see at this version. */
  state(nowMs: number): LiveSession
  /** Returns the same as a message. */
  snapshot(nowMs: number): Extract<StateMessage, { t: 'snapshot' }>
  /** Counts the viewers at all servers. */
  viewers(): number
  /**
   * Publishes the last state and that it was the last; the caller then calls `deliver` until that returns
   * false.
   */
  end(recordedId: string | null, nowMs: number): void
}

const NOBODY: Relay = { isWatched: () => false, viewers: () => 0, publish() {} }

/**
 * Creates the room of one live session with its viewers (docs/live-protocol.md), which knows no socket and no
 * clock. Without a timeline nothing can be played again.
 */
export function createRoom(
  source: LiveSource,
  openedMs: number,
  timeline: TimelineWriter | null = null,
  relay: Relay = NOBODY,
): Room {
  const begun = timeline?.begin() ?? { atMs: 0, version: 1 }
  let published: LiveSession = { ...source.read(null, 0, openedMs), version: begun.version }
  let readMs = openedMs
  let sentAtMs = begun.atMs
  /** It is the moment of the timeline that was read last. */
  let atMs = begun.atMs
  const audience = createAudience(() => ({ state: published, atMs }))
  const frames = createFrameSeries()
  timeline?.add(atMs, published, null)

  const isWatched = () => audience.size() > 0 || relay.isWatched()
  const viewers = () => audience.viewers() + relay.viewers()

  function begin(message: SentMessage, text = JSON.stringify(message)): void {
    sentAtMs = atMs
    const frame = frames.next(message.v, text)
    if (relay.isWatched()) relay.publish(message, frame)
    audience.begin(message, frame)
  }

  /**
   * Moves the timeline by the time that passed, which continues where the server's clock is set forwards or
   * back by hours.
   */
  function moveClock(nowMs: number): void {
    atMs += Math.round(Math.min(Math.max(0, nowMs - readMs), STEP_MS_MAX))
    readMs = nowMs
  }

  function advance(): { readonly delta: DeltaMessage; readonly text: string } | null {
    const read = source.read(published, viewers(), readMs)
    const next = { ...read, version: published.version + 1 }
    const isNeeded = read !== published && (isWatched() || timeline !== null)
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

  /** Reads the state, since a room without viewers is behind until somebody asks. */
  function refresh(nowMs: number): void {
    if (isWatched() || Math.abs(nowMs - readMs) < TICK_MS) return
    moveClock(nowMs)
    advance()
  }

  function heartbeat(): Extract<LiveMessage, { t: 'heartbeat' }> {
    return { t: 'heartbeat', v: published.version, at: atMs }
  }

  function isDue(nowMs: number): boolean {
    // A message is still being written: what changes meanwhile joins the next one.
    if (audience.waiting() > 0) return false
    if (isWatched()) return true
    // Timers are late rather than early.
    return timeline !== null && Math.abs(nowMs - readMs) > UNWATCHED_TICK_MS - TICK_MS / 2
  }

  return {
    state(nowMs) {
      refresh(nowMs)
      return published
    },
    snapshot(nowMs) {
      refresh(nowMs)
      return { t: 'snapshot', v: published.version, at: atMs, state: published }
    },
    viewers,
    heartbeat,
    join(viewer, nowMs) {
      refresh(nowMs)
      audience.join(viewer)
    },
    leave: audience.leave,
    tick(nowMs) {
      if (!isDue(nowMs)) return
      moveClock(nowMs)
      audience.resync(nowMs)
      const advanced = advance()
      if (!isWatched()) return
      if (advanced) begin(advanced.delta, advanced.text)
      else if (atMs - sentAtMs >= HEARTBEAT_MS) begin(heartbeat())
    },
    deliver: audience.deliver,
    end(recordedId, nowMs) {
      moveClock(nowMs)
      const advanced = advance()
      if (advanced) begin(advanced.delta, advanced.text)
      begin({ t: 'ended', v: published.version, recordedId })
    },
    empty: audience.empty,
  }
}

function isEmpty({ d, c, p, e }: DeltaMessage): boolean {
  return d === 0 && !c && !p && !e
}
