import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Each part is one message of the second copy. */
export interface JournalPart {
  /** It is the epoch of the claim under which the part was written. */
  readonly epoch: number
  readonly segment: number
  /** The bytes begin at this offset of the segment. */
  readonly offset: number
  /** It is empty in the first message of a claim, which only fences former owners. */
  readonly bytes: Buffer
}

/** A part fits into a message of 1 MB, the default of NATS, also compressed and with its head. */
export const PART_BYTES_MAX = 256 * 1024

const FORMAT = 1
const HEAD_BYTES = 25
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Encodes u8 format, f64 epoch, f64 segment and f64 offset, followed by the compressed bytes. */
export function encodePart({ epoch, segment, offset, bytes }: JournalPart): Buffer {
  const compressed = bytes.length === 0 ? bytes : zstdCompressSync(bytes, FASTEST)
  const part = Buffer.allocUnsafe(HEAD_BYTES + compressed.length)
  part.writeUInt8(FORMAT, 0)
  part.writeDoubleLE(epoch, 1)
  part.writeDoubleLE(segment, 9)
  part.writeDoubleLE(offset, 17)
  compressed.copy(part, HEAD_BYTES)
  return part
}

/** Throws where the message is not a part of this format. */
export function decodePart(message: Uint8Array): JournalPart {
  const part = Buffer.from(message.buffer, message.byteOffset, message.length)
  if (part.length < HEAD_BYTES || part.readUInt8(0) !== FORMAT) throw new PartError()
  const [epoch, segment, offset] = [1, 9, 17].map((at) => part.readDoubleLE(at))
  if (!isCount(epoch) || !isCount(segment) || !isCount(offset)) throw new PartError()
  const compressed = part.subarray(HEAD_BYTES)
  const bytes =
    compressed.length === 0
      ? compressed
      : zstdDecompressSync(compressed, { maxOutputLength: PART_BYTES_MAX })
  return { epoch, segment, offset, bytes }
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

class PartError extends Error {
  constructor() {
    super('A message of the second copy of a journal has an unknown format.')
    this.name = 'PartError'
  }
}
