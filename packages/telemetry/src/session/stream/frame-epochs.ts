import { frameOf, framesGoBack } from '../../formats/headers.ts'
import type { Header } from '../../formats/model.ts'
import { sessionTimeMs } from '../state/queries.ts'
import type { Order } from '../state/state.ts'

/** The game may resume up to a second before the target: room for two. */
const roomFrames = 120
/** Farther behind than this, a packet is not late but of another time. */
const lateFrames = 20
/** Timing that far behind, so often in a row and rising, is a flashback whose event was lost. */
const behindTimes = 4
/** From 2023 no flashback takes frames back: it is rarer, and takes more to be believed. */
const anewTimes = 10
/** How long after a flashback packets of before it may arrive (datagrams), and how to tell them. */
const strayDatagrams = 64
const strayFrames = 90

/**
 * R20: in 2022 the only frame number goes back with a flashback. Each flashback begins an epoch
 * whose frames are counted from beyond those of the last one. Here those without an event. R24: in
 * every year frames begin anew where the game was left and joined again; time then does not go
 * back, as it does in a stream that is sent once more.
 */
export function detectEpoch(order: Order, stream: string, header: Header): void {
  if (order.straysLeft > 0) order.straysLeft--
  if (stream !== 'lapData') return
  const raw = frameOf(header)
  const last = order.frame - order.frameBase
  const isAnew = framesGoBack(header) || sessionTimeMs(header) > order.timeMs
  if (raw >= last - lateFrames || !isAnew) {
    order.behind = 0
    return
  }
  order.behind = raw > order.behindFrame ? order.behind + 1 : 1
  order.behindFrame = raw
  if (order.behind < (framesGoBack(header) ? behindTimes : anewTimes)) return
  order.behind = 0
  order.jumpedFromFrame = last
  order.jumpedToFrame = null
  order.frameBase += last - raw + roomFrames
}

/** Begins the epoch after a flashback's event; false where it, or the packets, told of it before. */
export function beginEpoch(order: Order, fromFrame: number, targetFrame: number): boolean {
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
