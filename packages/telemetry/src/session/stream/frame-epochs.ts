import { frameOf, framesGoBack } from '../../formats/headers.ts'
import type { Header } from '../../formats/model.ts'
import { sessionTimeMs } from '../state/queries.ts'
import type { Order } from '../state/state.ts'

/** The game may resume up to a second before the target; this is room for two seconds. */
const roomFrames = 120
/** A packet that is farther behind is not late but belongs to another epoch. */
const lateFrames = 20
/** So many rising LapData packets behind in a row indicate a flashback without its event. */
const behindTimes = 4
/** From 2023 flashbacks do not decrease frames, so a decrease needs more evidence. */
const restartTimes = 10
/** For so many datagrams after a flashback, a packet so far ahead is from before it. */
const strayDatagrams = 64
const strayFrames = 90

/**
 * R20: detects a flashback of 2022 without its event; it begins an epoch with frames beyond those of the
 * previous one. R24: detects frames that restart after the player has joined again. The session time does
 * not decrease then, as it does in a stream that is sent a second time.
 */
export function detectEpoch(order: Order, stream: string, header: Header): void {
  if (order.straysLeft > 0) order.straysLeft--
  if (stream !== 'lapData') return
  const raw = frameOf(header)
  const last = order.frame - order.frameBase
  const mayRestart = framesGoBack(header) || sessionTimeMs(header) > order.timeMs
  if (raw >= last - lateFrames || !mayRestart) {
    order.behind = 0
    return
  }
  order.behind = raw > order.behindFrame ? order.behind + 1 : 1
  order.behindFrame = raw
  if (order.behind < (framesGoBack(header) ? behindTimes : restartTimes)) return
  order.behind = 0
  order.jumpedFromFrame = last
  order.jumpedToFrame = null
  order.frameBase += last - raw + roomFrames
}

/** Begins the epoch of a flashback event; false if the flashback is already known. */
export function beginEpoch(order: Order, fromFrame: number, targetFrame: number): boolean {
  const last = order.frame - order.frameBase
  const isKnown =
    Math.abs(fromFrame - order.jumpedFromFrame) < roomFrames &&
    (order.jumpedToFrame === null || order.jumpedToFrame === targetFrame)
  if (isKnown && last < fromFrame - lateFrames) return false
  order.frameBase += Math.max(0, fromFrame - targetFrame) + roomFrames
  order.jumpedFromFrame = fromFrame
  order.jumpedToFrame = targetFrame
  order.straysLeft = strayDatagrams
  order.behind = 0
  return true
}

/** Whether a packet was sent before a flashback and arrives after it, far ahead of the others. */
export function isStray(order: Order, frame: number): boolean {
  return order.straysLeft > 0 && frame > order.frame + roomFrames + strayFrames
}
