import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const NOTHING_WAITS = () => 0

export interface ReplicaMetrics {
  readonly appendSeconds: Histogram
  readonly failures: Counter<'reason'>
  readonly restores: Counter
  observeWaiting(read: () => number): void
}

export function createReplicaMetrics(registry: Registry): ReplicaMetrics {
  const registers = [registry]
  let readWaiting = NOTHING_WAITS
  const waiting: Gauge = new Gauge({
    name: 'pitboard_journal_copy_waiting_bytes',
    help: 'Bytes of journals on disk that their second copy lacks',
    registers,
    collect: () => waiting.set(readWaiting()),
  })
  return {
    appendSeconds: new Histogram({
      name: 'pitboard_journal_copy_seconds',
      help: 'From a batch of a journal on disk until its second copy is stored',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    failures: new Counter({
      name: 'pitboard_journal_copy_failures_total',
      help: 'Attempts to write the second copy of a journal that failed, by the reason',
      labelNames: ['reason'],
      registers,
    }),
    restores: new Counter({
      name: 'pitboard_journal_restores_total',
      help: 'Journals that this server has read from their second copy',
      registers,
    }),
    observeWaiting(read) {
      readWaiting = read
    },
  }
}
