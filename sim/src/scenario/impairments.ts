import type { Sent } from '../broadcast.ts'
import { createRandom } from '../random.ts'

export interface Impairments {
  readonly seed: number
  /** Share of the datagrams that get lost, 0 to 1. */
  readonly loss?: number
  /** Share that arrives twice. */
  readonly duplicates?: number
  /** Share that is late, by `latestMs` at most. */
  readonly late?: number
  readonly latestMs?: number
}

interface Arrival {
  readonly sent: Sent
  readonly arrivesMs: number
}

/** The stream as a bad network delivers it: datagrams lost, doubled and out of order. */
export function* impair(stream: Iterable<Sent>, impairments: Impairments): Generator<Sent> {
  const { seed, loss = 0, duplicates = 0, late = 0, latestMs = 80 } = impairments
  const random = createRandom(seed)
  let underway: Arrival[] = []
  for (const sent of stream) {
    const arrived = underway.filter(({ arrivesMs }) => arrivesMs < sent.atMs)
    if (arrived.length > 0) {
      underway = underway.filter(({ arrivesMs }) => arrivesMs >= sent.atMs)
      yield* inOrder(arrived)
    }
    if (random.next() < loss) continue
    const copies = random.next() < duplicates ? 2 : 1
    for (let i = 0; i < copies; i++) {
      const delayMs = random.next() < late ? random.between(0, latestMs) : 0
      underway.push({ sent, arrivesMs: sent.atMs + delayMs })
    }
  }
  yield* inOrder(underway)
}

function* inOrder(arrivals: readonly Arrival[]): Generator<Sent> {
  for (const { sent, arrivesMs } of arrivals.toSorted((a, b) => a.arrivesMs - b.arrivesMs)) {
    yield { bytes: sent.bytes, atMs: arrivesMs }
  }
}
