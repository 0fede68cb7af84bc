import { Counter, type Registry } from 'prom-client'

export interface IngestMetrics {
  readonly datagrams: Counter<'transport'>
  readonly bytes: Counter<'transport'>
  /** Why something that arrived was not used. */
  readonly rejected: Counter<'transport' | 'reason'>
  /** Sessions that can't be stored, by the SQLSTATE or the kind of error. */
  readonly setAside: Counter<'fault'>
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
    setAside: new Counter({
      name: 'pitboard_ingest_set_aside_total',
      help: 'Sessions that can not be stored and were set aside, by the fault',
      labelNames: ['fault'],
      registers,
    }),
  }
}
