import type { Header, Rejected } from '../../formats/model.ts'
import type { ReadPacket, SessionDecoder } from '../state/session-decoder.ts'
import type { StoredPacket, TrackedSession } from '../state/state.ts'
import { sessionTimeMs } from '../state/queries.ts'
import { frameIn } from '../stream/order.ts'

const longestDatagram = 2048

/** Stores the bytes of the newest packet of a kind in place of the one before. */
export function storePacket<Car>(
  session: TrackedSession,
  before: StoredPacket<Car> | null,
  bytes: Uint8Array,
  header: Header,
  decoder: SessionDecoder,
): StoredPacket<Car> {
  const stored = before ?? {
    bytes: new Uint8Array(longestDatagram),
    length: 0,
    frame: -1,
    timeMs: 0,
    cars: null,
    decoder,
  }
  stored.bytes.set(bytes)
  stored.length = bytes.length
  stored.frame = frameIn(session, header)
  stored.timeMs = sessionTimeMs(header)
  stored.cars = null
  return stored
}

/** Returns the cars of a stored packet, which are decoded once; empty before the first packet. */
export function carsOf<Car>(
  stored: StoredPacket<Car> | null,
  read: (packet: ReadPacket | Rejected) => readonly Car[],
): readonly Car[] {
  if (stored === null) return []
  const { bytes, length, decoder } = stored
  stored.cars ??= read(decoder.decodeDatagram(bytes.subarray(0, length)))
  return stored.cars
}
