import type { FrameHeader } from '../../formats/format-table.ts'
import { frameOf } from '../../formats/headers.ts'
import { sessionTimeMs } from '../state/queries.ts'
import type { Epoch, Order } from '../state/state.ts'

/** No race has nearly as many epochs; only a faulty stream has more. */
const mostEpochs = 128
/** This many frames are nineteen hours at 60 Hz. */
const mostFrames = 1 << 22
const fewestFrames = 1 << 14
/** The last frames before a flashback may arrive after its event. */
const overrunFrames = 90

/** A packet that is farther behind is not late but belongs to another epoch. */
export const lateFrames = 20

/** Begins an epoch whose frames are counted from `added` beyond those of the one before. */
export function addEpoch(order: Order, lastFrame: number, added: number, isInTime: boolean): void {
  const { frameBase, timeMs: endMs } = order
  order.epochs.push({ frameBase, lastFrame, endMs, isInTime })
  if (order.epochs.length > mostEpochs) order.epochs.shift()
  order.frameBase += added
}

/**
 * Returns what is added to the frame of a datagram. A datagram that is sent a second time gets the value of the epoch
 * in which it was sent first: if frames have restarted, epochs follow each other in session time; if a flashback has
 * turned frames back (2022), LapData shows it (`findRepeated`).
 */
export function frameBaseOf(order: Order, header: FrameHeader): number {
  const { epochs, repeated, frameBase } = order
  if (epochs.length === 0) return frameBase
  if (repeated !== null) return repeated.frameBase
  const timeMs = sessionTimeMs(header)
  const earlier = epochs.find(
    ({ isInTime, lastFrame, endMs }) => isInTime && timeMs <= endMs && frameOf(header) <= lastFrame,
  )
  return earlier?.frameBase ?? frameBase
}

/**
 * Stops using the times of the epochs after a flashback's target, because the stream goes through them again.
 */
export function forgetTimesAfter(order: Order, timeMs: number): void {
  order.epochs = order.epochs.map((epoch) =>
    epoch.endMs > timeMs ? { ...epoch, isInTime: false } : epoch,
  )
}

/**
 * Returns where this LapData has been received before; null if it is new. Frame and time alone cannot tell: after a
 * flashback of 2022 both come again, with other timing. A stream that is sent again goes through the epochs in their
 * order, and into the next one where its frames go back.
 */
export function findRepeated(
  order: Order,
  header: FrameHeader,
  bytes: Uint8Array,
): Order['repeated'] {
  const { repeated, epochs, digests } = order
  const digest = digestOf(bytes)
  const frame = frameOf(header)
  const bases = [...epochs.map((epoch) => epoch.frameBase), order.frameBase]
  const last = repeated === null ? 0 : bases.indexOf(repeated.frameBase)
  const from = repeated !== null && frame < repeated.frame - lateFrames ? last + 1 : last
  const inOrder = [...bases.slice(from), ...bases.slice(0, from)]
  const frameBase =
    inOrder.find((base) => digests[base + frame] === digest) ??
    epochs.find((epoch) => continuesRepeat(order, epoch, frame))?.frameBase
  return frameBase === undefined ? null : { frameBase, frame }
}

/**
 * Returns whether a datagram continues the repetition of an epoch: what got lost the first time is closer to
 * the last repeated frame than to the newest one.
 */
function continuesRepeat({ repeated, frame, frameBase }: Order, epoch: Epoch, at: number): boolean {
  if (repeated === null || repeated.frameBase !== epoch.frameBase) return false
  if (at < repeated.frame || at > epoch.lastFrame + overrunFrames) return false
  return at - repeated.frame < Math.abs(at - (frame - frameBase))
}

/** Remembers LapData for `findRepeated`. */
export function rememberTiming(order: Order, header: FrameHeader, bytes: Uint8Array): void {
  const frame = order.frameBase + frameOf(header)
  if (frame >= mostFrames) return
  if (frame >= order.digests.length) {
    const grown = new Uint32Array(Math.max(fewestFrames, 2 ** Math.ceil(Math.log2(frame + 1))))
    grown.set(order.digests)
    order.digests = grown
  }
  order.digests[frame] = digestOf(bytes)
}

/** Returns the FNV-1a digest, but never 0, which stands for a frame without timing. */
function digestOf(bytes: Uint8Array): number {
  let digest = 0x811c9dc5
  for (const byte of bytes) digest = Math.imul(digest ^ byte, 0x01000193)
  return digest >>> 0 || 1
}
