import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

const FIN_TEXT = 0x81
/** The bit marks a message compressed by permessage-deflate (RFC 7692 §6). */
const RSV1 = 0x40
/** Below it deflate saves nothing worth its time. */
const DEFLATE_BYTES_MIN = 100
/** Larger messages profit from the full window; small ones start faster with a small one. */
const SMALL_BYTES_MAX = 8 * 1024
/** The last bytes are deflate's empty block, which the extension leaves out (RFC 7692 §7.2.1). */
const TAIL_BYTES = 4
/** A message of a full grid that changes completely is a tenth of it. */
const TEXT_BYTES_MAX = 8 * 1024 * 1024

/** Each frame of a message is made once, whatever the number of viewers. */
export interface SharedFrame {
  plain(): Buffer
  /** Serves viewers that negotiated permessage-deflate without context takeover. */
  deflated(): Buffer
}

export function createSharedFrame(text: string): SharedFrame {
  let plain: Buffer | null = null
  let deflated: Buffer | null = null
  const shared: SharedFrame = {
    plain() {
      plain ??= frameOf(FIN_TEXT, Buffer.from(text))
      return plain
    },
    deflated() {
      deflated ??= text.length < DEFLATE_BYTES_MIN ? shared.plain() : deflatedFrame(text)
      return deflated
    },
  }
  return shared
}

/**
 * Returns the frame of a message that another server has made, from its `deflated` form; it is read when it
 * is needed.
 */
export function readSharedFrame(bytes: Buffer): { frame: SharedFrame; text(): string } {
  const [firstByte = 0, length = 0] = bytes
  const payload = bytes.subarray(length < 126 ? 2 : length === 126 ? 4 : 10)
  if ((firstByte & RSV1) === 0) {
    return { frame: { plain: () => bytes, deflated: () => bytes }, text: () => payload.toString() }
  }
  const inflate = () =>
    inflateRawSync(payload, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: TEXT_BYTES_MAX,
    })
  let plain: Buffer | null = null
  const frame: SharedFrame = {
    plain: () => (plain ??= frameOf(FIN_TEXT, inflate())),
    deflated: () => bytes,
  }
  return { frame, text: () => inflate().toString() }
}

function deflatedFrame(text: string): Buffer {
  const small = text.length <= SMALL_BYTES_MAX
  const deflated = deflateRawSync(text, {
    finishFlush: constants.Z_SYNC_FLUSH,
    level: 9,
    windowBits: small ? 13 : 15,
    memLevel: small ? 6 : 9,
  })
  return frameOf(FIN_TEXT | RSV1, deflated.subarray(0, deflated.length - TAIL_BYTES))
}

/** Returns a whole, unmasked frame, as a server sends it (RFC 6455 §5.2). */
function frameOf(firstByte: number, payload: Buffer): Buffer {
  const { length } = payload
  const headBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafeSlow(headBytes + length)
  frame[0] = firstByte
  if (headBytes === 2) {
    frame[1] = length
  } else if (headBytes === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  payload.copy(frame, headBytes)
  return frame
}
