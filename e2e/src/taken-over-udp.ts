import { setTimeout as pause } from 'node:timers/promises'
import type { Pitboard } from './pitboard.ts'
import { readMetric } from './server-metrics.ts'

/** A recorder does not wait as long between two bursts. */
const REST_MS = 10
const TAKEN = 'pitboard_ingest_datagrams_total{transport="udp"}'

/** Resolves once the server counts no more of what was sent so far, or is away. */
export async function takenOverUdp(pitboard: Pitboard): Promise<void> {
  for (let before: number | null = -1; ; await pause(REST_MS)) {
    const now = await readMetric(pitboard, TAKEN)
    if (now === before) return
    before = now
  }
}
