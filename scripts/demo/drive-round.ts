import type { Work } from '@pitboard/server/platform/jobs/worker-thread'
import { createRace } from '@pitboard/sim/race'
import { pcapHeader, pcapRecord } from '@pitboard/telemetry/capture/pcap'
import type { PastRound } from './calendar.ts'

export interface RoundTask extends Pick<PastRound, 'sessions'> {
  readonly startMs: number
}

const HOUR_MS = 60 * 60 * 1000
const LOOPBACK = { address: '127.0.0.1', port: 20_777 }

/** A capture is sent in pieces of this size: a copy of all of it would take its memory twice. */
const PIECE_BYTES = 2 ** 20

/** Drives the sessions of a round as fast as it can, and sends the pieces of their capture in order. */
export const work: Work<RoundTask> = async ({ sessions, startMs }, post) => {
  let parts = [pcapHeader()]
  let bytes = 0
  for (const [index, options] of sessions.entries()) {
    for (const datagram of createRace(options).datagrams()) {
      const atMs = startMs + index * HOUR_MS + datagram.atMs
      const record = pcapRecord({
        atMs,
        source: LOOPBACK,
        destination: LOOPBACK,
        bytes: datagram.bytes,
      })
      parts.push(record)
      bytes += record.length
      if (bytes < PIECE_BYTES) continue
      post(join(parts))
      parts = []
      bytes = 0
    }
  }
  post(join(parts))
}

function join(parts: readonly Uint8Array[]): ArrayBuffer {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined.buffer
}
