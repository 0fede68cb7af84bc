import { Transform } from 'node:stream'
import type { Random } from '@pitboard/sim/setup/random'

/** A link does this to the data of a TCP connection, in each direction. */
export interface LinkQuality {
  readonly latencyMs: number
  /** The delay is longer by up to this much. */
  readonly jitterMs: number
  /** It is the share of the packets that are lost, 0 to 1. */
  readonly loss: number
}

/** TCP waits at least this long for an acknowledgement beside the round trip. */
const RETRANSMISSION_MS = 200

/**
 * Delays data, in order. TCP sends a lost packet again, and what follows it waits: `onLoss` gets for
 * how long.
 */
export function createDelay(
  quality: LinkQuality,
  random: Random,
  onLoss: (waitMs: number) => void,
): Transform {
  const waiting: Buffer[] = []
  let lastDueMs = 0

  function transferMs(): number {
    const { latencyMs, jitterMs, loss } = quality
    let timeoutMs = 2 * latencyMs + RETRANSMISSION_MS
    let waitMs = 0
    while (random.next() < loss) {
      waitMs += timeoutMs
      timeoutMs *= 2
    }
    if (waitMs > 0) onLoss(waitMs)
    return latencyMs + random.next() * jitterMs + waitMs
  }

  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const nowMs = performance.now()
      lastDueMs = Math.max(lastDueMs, nowMs + transferMs())
      waiting.push(chunk)
      setTimeout(() => {
        const first = waiting.shift()
        if (first && !stream.destroyed) stream.push(first)
      }, lastDueMs - nowMs)
      done()
    },
    flush(done) {
      for (const chunk of waiting.splice(0)) stream.push(chunk)
      done()
    },
  })
  return stream
}
