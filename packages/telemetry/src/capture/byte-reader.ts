export interface CapturedFrame {
  /** The unit is Unix milliseconds, with the fraction that the file has. */
  readonly atMs: number
  /** It is the LINKTYPE of the bytes (tcpdump.org/linktypes). */
  readonly linkType: number
  readonly bytes: Uint8Array
}

/** Capture tools do not write longer records: a longer one means a broken file. */
export const RECORD_BYTES_MAX = 4 * 1024 * 1024

/** UDP over IPv4 has no longer payload; the game's datagrams are much shorter. */
export const DATAGRAM_BYTES_MAX = 65_507

/** Returns a note about damage in a file. What precedes the damage is used. */
export function damageAt(offset: number, what: string): string {
  return `byte ${offset}: ${what}; everything before it is used`
}

export interface ByteReader {
  /** Counts the bytes that have been taken. */
  readonly offset: number
  /** Takes the next `length` bytes; null if fewer are left, and then takes none. */
  take(length: number): Promise<Uint8Array | null>
  /** Returns up to `length` of the next bytes without taking them. */
  peek(length: number): Promise<Uint8Array>
  /** Takes the buffered bytes, at least one unless the source has ended. */
  takeSome(): Promise<Uint8Array>
  /** Returns false at the end of the bytes. */
  hasMore(): Promise<boolean>
  close(): Promise<void>
}

/** Creates a reader of exact lengths from chunks of any size. */
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
