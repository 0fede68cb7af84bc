import { parentPort, workerData } from 'node:worker_threads'
import { createRace } from '@pitboard/sim/race'
import { pcapHeader, pcapRecord } from '@pitboard/telemetry/capture/pcap'
import { PAST_ROUNDS } from './calendar.ts'

/** A worker: drives the sessions of a round as fast as it can, and posts their capture. */
const HOUR_MS = 60 * 60 * 1000
const LOOPBACK = { address: '127.0.0.1', port: 20_777 }

const { trackId, startMs }: { trackId: number; startMs: number } = workerData
const round = PAST_ROUNDS.find((candidate) => candidate.trackId === trackId)
const parts = [pcapHeader()]
for (const [index, options] of round?.sessions.entries() ?? []) {
  for (const { atMs, bytes } of createRace(options).datagrams()) {
    const at = startMs + index * HOUR_MS + atMs
    parts.push(pcapRecord({ atMs: at, source: LOOPBACK, destination: LOOPBACK, bytes }))
  }
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(new Uint8Array(Buffer.concat(parts)))
