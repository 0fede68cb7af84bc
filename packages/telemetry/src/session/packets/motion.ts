import { frameIn, acceptPacket } from '../stream/order.ts'
import type { SessionDecoder } from '../state/session-decoder.ts'
import type { StoredMotion, MotionCar, TrackedSession } from '../state/state.ts'

const longestDatagram = 2048

/** Stores the bytes of the latest motion packet. They are decoded when positions are requested. */
export function storeMotion(
  session: TrackedSession,
  bytes: Uint8Array,
  decoder: SessionDecoder,
): void {
  const read = decoder.readHeader(bytes)
  if (read.kind === 'rejected' || !acceptPacket(session, 'motion', read.header)) return
  session.motion ??= {
    bytes: new Uint8Array(longestDatagram),
    length: 0,
    frame: -1,
    cars: null,
    decoder,
  }
  session.motion.bytes.set(bytes)
  session.motion.length = bytes.length
  session.motion.frame = frameIn(session, read.header)
  session.motion.cars = null
}

/** The positions of the cars; empty before the first motion packet. */
export function motionOf({ motion }: TrackedSession): readonly MotionCar[] {
  if (motion === null) return []
  motion.cars ??= decodeCars(motion)
  return motion.cars
}

function decodeCars({ bytes, length, decoder }: StoredMotion): readonly MotionCar[] {
  const packet = decoder.decodeDatagram(bytes.subarray(0, length))
  return packet.kind === 'motion' ? packet.cars : []
}

/** Rounds to tenths; never returns -0, which JSON cannot represent. */
export function toTenth(value: number): number {
  return Math.round(value * 10) / 10 + 0
}

/** Rounds to an integer; never returns -0. */
export function toWhole(value: number): number {
  return Math.round(value) + 0
}
