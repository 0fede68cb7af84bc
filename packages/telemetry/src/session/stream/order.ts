import { frameOf, framesGoBack } from '../../formats/headers.ts'
import type { Header } from '../../formats/model.ts'
import { sessionTimeMs } from '../state/queries.ts'
import { appendEvent } from '../state/event-feed.ts'
import { detectEpoch, isStray, beginEpoch } from './frame-epochs.ts'
import { rewind } from './rewind.ts'
import type { TrackedSession } from '../state/state.ts'

/** Session time is a 32-bit float: smaller decreases are rounding. */
const roundingMs = 100

/** The rising frame number of a datagram in every year; 0 once the session is over. */
export function frameIn(session: TrackedSession, header: Header): number {
  const frame = frameOf(header)
  return frame === 0 ? 0 : session.order.frameBase + frame
}

/** Session time in ms; the last session time after the end, where 2022 sends 0. */
export function timeIn(session: TrackedSession, header: Header): number {
  const timeMs = sessionTimeMs(header)
  return timeMs === 0 && frameOf(header) === 0 ? session.order.timeMs : timeMs
}

/**
 * R4, R5: advances the order of a stream (packet kind, and car if it covers one) and returns whether the
 * packet is newer than the last one. A later frame with an earlier session time is a flashback.
 */
export function acceptPacket(session: TrackedSession, stream: string, header: Header): boolean {
  if (frameOf(header) === 0) return true
  const { order } = session
  detectEpoch(order, stream, header)
  const frame = frameIn(session, header)
  if (isVoided(session, header)) return false
  if (frame < (order.frameOf.get(stream) ?? 0)) return false
  order.frameOf.set(stream, frame)
  if (frame <= order.frame) return true
  const timeMs = sessionTimeMs(header)
  if (timeMs < order.timeMs - roundingMs) {
    // R5: events of earlier frames at this exact moment are void too.
    order.rewoundAtFrame = frame - 1
    order.rewoundToMs = timeMs - 1
    rewind(session, timeMs, timeMs)
    appendEvent(session, { kind: 'flashback', timeMs, value: timeMs })
  }
  order.frame = frame
  order.timeMs = timeMs
  return true
}

/** R6: whether a packet was sent before a flashback and is later than its target. */
export function isVoided(session: TrackedSession, header: Header): boolean {
  const { order } = session
  const frame = frameIn(session, header)
  if (frame === 0) return false
  if (framesGoBack(header) && isStray(order, frame)) return true
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
  order.rewoundAtFrame = frame
  order.rewoundToMs = targetMs
  order.frame = frame
  order.timeMs = targetMs
  rewind(session, targetMs)
  // At the time of the target, so that the flashback does not void its own event.
  appendEvent(session, { kind: 'flashback', timeMs: targetMs, value: targetMs })
}
