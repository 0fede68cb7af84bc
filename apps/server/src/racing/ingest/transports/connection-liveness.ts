import { PING_INTERVAL_MS } from '@pitboard/contract/ingest/ingest-protocol'

/** A peer that sends nothing for three pings is dead. */
const DEAD_AFTER_MS = PING_INTERVAL_MS * 3

/** It detects that a peer is silent, and when a ping is due so that this side is not. */
export interface ConnectionLiveness {
  /** Notes that bytes arrived, and returns the time. */
  noteReceived(): number
  noteSent(): void
  /**
   * It has to be called several times in the interval of pings. A paused socket reads nothing, pings included.
   */
  check(isPaused: boolean): 'alive' | 'pingDue' | 'dead'
}

export function createConnectionLiveness(nowMs: () => number): ConnectionLiveness {
  let receivedMs = nowMs()
  let sentMs = nowMs()
  let checkedMs = nowMs()
  return {
    noteReceived() {
      receivedMs = nowMs()
      return receivedMs
    },
    noteSent() {
      sentMs = nowMs()
    },
    check(isPaused) {
      const now = nowMs()
      const uncheckedMs = now - checkedMs
      checkedMs = now
      // A server that stood still has not read what waits in the socket, so that the peer was not silent.
      if (uncheckedMs > PING_INTERVAL_MS) receivedMs += uncheckedMs
      if (now - receivedMs >= DEAD_AFTER_MS && !isPaused) return 'dead'
      return now - sentMs >= PING_INTERVAL_MS ? 'pingDue' : 'alive'
    },
  }
}
