import { decodeDatagram, readHeader } from '@pitboard/telemetry/decode'

/** Why a datagram is none of a game that is understood, or null where it is one. */
export function rejectReasonOf(bytes: Uint8Array): string | null {
  const header = readHeader(bytes)
  if (header.kind === 'rejected') return header.reason
  // Only the whole of an event shows whether its code is known.
  if (header.kind !== 'event') return null
  const event = decodeDatagram(bytes)
  return event.kind === 'rejected' ? event.reason : null
}
