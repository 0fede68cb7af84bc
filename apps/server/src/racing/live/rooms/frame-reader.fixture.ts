import { constants, inflateRawSync } from 'node:zlib'

const RSV1 = 0x40
/** A viewer has four times as much, of which frames use the end. */
const WINDOW_BYTES = 8 * 1024

/** Reads frames as a viewer's connection does, whose inflater retains the end of what it has inflated (RFC 7692). */
export interface FrameReader {
  /** Returns the text of a frame, of which each is read once and in the order of sending. Throws where it cannot be read. */
  read(bytes: Buffer): string
}

export function createFrameReader(): FrameReader {
  let window = Buffer.alloc(0)
  return {
    read(bytes) {
      const [firstByte = 0, length = 0] = bytes
      const payload = bytes.subarray(length < 126 ? 2 : length === 126 ? 4 : 10)
      if ((firstByte & RSV1) === 0) return payload.toString()
      const text = inflateRawSync(payload, {
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(window.length > 0 && { dictionary: window }),
      })
      window = Buffer.concat([window, text]).subarray(-WINDOW_BYTES)
      return text.toString()
    },
  }
}
