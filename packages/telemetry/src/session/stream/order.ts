import type { FrameHeader } from '../../formats/format-table.ts'
import { frameOf, framesGoBack } from '../../formats/headers.ts'
import type { Header, PacketKind } from '../../formats/model.ts'
import { sessionTimeMs } from '../state/queries.ts'
import { appendEvent } from '../state/event-feed.ts'
import { rewind } from './rewind.ts'
import type { Order, TrackedSession } from '../state/state.ts'
import type { Datagram } from '../../decode.ts'
import {
  addEpoch,
  findRepeated,
  forgetTimesAfter,
  frameBaseOf,
  lateFrames,
  rememberTiming,
} from './epochs.ts'

const mostOf: ReadonlyMap<PacketKind, number> = new Map([
  ['event', 64],
  ['participants', 64],
  // The limit is half a second of timing, because Session arrives twice a second.
  ['lapData', 32],
])

interface Held extends Datagram {
  readonly kind: PacketKind
}

/** R1: the datagrams are those of one UID that arrived before its Session packet. */
interface EarlyDatagrams {
  hold(uid: bigint, kind: PacketKind, bytes: Uint8Array, atMs: number): void
  /** Returns the datagrams of this UID in order, and clears them. */
  take(uid: bigint): readonly Datagram[]
}

/** R1: creates a buffer for datagrams that arrive before the Session packet. */
export function createEarlyDatagrams(): EarlyDatagrams {
  let heldUid = 0n
  let held: Held[] = []
  return {
    hold(uid, kind, bytes, atMs) {
      const most = mostOf.get(kind)
      if (most === undefined) return
      if (heldUid !== uid) held = []
      heldUid = uid
      const count = held.reduce((sum, other) => (other.kind === kind ? sum + 1 : sum), 0)
      if (count >= most && kind !== 'lapData') return
      if (count >= most) {
        const oldest = held.findIndex((other) => other.kind === kind)
        held.splice(oldest, 1)
      }
      held.push({ kind, bytes: bytes.slice(), atMs })
    },
    take(uid) {
      const taken = heldUid === uid ? held : []
      held = []
      return taken
    },
  }
}

/** The game may resume up to a second before the target; this is room for two seconds. */
const roomFrames = 120
/** A flashback without its event shows in this many consecutive LapData packets that rise but lie behind. */
const behindTimes = 4
/** Flashbacks from 2023 on do not decrease frames, so a decrease needs more evidence. */
const restartTimes = 10
/**
 * A packet that is farther ahead than `roomFrames` and `strayFrames` is from before a flashback if it arrives
 * within this many datagrams after it.
 */
const strayDatagrams = 64
const strayFrames = 90

/**
 * R20: detects a flashback of 2022 without its event; it begins an epoch with frames beyond those of the
 * previous one. R24: detects frames that restart after the player has joined again. The session time does
 * not decrease then, as it does in a stream that is sent a second time.
 */
function detectEpoch(
  order: Order,
  stream: string,
  header: Header,
  timing: Uint8Array | null,
): void {
  if (order.straysLeft > 0) order.straysLeft--
  if (stream !== 'lapData') return
  const raw = frameOf(header)
  const last = order.frame - order.frameBase
  const base = frameBaseOf(order, header)
  const isBehind = base + raw < order.frame - lateFrames
  const mayRepeat = isBehind || base !== order.frameBase
  order.repeated = timing !== null && mayRepeat ? findRepeated(order, header, timing) : null
  if (order.repeated !== null) {
    order.behind = 0
    return
  }
  // Datagrams that were sent before a flashback, and arrive again, are later than its target.
  const isLater = sessionTimeMs(header) > order.timeMs && !isBeforeFlashback(order, header)
  const mayRestart = framesGoBack(header) || isLater
  if (!isBehind || !mayRestart) {
    order.behind = 0
    return
  }
  // Datagrams of the same frames, or of ones just before, that a second recorder of the game sends are not evidence
  // against it.
  if (order.behind > 0 && raw <= order.behindFrame && raw >= order.behindFrame - lateFrames) return
  order.behind = raw > order.behindFrame ? order.behind + 1 : 1
  order.behindFrame = raw
  if (order.behind < (framesGoBack(header) ? behindTimes : restartTimes)) return
  order.behind = 0
  order.jumpedFromFrame = last
  order.jumpedToFrame = null
  addEpoch(order, last, last - raw + roomFrames, sessionTimeMs(header) > order.timeMs)
}

