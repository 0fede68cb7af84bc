import { acceptPacket } from '../stream/order.ts'
import type { SessionDecoder } from '../state/session-decoder.ts'
import type { MotionCar, TrackedSession } from '../state/state.ts'
import { carsOf, storePacket } from './stored-packet.ts'

/** Stores the latest motion packet. It is decoded when positions are requested. */
export function storeMotion(
  session: TrackedSession,
  bytes: Uint8Array,
  decoder: SessionDecoder,
): void {
  const read = decoder.readHeader(bytes)
  if (read.kind === 'rejected' || !acceptPacket(session, 'motion', read.header)) return
  session.motion = storePacket(session, session.motion, bytes, read.header, decoder)
}

/** Returns the positions of the cars; empty before the first motion packet. */
export function motionOf({ motion }: TrackedSession): readonly MotionCar[] {
  return carsOf(motion, (packet) => (packet.kind === 'motion' ? packet.cars : []))
}

/** Rounds to tenths; never returns -0, which JSON cannot represent. */
export function toTenth(value: number): number {
  return Math.round(value * 10) / 10 + 0
}

/** Rounds to an integer; never returns -0. */
export function toWhole(value: number): number {
  return Math.round(value) + 0
}
