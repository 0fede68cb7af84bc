import { frameIn, acceptPacket } from '../stream/order.ts'
import type { SessionDecoder } from '../state/session-decoder.ts'
import type { StoredMotion, MotionCar, TrackedSession } from '../state/state.ts'

const longestDatagram = 2048

/** Keeps the bytes of the latest motion packet, to be decoded when somebody asks for positions. */
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

/** Where each car is; empty before any position came. */
export function motionOf({ motion }: TrackedSession): readonly MotionCar[] {
  if (motion === null) return []
  motion.cars ??= decodeCars(motion)
  return motion.cars
}

function decodeCars({ bytes, length, decoder }: StoredMotion): readonly MotionCar[] {
  const packet = decoder.decodeDatagram(bytes.subarray(0, length))
  return packet.kind === 'motion' ? packet.cars : []
}

/** Metres or metres a second as the wire carries them; never -0, which JSON does not know. */
export function toTenth(value: number): number {
  return Math.round(value * 10) / 10 + 0
}

/** The nearest whole number; never -0. */
export function toWhole(value: number): number {
  return Math.round(value) + 0
}
