export interface ByteReader {
  /** Bytes that were taken so far: where the next one stands. */
  readonly offset: number
  /** The next `length` bytes, or null where fewer are left (they stay). */
  take(length: number): Promise<Uint8Array | null>
  /** As many of the next `length` bytes as there are, without taking them. */
  peek(length: number): Promise<Uint8Array>
  /** What is at hand of the next bytes, at least one unless they have ended. */
  takeSome(): Promise<Uint8Array>
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
  let takenBefore = 0
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
    takenBefore += at
    held = pieces.length === 1 ? (pieces[0] ?? held) : joined(pieces, size)
    at = 0
  }

  return {
    get offset() {
      return takenBefore + at
    },
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
    async takeSome() {
      if (held.length === at) await fill(1)
      const some = held.subarray(at)
      at = held.length
      return some
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

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