/** Begins the epoch of a flashback event; returns false if the flashback is already known. */
function beginEpoch(order: Order, fromFrame: number, targetFrame: number): boolean {
  const last = order.frame - order.frameBase
  const isKnown =
    Math.abs(fromFrame - order.jumpedFromFrame) < roomFrames &&
    (order.jumpedToFrame === null || order.jumpedToFrame === targetFrame)
  if (isKnown && last < fromFrame - lateFrames) return false
  addEpoch(order, fromFrame, Math.max(0, fromFrame - targetFrame) + roomFrames, false)
  order.repeated = null
  order.jumpedFromFrame = fromFrame
  order.jumpedToFrame = targetFrame
  order.straysLeft = strayDatagrams
  order.behind = 0
  return true
}

/** Returns whether a packet was sent before a flashback and arrives after it, far ahead of the others. */
function isStray(order: Order, frame: number): boolean {
  return order.straysLeft > 0 && frame > order.frame + roomFrames + strayFrames
}

/** Session time is a 32-bit float, so that smaller decreases are rounding. */
const roundingMs = 100

/** Returns the rising frame number of a datagram in every year; 0 once the session is over. */
export function frameIn(session: TrackedSession, header: FrameHeader): number {
  const frame = frameOf(header)
  return frame === 0 ? 0 : frameBaseOf(session.order, header) + frame
}

/** Returns the session time in ms; after the end, where 2022 sends 0, it is the last session time. */
export function timeIn(session: TrackedSession, header: Header): number {
  const timeMs = sessionTimeMs(header)
  return timeMs === 0 && frameOf(header) === 0 ? session.order.timeMs : timeMs
}

/**
 * R4, R5: advances the order of a stream (packet kind, and car if it covers one) and returns whether the
 * packet is newer than the last one. A later frame with an earlier session time is a flashback. `timing` is the
 * datagram of LapData.
 */
export function acceptPacket(
  session: TrackedSession,
  stream: string,
  header: Header,
  timing: Uint8Array | null = null,
): boolean {
  if (frameOf(header) === 0) return true
  const { order } = session
  const goesBack = framesGoBack(header)
  detectEpoch(order, stream, header, goesBack ? timing : null)
  const frame = frameIn(session, header)
  if (isVoided(session, header)) return false
  const lastFrame = order.frameOf.get(stream)
  if (lastFrame !== undefined && frame < lastFrame) return false
  order.frameOf.set(stream, frame)
  if (goesBack && timing !== null) rememberTiming(order, header, timing)
  if (frame <= order.frame) return true
  const timeMs = sessionTimeMs(header)
  if (timeMs < order.timeMs - roundingMs) {
    // R5: events of earlier frames at this exact moment are void too.
    order.rewoundAtFrame = frame - 1
    order.rewoundToMs = timeMs - 1
    forgetTimesAfter(order, timeMs)
    rewind(session, timeMs, timeMs)
    appendEvent(session, { kind: 'flashback', timeMs, value: timeMs })
  }
  order.frame = frame
  order.timeMs = timeMs
  return true
}

/**
 * R4: returns whether an event belongs to a part of the stream that has passed. While timing indicates that
 * an epoch begins, nothing is old (R20, R24).
 */
export function isOld({ order }: TrackedSession, header: FrameHeader): boolean {
  if (frameOf(header) === 0 || order.behind > 0) return false
  return frameBaseOf(order, header) + frameOf(header) < order.frame - lateFrames
}

/** R6: returns whether a packet was sent before a flashback and is later than its target. */
export function isVoided(session: TrackedSession, header: FrameHeader): boolean {
  const { order } = session
  const frame = frameIn(session, header)
  if (frame === 0) return false
  if (framesGoBack(header) && isStray(order, frame)) return true
  return isBeforeFlashback(order, header)
}

function isBeforeFlashback(order: Order, header: FrameHeader): boolean {
  const frame = frameBaseOf(order, header) + frameOf(header)
  return frame <= order.rewoundAtFrame && sessionTimeMs(header) > order.rewoundToMs
}

/** R6: applies a flashback event, unless later packets have already revealed the flashback. */
export function applyFlashback(
  session: TrackedSession,
  header: Header,
  targetFrame: number,
  targetMs: number,
): void {
  const { order } = session
  const frame = frameIn(session, header)
  if (framesGoBack(header)) {
    if (!beginEpoch(order, header.frameIdentifier, targetFrame)) return
  } else if (order.frame > frame) return
  forgetTimesAfter(order, targetMs)
  order.rewoundAtFrame = frame
  order.rewoundToMs = targetMs
  order.frame = frame
  order.timeMs = targetMs
  rewind(session, targetMs)
  // The event gets the time of the target, so that the flashback does not void it.
  appendEvent(session, { kind: 'flashback', timeMs: targetMs, value: targetMs })
}
