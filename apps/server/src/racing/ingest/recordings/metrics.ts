import { decodeDatagram, readHeader } from '@pitboard/telemetry/decode'
import { Counter, Histogram, type Registry } from 'prom-client'

export interface IngestMetrics {
  readonly datagrams: Counter<'transport'>
  readonly bytes: Counter<'transport'>
  /** Counts data that arrived and was not used, with the reason. */
  readonly rejected: Counter<'transport' | 'reason'>
  /** Counts recorders that were led to another server, the owner of their stream. */
  readonly passed: Counter
  /** Measures the seconds from a datagram's arrival until the journal has it on disk and it is acknowledged. */
  readonly durableSeconds: Histogram
  /** Counts sessions that cannot be stored, by the SQLSTATE or the kind of error. */
  readonly quarantined: Counter<'fault'>
}

export function createIngestMetrics(registry: Registry): IngestMetrics {
  const registers = [registry]
  return {
    datagrams: new Counter({
      name: 'pitboard_ingest_datagrams_total',
      help: 'Game datagrams that were taken',
      labelNames: ['transport'],
      registers,
    }),
    bytes: new Counter({
      name: 'pitboard_ingest_bytes_total',
      help: 'Bytes of the game datagrams that were taken',
      labelNames: ['transport'],
      registers,
    }),
    rejected: new Counter({
      name: 'pitboard_ingest_rejected_total',
      help: 'What arrived and was dropped, by the reason',
      labelNames: ['transport', 'reason'],
      registers,
    }),
    passed: new Counter({
      name: 'pitboard_recorders_passed_on_total',
      help: 'Connections of recorders that were passed on to the owner of their stream',
      registers,
    }),
    durableSeconds: new Histogram({
      name: 'pitboard_ingest_acknowledge_seconds',
      help: 'From the arrival of a datagram until it is on disk and acknowledged',
      buckets: [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    quarantined: new Counter({
      name: 'pitboard_ingest_quarantined_total',
      help: 'Sessions that can not be stored and were quarantined, by the fault',
      labelNames: ['fault'],
      registers,
    }),
  }
}

/** Counts a datagram; returns false where it is rejected. */
export function countDatagram(
  { datagrams, bytes, rejected }: IngestMetrics,
  transport: 'tcp' | 'udp',
  datagram: Uint8Array,
): boolean {
  const reason = rejectReasonOf(datagram)
  if (reason !== null) {
    rejected.inc({ transport, reason })
    return false
  }
  datagrams.inc({ transport })
  bytes.inc({ transport }, datagram.length)
  return true
}

/** Returns why a datagram can't be decoded; null where it can. */
export function rejectReasonOf(bytes: Uint8Array): string | null {
  const header = readHeader(bytes)
  if (header.kind === 'rejected') return header.reason
  // Only the whole of an event shows whether its code is known.
  if (header.kind !== 'event') return null
  const event = decodeDatagram(bytes)
  return event.kind === 'rejected' ? event.reason : null
}
