import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

const FIN_TEXT = 0x81
/** The bit marks a message compressed by permessage-deflate (RFC 7692 §6). */
const RSV1 = 0x40
/** Below it deflate saves nothing worth its time. */
const DEFLATE_BYTES_MIN = 100
/** Larger messages profit from the full window; small ones start faster with a small one. */
const SMALL_BYTES_MAX = 8 * 1024
/**
 * A message refers to so many bytes before it, which are six or seven messages. Twice as many save another 4 % and
 * take a third more of the processor. The smaller of the windows above holds them beside the message.
 */
const EARLIER_BYTES_MAX = 4 * 1024
/** The last bytes are deflate's empty block, which the extension leaves out (RFC 7692 §7.2.1). */
const TAIL_BYTES = 4
/** A message of a full grid that changes completely is a tenth of it. */
const TEXT_BYTES_MAX = 8 * 1024 * 1024

/** Each frame of a message is made once, whatever the number of viewers. */
export interface SharedFrame {
  plain(): Buffer
  /**
   * Serves viewers that negotiated permessage-deflate. For those who know the earlier messages it has half of the bytes: it
   * refers to what their inflaters retain of them (RFC 7692 §7.2.3.2).
   */
  deflated(knowsEarlier: boolean): Buffer
  /** Who has all messages of the room from this version on knows the earlier ones; null where the frame refers to none. */
  readonly sinceVersion: number | null
}

/** Returns the frame of a message that stands alone. */
export function createSharedFrame(text: string): SharedFrame {
  return sharedFrame(text, null)
}

function sharedFrame(text: string, earlier: Earlier | null): SharedFrame {
  let plain: Buffer | null = null
  let deflated: Buffer | null = null
  let continued: Buffer | null = null
  const shared: SharedFrame = {
    sinceVersion: earlier?.sinceVersion ?? null,
    plain() {
      plain ??= frameOf(FIN_TEXT, Buffer.from(text))
      return plain
    },
    deflated(knowsEarlier) {
      if (earlier && knowsEarlier) return (continued ??= deflatedFrame(text, earlier.texts()))
      deflated ??= isDeflated(text) ? deflatedFrame(text) : shared.plain()
      return deflated
    },
  }
  return shared
}

/** A series makes the frames of a room's messages, in their order. */
interface FrameSeries {
  next(version: number, text: string): SharedFrame
}

/** Viewers have inflated these messages before another one. */
interface Earlier {
  readonly sinceVersion: number
  texts(): Buffer
}

export function createFrameSeries(): FrameSeries {
  let sent: readonly { readonly version: number; readonly text: Buffer }[] = []

  function earlier(): Earlier | null {
    const texts = sent
    const [first] = texts
    if (!first) return null
    return {
      sinceVersion: first.version,
      texts: () => Buffer.concat(texts.map(({ text }) => text)).subarray(-EARLIER_BYTES_MAX),
    }
  }

  return {
    next(version, text) {
      // A message that is sent plain is in nobody's window.
      if (!isDeflated(text)) return createSharedFrame(text)
      const frame = sharedFrame(text, earlier())
      const all = [...sent, { version, text: Buffer.from(text) }]
      let bytes = 0
      const first = all.findLastIndex((each) => (bytes += each.text.length) >= EARLIER_BYTES_MAX)
      sent = all.slice(Math.max(0, first))
      return frame
    },
  }
}

/** Another server has made this form for viewers who know the earlier messages. */
interface ContinuedFrame {
  readonly sinceVersion: number
  readonly bytes: Buffer
}

/**
 * Returns the frame of a message that another server has made, from its forms; the message is read when it is
 * needed.
 */
export function readSharedFrame(
  bytes: Buffer,
  continued: ContinuedFrame | null = null,
): { frame: SharedFrame; text(): string } {
  const [firstByte = 0] = bytes
  const payload = payloadOf(bytes)
  if ((firstByte & RSV1) === 0) {
    const frame = { plain: () => bytes, deflated: () => bytes, sinceVersion: null }
    return { frame, text: () => payload.toString() }
  }
  const inflate = () =>
    inflateRawSync(payload, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: TEXT_BYTES_MAX,
    })
  let plain: Buffer | null = null
  const frame: SharedFrame = {
    sinceVersion: continued?.sinceVersion ?? null,
    plain: () => (plain ??= frameOf(FIN_TEXT, inflate())),
    deflated: (knowsEarlier) => (knowsEarlier && continued ? continued.bytes : bytes),
  }
  return { frame, text: () => inflate().toString() }
}

function payloadOf(frame: Buffer): Buffer {
  const [, length = 0] = frame
  return frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10)
}

function isDeflated(text: string): boolean {
  return text.length >= DEFLATE_BYTES_MIN
}

function deflatedFrame(text: string, dictionary?: Buffer): Buffer {
  const small = text.length <= SMALL_BYTES_MAX
  const deflated = deflateRawSync(text, {
    finishFlush: constants.Z_SYNC_FLUSH,
    level: 9,
    windowBits: small ? 13 : 15,
    memLevel: small ? 6 : 9,
    ...(dictionary && { dictionary }),
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
