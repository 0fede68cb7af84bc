import type { Header } from '../formats/model.ts'
import type { Order } from './state.ts'

/** The game may resume up to a second before the target: room for two. */
const roomFrames = 120
/** Farther behind than this, a packet is not late but of another time. */
const lateFrames = 20
/** Timing that far behind, so often in a row and rising, is a flashback whose event was lost. */
const behindTimes = 4
/** How long after a flashback packets of before it may arrive (datagrams), and how to tell them. */
const strayDatagrams = 64
const strayFrames = 90

/**
 * R20: in 2022 the only frame number goes back with a flashback. Each flashback begins an epoch
 * whose frames are counted from beyond those of the last one. Here those without an event.
 */
export function followFrames(order: Order, stream: string, header: Header): void {
  if (order.straysLeft > 0) order.straysLeft--
  if (stream !== 'lapData') return
  const raw = header.frameIdentifier
  const last = order.frame - order.frameBase
  if (raw >= last - lateFrames) {
    order.behind = 0
    return
  }
  order.behind = raw > order.behindFrame ? order.behind + 1 : 1
  order.behindFrame = raw
  if (order.behind < behindTimes) return
  order.behind = 0
  order.jumpedFromFrame = last
  order.jumpedToFrame = null
  order.frameBase += last - raw + roomFrames
}

/** Begins the epoch after a flashback's event; false where it, or the packets, told of it before. */
export function rebase(order: Order, fromFrame: number, targetFrame: number): boolean {
  const last = order.frame - order.frameBase
  const isTold =
    Math.abs(fromFrame - order.jumpedFromFrame) < roomFrames &&
    (order.jumpedToFrame === null || order.jumpedToFrame === targetFrame)
  if (isTold && last < fromFrame - lateFrames) return false
  order.frameBase += Math.max(0, fromFrame - targetFrame) + roomFrames
  order.jumpedFromFrame = fromFrame
  order.jumpedToFrame = targetFrame
  order.straysLeft = strayDatagrams
  order.behind = 0
  return true
}

/** What was sent before a flashback and arrives after it looks like a leap ahead. */
export function isStray(order: Order, frame: number): boolean {
  return order.straysLeft > 0 && frame > order.frame + roomFrames + strayFrames
}
