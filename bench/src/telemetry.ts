import { itemAt } from '@pitboard/contract/wire/item-at'
import { F1TelemetryClient } from '@z0mt3c/f1-telemetry-client'
import { createRace } from '@pitboard/sim/race'
import { decodeDatagram, readHeader } from '@pitboard/telemetry/decode'
import type { PacketKind } from '@pitboard/telemetry/formats/model'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { doReferenceWork, measureInTurn } from './reference.ts'
import { printTable, type Row } from './report.ts'

const ROUNDS = 5
/** This many runs of the reference work take about as long as the race. */
const REFERENCE_RUNS = 10
/** The peer is slow: it decodes the start of the race, which we decode several times. */
const PEER_MS = 10_000
const PASSES = 10
const DECODE_FASTER_MIN = 20
const REDUCE_FASTER_MIN = 50
/** The limits are thousandths of the reference work for a datagram. 2022 has its gaps and overtakes derived as well. */
const COST_MAX = { 2022: 0.35, 2025: 0.25 }

/**
 * No npm package reads all of 2025. This one, made for 2024, reads these kinds of it right, as real
 * datagrams show. It misreads the others, so their time is not counted.
 */
const readByPeer: ReadonlySet<PacketKind> = new Set([
  'motion',
  'lapData',
  'event',
  'carSetups',
  'carTelemetry',
  'carStatus',
  'sessionHistory',
  'motionEx',
  'tyreSets',
])

interface Race {
  readonly sent: readonly { readonly bytes: Buffer; readonly atMs: number }[]
}

/** Measures whole races of 20 cars at 60 Hz: decoding and reducing them, against a peer and the reference work. */
export default async function measureTelemetry(): Promise<void> {
  const race2025 = raceOf(2025)
  printTable('telemetry, 60 Hz races of 20 cars from start to end', [
    await decodeRow(raceOf(2024)),
    await peerRow(race2025),
    await costRow(2025, race2025),
    await costRow(2022, raceOf(2022)),
  ])
}

function raceOf(format: 2022 | 2024 | 2025): Race {
  const sent = [...createRace({ seed: 2, laps: 3, format }).datagrams()].map(({ bytes, atMs }) => ({
    bytes: Buffer.from(bytes),
    atMs,
  }))
  return { sent }
}

function reduce({ sent }: Race): void {
  const tracker = createTracker({})
  for (const { bytes, atMs } of sent) tracker.push(bytes, atMs)
}

async function costRow(format: 2022 | 2025, race: Race): Promise<Row> {
  const { sent } = race
  const measured = await measureInTurn(
    ROUNDS,
    () => reduce(race),
    () => {
      for (let run = 0; run < REFERENCE_RUNS; run++) doReferenceWork()
    },
  )
  const lengthMs = itemAt(sent, sent.length - 1).atMs - itemAt(sent, 0).atMs
  return {
    what: `${format}: decode and reduce ${sent.length} datagrams`,
    value: (measured.ratio * REFERENCE_RUNS * 1000) / sent.length,
    unit: 'thousandths of the reference work each',
    limit: { atMost: COST_MAX[format] },
    details: `${micros(measured.oursMs, sent.length)}, ${Math.floor(lengthMs / measured.oursMs)} live sessions a core`,
  }
}

/** Decodes every field of every datagram. */
async function decodeRow({ sent }: Race): Promise<Row> {
  const sample = startOf(sent)
  const measured = await measureInTurn(
    ROUNDS,
    () => {
      for (let pass = 0; pass < PASSES; pass++) decodeAll(sample, decodeDatagram)
    },
    () => decodeAll(sample, decodeByPeer),
  )
  return {
    what: '2024: decode alone',
    value: PASSES / measured.ratio,
    unit: 'times faster than the peer',
    limit: { atLeast: DECODE_FASTER_MIN },
    details: `${micros(measured.oursMs, sample.length * PASSES)}; the peer, @z0mt3c/f1-telemetry-client 1.1.1: ${micros(measured.referenceMs, sample.length)}`,
  }
}

/** We decode and reduce all of the race; the peer decodes the kinds that it can. */
async function peerRow(race: Race): Promise<Row> {
  const share = race.sent.filter(({ bytes }) => isReadByPeer(bytes))
  const sample = startOf(share)
  const measured = await measureInTurn(
    ROUNDS,
    () => reduce(race),
    () => decodeAll(sample, decodeByPeer),
  )
  return {
    what: '2025: decode and reduce all kinds',
    value: share.length / sample.length / measured.ratio,
    unit: `times faster than the peer decodes ${share.length} of them`,
    limit: { atLeast: REDUCE_FASTER_MIN },
    details: `the peer: ${micros(measured.referenceMs, sample.length)}`,
  }
}

function startOf(sent: Race['sent']): Race['sent'] {
  const fromMs = itemAt(sent, 0).atMs
  return sent.filter(({ atMs }) => atMs < fromMs + PEER_MS)
}

/** The latest results are used, because the compiler would leave work out otherwise. */
const results = Array.from<unknown>({ length: 256 })

function decodeAll(sent: Race['sent'], decodeOne: (bytes: Buffer) => unknown): void {
  for (const [place, { bytes }] of sent.entries())
    results[place % results.length] = decodeOne(bytes)
}

function decodeByPeer(bytes: Buffer): unknown {
  return F1TelemetryClient.parseBufferMessage(bytes, true)
}

function isReadByPeer(bytes: Uint8Array): boolean {
  const read = readHeader(bytes)
  return read.kind !== 'rejected' && readByPeer.has(read.kind)
}

function micros(ms: number, datagrams: number): string {
  return `${((ms * 1000) / datagrams).toFixed(2)} µs a datagram`
}
