export interface ByteReader {
  /** The next `length` bytes, or null where fewer are left (they stay). */
  take(length: number): Promise<Uint8Array | null>
  /** As many of the next `length` bytes as there are, without taking them. */
  peek(length: number): Promise<Uint8Array>
  /** False at the end of the bytes. */
  hasMore(): Promise<boolean>
  /** Lets go of the source before its end. */
  close(): Promise<void>
}

/** Reads exact lengths out of chunks of any size. */
export function createByteReader(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const source = chunks[Symbol.asyncIterator]()
  let held: Uint8Array = new Uint8Array()
  let at = 0
  let ended = false

  async function fill(length: number): Promise<void> {
    const pieces = [held.subarray(at)]
    let size = held.length - at
    while (size < length && !ended) {
      const next = await source.next()
      if (next.done === true) {
        ended = true
      } else {
        pieces.push(next.value)
        size += next.value.length
      }
    }
    held = pieces.length === 1 ? (pieces[0] ?? held) : Buffer.concat(pieces, size)
    at = 0
  }

  return {
    async take(length) {
      if (held.length - at < length) await fill(length)
      if (held.length - at < length) return null
      at += length
      return held.subarray(at - length, at)
    },
    async peek(length) {
      if (held.length - at < length) await fill(length)
      return held.subarray(at, at + length)
    },
    async hasMore() {
      if (held.length === at) await fill(1)
      return held.length > at
    },
    async close() {
      await source.return?.()
    },
  }
}
