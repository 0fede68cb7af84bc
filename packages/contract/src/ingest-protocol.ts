import { Type, type Static } from 'typebox'
import { Uuid } from './schema.ts'

/**
 * The recorder's TCP stream (docs/ingest-protocol.md). Every frame is a u32 length (little
 * endian, counting what follows), a u8 type, and a payload: JSON in UTF-8, or the binary layout
 * named beside the type. Datagrams are numbered from 1 within a stream; the server acknowledges
 * what it has made durable, and after a break says where to resume.
 */
export const FrameType = {
  /** Recorder → server, JSON `Hello`; first frame of a connection. */
  Hello: 1,
  /** Recorder → server: u64 number, f64 reception time (Unix ms), datagram. */
  Datagram: 2,
  /** Recorder → server, JSON `Finish`. */
  Finish: 3,
  /** Either way, empty: the connection is alive. */
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
} as const

export const INGEST_PROTOCOL_VERSION = 1
/** A frame above it is refused: a datagram of the game has at most 1,470 bytes. */
export const FRAME_BYTES_MAX = 8 * 1024
/** Either side sends a ping after this much silence and gives up after three times as much. */
export const PING_INTERVAL_MS = 5_000

export const Hello = Type.Object({
  version: Type.Integer(),
  token: Type.String({ minLength: 1, maxLength: 500 }),
  /** Chosen by the recorder, kept with its spool: the numbers below belong to it. */
  streamId: Uuid,
})
export type Hello = Static<typeof Hello>

export const Welcome = Type.Object({
  /** The number of the first datagram the server has not made durable. */
  resumeFrom: Type.Integer({ minimum: 1 }),
})
export type Welcome = Static<typeof Welcome>

export const IngestedSession = Type.Object({
  id: Uuid,
  /** The game's session UID. */
  sessionId: Type.String(),
  status: Type.Enum(['live', 'recorded', 'aborted']),
  sessionUrl: Type.String(),
  liveUrl: Type.String(),
})
export type IngestedSession = Static<typeof IngestedSession>

export const Finish = Type.Object({
  /** The highest number the stream has. */
  lastNumber: Type.Integer({ minimum: 0 }),
  /** True: the file is over, so an open session ends here. False: the race may go on. */
  endsSession: Type.Boolean(),
})
export type Finish = Static<typeof Finish>

export const Done = Type.Object({
  acknowledged: Type.Integer({ minimum: 0 }),
  /** Sessions this stream had a part in. */
  sessions: Type.Array(IngestedSession),
})
export type Done = Static<typeof Done>

export const Refusal = Type.Object({
  code: Type.Enum(['token', 'protocol', 'limit', 'replaced', 'stopping', 'internal']),
  message: Type.String(),
})
export type Refusal = Static<typeof Refusal>
