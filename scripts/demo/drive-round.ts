import type { Work } from '@pitboard/server/platform/jobs/worker-thread'
import { createRace } from '@pitboard/sim/race'
import { pcapHeader, pcapRecord } from '@pitboard/telemetry/capture/pcap'
import { PAST_ROUNDS } from './calendar.ts'

export interface RoundTask {
  readonly trackId: number
  readonly startMs: number
}

const HOUR_MS = 60 * 60 * 1000
const LOOPBACK = { address: '127.0.0.1', port: 20_777 }

/** Drives the sessions of a round as fast as it can, and sends their capture. */
export const work: Work<RoundTask> = async ({ trackId, startMs }, post) => {
  const round = PAST_ROUNDS.find((candidate) => candidate.trackId === trackId)
  const parts = [pcapHeader()]
  for (const [index, options] of round?.sessions.entries() ?? []) {
    for (const { atMs, bytes } of createRace(options).datagrams()) {
      const at = startMs + index * HOUR_MS + atMs
      parts.push(pcapRecord({ atMs: at, source: LOOPBACK, destination: LOOPBACK, bytes }))
    }
  }
  post(new Uint8Array(Buffer.concat(parts)))
}
