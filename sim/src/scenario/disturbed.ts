import { readHeader } from '@pitboard/telemetry/decode'
import type { Sent } from '../broadcast.ts'
import type { Situation } from '../situations.ts'

const SHRINK_EVERY = 7

/**
 * What the stream itself does to a session: repeats penalties and histories, comes back to
 * shorter histories, or ends before the last lap data.
 */
export function* disturb(
  stream: Iterable<Sent>,
  situations: ReadonlySet<Situation>,
  lastLapDataMs: number,
): Generator<Sent> {
  const early = new Map<number, Uint8Array>()
  let histories = 0
  for (const sent of stream) {
    const { atMs, bytes } = sent
    const read = readHeader(bytes)
    if (read.kind === 'rejected') throw new Error(`Sent a datagram that is none: ${read.reason}`)
    if (read.kind === 'lapData' && atMs > lastLapDataMs) continue
    yield sent
    if (
      read.kind === 'event' &&
      situations.has('penaltiesTwice') &&
      isPenalty(bytes, read.headerSize)
    ) {
      yield sent
    }
    if (read.kind !== 'sessionHistory' || read.header.sessionUid === 0n) continue
    if (situations.has('historiesRepeat')) yield sent
    if (!situations.has('historiesShrink')) continue
    const car = bytes[read.headerSize] ?? 0
    const before = early.get(car)
    if (before && ++histories % SHRINK_EVERY === 0) {
      yield { atMs, bytes: withHeaderOf(bytes, before, read.headerSize) }
    }
    // One of the race's beginning, so that it has fewer laps later on.
    if (!before || histories % (SHRINK_EVERY * 9) === 0) early.set(car, bytes)
  }
}

function isPenalty(bytes: Uint8Array, at: number): boolean {
  return String.fromCharCode(...bytes.subarray(at, at + 4)) === 'PENA'
}

function withHeaderOf(header: Uint8Array, body: Uint8Array, size: number): Uint8Array {
  const made = body.slice()
  made.set(header.subarray(0, size))
  return made
}
