import { F1TelemetryClient } from '@z0mt3c/f1-telemetry-client'
import { createRace } from '@pitboard/sim/race'
import { decodeDatagram, readHeader } from '@pitboard/telemetry/decode'
import type { PacketKind } from '@pitboard/telemetry/formats/model'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { median, printTable, type Row } from './report.ts'

/** Until the code is as fast as it stays in a server that runs for days. */
const WARM_UP_ROUNDS = 3
const ROUNDS = 7
const PEER_WARM_UP = 20_000
const SESSIONS_LIMIT = 500
const PEER_LIMIT = 50

/**
 * No npm package that could be had reads all of 2025. This one, made for 2024, reads these kinds of
 * it right, as real datagrams show; the others it misreads, so that their time is not counted.
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
  readonly format: number
  readonly sent: readonly { readonly bytes: Buffer; readonly atMs: number }[]
  readonly lengthMs: number
}

/**
 * A whole race at 60 Hz, every datagram of it, decoded and reduced: how many such races one core
 * carries live, and how long a peer takes to decode what it can. 2022 has its gaps and overtakes
 * derived as well.
 */
export default async function reduce(): Promise<void> {
  const race = raceOf(2025)
  const reduceMs = cpuToReduce(race)
  const older = raceOf(2022)
  printTable('decode and reduce, 60 Hz race of 20 cars from start to end', [
    carriedRow(race, reduceMs),
    carriedRow(older, cpuToReduce(older)),
    peerRow(race, reduceMs),
    decodeRow(race),
  ])
}

function raceOf(format: 2022 | 2025): Race {
  const sent = [...createRace({ seed: 2, laps: 3, format }).datagrams()].map(({ bytes, atMs }) => ({
    bytes: Buffer.from(bytes),
    atMs,
  }))
  return { format, sent, lengthMs: (sent.at(-1)?.atMs ?? 0) - (sent[0]?.atMs ?? 0) }
}

function cpuToReduce({ sent }: Race): number {
  const rounds: number[] = []
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const tracker = createTracker({})
    rounds.push(
      cpuMsOf(() => {
        for (const { bytes, atMs } of sent) tracker.push(bytes, atMs)
      }),
    )
  }
  return median(rounds.slice(WARM_UP_ROUNDS))
}

function carriedRow({ format, sent, lengthMs }: Race, cpuMs: number): Row {
  const carried = Math.floor(lengthMs / cpuMs)
  return {
    what: `format ${format}, ${sent.length} datagrams in ${Math.round(lengthMs / 1000)} s`,
    value: `${carried} live sessions a core`,
    compared: `${((cpuMs * 1000) / sent.length).toFixed(2)} µs a datagram`,
    limit: `≥ ${SESSIONS_LIMIT}`,
    holds: carried >= SESSIONS_LIMIT,
  }
}

/** The peer decodes its kinds of the race; we decode and reduce all of it. */
function peerRow({ sent }: Race, reduceMs: number): Row {
  const share = sent.filter(({ bytes }) => isReadByPeer(bytes))
  for (const { bytes } of share.slice(0, PEER_WARM_UP)) F1TelemetryClient.parseBufferMessage(bytes)
  const peerMs = cpuMsOf(() => {
    for (const { bytes } of share) F1TelemetryClient.parseBufferMessage(bytes, true)
  })
  const ratio = peerMs / reduceMs
  return {
    what: `@z0mt3c/f1-telemetry-client 1.1.1, decodes ${share.length} of them`,
    value: `${((peerMs * 1000) / share.length).toFixed(2)} µs a datagram`,
    compared: `${ratio.toFixed(0)} times the time of all`,
    limit: `≥ ${PEER_LIMIT} times`,
    holds: ratio >= PEER_LIMIT,
  }
}

/** Every field of every datagram, also of those that the reducer has no use for. */
function decodeRow({ sent }: Race): Row {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(cpuMsOf(() => sent.forEach(({ bytes }) => decodeDatagram(bytes))))
  }
  return {
    what: 'of this decoding alone, every field of every datagram',
    value: `${((median(rounds) * 1000) / sent.length).toFixed(2)} µs a datagram`,
    compared: '',
    limit: '',
    holds: true,
  }
}

function isReadByPeer(bytes: Uint8Array): boolean {
  const read = readHeader(bytes)
  return read.kind !== 'rejected' && readByPeer.has(read.kind)
}

/** Garbage is collected on other threads too: they are counted, the core carries them as well. */
function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
