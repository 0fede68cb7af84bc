import type { Work } from '@pitboard/server/platform/jobs/worker-thread'
import { createRace } from '@pitboard/sim/race'
import { pcapHeader, pcapRecord } from '@pitboard/telemetry/capture/pcap'
import type { PastRound } from './calendar.ts'

export interface RoundTask extends Pick<PastRound, 'sessions'> {
  readonly startMs: number
}

const HOUR_MS = 60 * 60 * 1000
const LOOPBACK = { address: '127.0.0.1', port: 20_777 }

/** Drives the sessions of a round as fast as it can, and sends their capture. */
export const work: Work<RoundTask> = async ({ sessions, startMs }, post) => {
  const parts = [pcapHeader()]
  for (const [index, options] of sessions.entries()) {
    for (const { atMs, bytes } of createRace(options).datagrams()) {
      const at = startMs + index * HOUR_MS + atMs
      parts.push(pcapRecord({ atMs: at, source: LOOPBACK, destination: LOOPBACK, bytes }))
    }
  }
  post(new Uint8Array(Buffer.concat(parts)))
}
