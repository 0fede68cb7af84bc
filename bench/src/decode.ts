import { F1TelemetryClient } from '@z0mt3c/f1-telemetry-client'
import { createRace } from '@pitboard/sim/race'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import { median, printTable } from './report.ts'

/** What the game sends in its first half minute at 60 Hz: enough to hold every kind's share. */
const MIX_MS = 30_000
const ROUNDS = 7
const LIMIT = 20
/** The latest results: without a use of them the compiler would leave work out. */
const results = Array.from<unknown>({ length: 256 })

export default async function decode(): Promise<void> {
  const mix = mixOf2024()
  const rounds: { ours: number; peer: number }[] = []
  timed(mix, decodeDatagram)
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ ours: timed(mix, decodeDatagram), peer: timed(mix, peerDecode) })
  }
  const ours = median(rounds.map((round) => round.ours))
  const peer = median(rounds.map((round) => round.peer))
  const ratio = median(rounds.map((round) => round.peer / round.ours))
  printTable(`decode, format 2024, 60 Hz mix of ${mix.length} datagrams`, [
    {
      what: 'telemetry',
      value: `${ours.toFixed(2)} µs a datagram`,
      compared: `${ratio.toFixed(1)} times the fastest npm parser of the year`,
      limit: `≥ ${LIMIT} times`,
      holds: ratio >= LIMIT,
    },
    {
      what: '@z0mt3c/f1-telemetry-client 1.1.1',
      value: `${peer.toFixed(2)} µs a datagram`,
      compared: 'the only npm parser that reads 2024',
      limit: '',
      holds: true,
    },
  ])
}

function mixOf2024(): Buffer[] {
  const mix: Buffer[] = []
  for (const { atMs, bytes } of createRace({ seed: 1, format: 2024, laps: 3 }).datagrams()) {
    if (atMs > MIX_MS) break
    mix.push(Buffer.from(bytes))
  }
  return mix
}

function peerDecode(bytes: Buffer): unknown {
  return F1TelemetryClient.parseBufferMessage(bytes, true)
}

/** Microseconds a datagram. */
function timed(mix: readonly Buffer[], decodeOne: (bytes: Buffer) => unknown): number {
  const startedAt = performance.now()
  for (const [place, bytes] of mix.entries()) results[place % results.length] = decodeOne(bytes)
  return ((performance.now() - startedAt) * 1000) / mix.length
}
