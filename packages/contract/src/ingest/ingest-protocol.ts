import { Type, type Static } from 'typebox'
import { Uuid } from '../wire/schema.ts'

/**
 * The recorder's TCP stream (docs/ingest-protocol.md). Every frame is a u32 length (little
 * endian, of what follows), a u8 type, and a payload: JSON in UTF-8, or the binary layout given with
 * the type. Datagrams are numbered from 1 within a stream. The server acknowledges durable datagrams
 * and, after a break, sends the number to resume from.
 */
export const FrameType = {
  /** Recorder → server, JSON `Hello`; first frame of a connection. */
  Hello: 1,
  /** Recorder → server: u64 number, f64 reception time (Unix ms), datagram. */
  Datagram: 2,
  /** Recorder → server, JSON `Finish`. */
  Finish: 3,
  /** Both sides send it, empty: the connection is alive. */
  Ping: 4,
  /** Server → recorder, JSON `Welcome`. */
  Welcome: 17,
  /** Server → recorder: u64, the highest number that is durable. */
  Acknowledge: 18,
  /** Server → recorder, JSON `IngestedSession`, whenever one opens or its status changes. */
  Session: 19,
  /** Server → recorder, JSON `Done`; answers `Finish`, everything is durable. */
  Done: 20,
  /** Server → recorder, JSON `Refusal`; the connection closes after it. */
  Refusal: 21,
  /** Server → recorder, JSON `SettledPart`; only to a recorder that sent `firstNumber`. */
  Settled: 22,
} as const

/**
 * Raised only by a change that the other side cannot ignore. Both sides ignore optional fields and
 * frame types that they do not know.
 */
export const INGEST_PROTOCOL_VERSION = 1
/** A longer frame is refused; a datagram of the game has at most 1,470 bytes. */
export const FRAME_BYTES_MAX = 8 * 1024
/** Either side sends a ping after this much silence and gives up after three times as much. */
export const PING_INTERVAL_MS = 5_000

export const Hello = Type.Object({
  version: Type.Integer(),
  token: Type.String({ minLength: 1, maxLength: 500 }),
  /** The recorder chooses it and stores it with its spool; datagram numbers count within it. */
  streamId: Uuid,
  /**
   * The lowest number that the recorder can send. A recorder that sends it retains datagrams until
   * they are settled; the server resumes here if it has less.
   */
  firstNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
})
export type Hello = Static<typeof Hello>

export const Welcome = Type.Object({
  /** The number of the first datagram the server has not made durable. */
  resumeFrom: Type.Integer({ minimum: 1 }),
  /** No session needs the datagrams up to this number any more. Missing if the server never settles. */
  settled: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type Welcome = Static<typeof Welcome>

export const IngestedSession = Type.Object({
  id: Uuid,
  /** Is the UID that the game sends, as decimal digits: it has 64 bits. */
  sessionId: Type.String(),
  status: Type.Enum(['live', 'recorded', 'aborted']),
  sessionUrl: Type.String(),
  liveUrl: Type.String(),
})
export type IngestedSession = Static<typeof IngestedSession>

export const Finish = Type.Object({
  /** The highest number the stream has. */
  lastNumber: Type.Integer({ minimum: 0 }),
  /** True at the end of a file: an open session ends here. False: the race may continue. */
  endsSession: Type.Boolean(),
})
export type Finish = Static<typeof Finish>

export const Done = Type.Object({
  acknowledged: Type.Integer({ minimum: 0 }),
  /** Sessions that contain datagrams of this stream. */
  sessions: Type.Array(IngestedSession),
})
export type Done = Static<typeof Done>

/** Every session with datagrams of the stream up to `number` is stored or discarded. */
export const SettledPart = Type.Object({
  /** May name another stream of the user. */
  streamId: Uuid,
  number: Type.Integer({ minimum: 0 }),
})
export type SettledPart = Static<typeof SettledPart>

export const Refusal = Type.Object({
  code: Type.Enum(['token', 'protocol', 'limit', 'replaced', 'stopping', 'internal', 'full']),
  message: Type.String(),
})
export type Refusal = Static<typeof Refusal>
