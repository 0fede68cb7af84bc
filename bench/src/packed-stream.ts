import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Datagram } from '@pitboard/telemetry/decode'

/**
 * Packs datagrams in one piece of memory. As objects of their own they would make every collection of garbage of the
 * measured code more expensive, which no stream of a socket or file does.
 */
export function packStream(datagrams: readonly Datagram[]): () => Generator<Datagram> {
  const bytes = Buffer.concat(datagrams.map((datagram) => datagram.bytes))
  const times = Float64Array.from(datagrams, ({ atMs }) => atMs)
  const lengths = Uint16Array.from(datagrams, (datagram) => datagram.bytes.length)
  return function* read() {
    let at = 0
    for (let n = 0; n < lengths.length; n++) {
      const end = at + itemAt(lengths, n)
      yield { atMs: itemAt(times, n), bytes: bytes.subarray(at, end) }
      at = end
    }
  }
}
