import { Type, type Static } from 'typebox'
import { Uuid } from '../wire/schema.ts'

/**
 * The recorder sends a TCP stream (docs/ingest-protocol.md). Every frame has a u32 length (little endian, of
 * what follows), a u8 type, and a payload: JSON in UTF-8, or the binary layout given with the type. Datagrams
 * are numbered from 1 within a stream. The server acknowledges durable datagrams and, after a break, sends
 * the number to resume from.
 */
export const FrameType = {
  /** The recorder sends it as the first frame of a connection: JSON `Hello`. */
  Hello: 1,
  /** The recorder sends u64 number, f64 reception time (Unix ms) and the datagram. */
  Datagram: 2,
  /** The recorder sends JSON `Finish`. */
  Finish: 3,
  /** Both sides send it without a payload to show that the connection is alive. */
  Ping: 4,
  /** The server sends JSON `Welcome`. */
  Welcome: 17,
  /** The server sends a u64: the highest number that is durable. */
  Acknowledge: 18,
  /** The server sends JSON `IngestedSession` whenever a session opens or its status changes. */
  Session: 19,
  /** The server sends JSON `Done` as its answer to `Finish` once everything is durable. */
  Done: 20,
  /** The server sends JSON `Refusal` and then closes the connection. */
  Refusal: 21,
  /** The server sends JSON `SettledPart` only to a recorder that sent `firstNumber`. */
  Settled: 22,
} as const

/**
 * The version is raised only by a change that the other side cannot ignore. Both sides ignore optional fields
 * and frame types that they do not know.
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
   * It is the lowest number that the recorder can send. A recorder that sends it retains datagrams until they
   * are settled; the server resumes here if it has less.
   */
  firstNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
})
export type Hello = Static<typeof Hello>

export const Welcome = Type.Object({
  /** The server has made every datagram before this number durable. */
  resumeFrom: Type.Integer({ minimum: 1 }),
  /** No session needs the datagrams up to this number any more. It is missing if the server never settles. */
  settled: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type Welcome = Static<typeof Welcome>

export const IngestedSession = Type.Object({
  id: Uuid,
  /** It is the UID that the game sends, as decimal digits, because it has 64 bits. */
  sessionId: Type.String(),
  status: Type.Enum(['live', 'recorded', 'aborted']),
  sessionUrl: Type.String(),
  liveUrl: Type.String(),
})
export type IngestedSession = Static<typeof IngestedSession>

export const Finish = Type.Object({
  /** The stream has no higher number. */
  lastNumber: Type.Integer({ minimum: 0 }),
  /** It is true at the end of a file, which ends an open session, and false if the race may continue. */
  endsSession: Type.Boolean(),
})
export type Finish = Static<typeof Finish>

export const Done = Type.Object({
  acknowledged: Type.Integer({ minimum: 0 }),
  /** Each of these sessions contains datagrams of this stream. */
  sessions: Type.Array(IngestedSession),
})
export type Done = Static<typeof Done>

/** Every session with datagrams of the stream up to `number` is stored or discarded. */
export const SettledPart = Type.Object({
  /** It may name another stream of the user. */
  streamId: Uuid,
  number: Type.Integer({ minimum: 0 }),
})
export type SettledPart = Static<typeof SettledPart>

export const Refusal = Type.Object({
  code: Type.Enum(['token', 'protocol', 'limit', 'replaced', 'stopping', 'internal', 'full']),
  message: Type.String(),
})
export type Refusal = Static<typeof Refusal>
