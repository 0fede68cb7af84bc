import { createTraffic, type Traffic } from './traffic.ts'

/**
 * The servers of one installation send each other messages, each at most once: a message that is published while the
 * connection is interrupted is lost. Messages of one server on one subject arrive in their order. A server
 * does not receive its own messages and does not answer its own requests.
 *
 * A subject has parts of letters, digits, `-` and `_`, separated by dots, and at most 200 characters. The last
 * part of a subscription may be `*`, which stands for any one part. Other subjects throw.
 *
 * A subscription is in force before a request that the same server makes after it is answered: who subscribes
 * to changes and then requests the state misses none.
 */
export interface FanOut {
  /**
   * Sends without waiting. A payload over `PAYLOAD_BYTES_MAX`, and what exceeds the buffer of a slow or interrupted
   * connection, is dropped and counted.
   */
  publish(subject: string, payload: Uint8Array): void
  /** Returns the function that ends the subscription. An error of the listener is logged. */
  subscribe(subject: string, onMessage: (message: FanOutMessage) => void): () => void
  /** Throws `NoAnswer` if no other server answers in time, and at once if none responds to the subject. */
  request(subject: string, payload: Uint8Array, withinMs?: number): Promise<Uint8Array>
  /**
   * Answers requests on a subject, in place of an earlier `answer` of this server. One server at a time
   * answers on it. Returns the function that ends it. If `answer` throws, the error is logged, and the caller
   * gets `NoAnswer`.
   */
  respond(subject: string, answer: Answer): () => void
  /** Calls the listener after each interruption, when messages may be missing. Returns the function that ends it. */
  onResume(listener: () => void): () => void
  /** Returns whether messages reach other servers now. */
  isConnected(): boolean
  close(): Promise<void>
}

/** The server opens this fan-out, with what its metrics show. */
export interface MeasuredFanOut extends FanOut {
  readonly traffic: Traffic
}

export interface FanOutMessage {
  readonly subject: string
  /** The payload is valid during the call only. */
  readonly payload: Uint8Array
}

export type Answer = (payload: Uint8Array) => Uint8Array | Promise<Uint8Array>

export const ANSWER_WITHIN_MS = 2_000
/** NATS accepts 1 MiB unless it is configured otherwise. Callers compress what could be larger. */
export const PAYLOAD_BYTES_MAX = 1_000_000

export class NoAnswer extends Error {
  constructor(subject: string) {
    super(`No other server has answered ${subject}.`)
    this.name = 'NoAnswer'
  }
}

const end = () => {}

/** Serves a server without others. */
export function createLoneFanOut(): MeasuredFanOut {
  return {
    traffic: createTraffic(),
    publish() {},
    subscribe: () => end,
    request: (subject) => Promise.reject(new NoAnswer(subject)),
    respond: () => end,
    onResume: () => end,
    isConnected: () => true,
    close: () => Promise.resolve(),
  }
}
