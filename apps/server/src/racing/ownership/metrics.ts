import { Counter, Gauge, type Registry } from 'prom-client'

export interface OwnershipMetrics {
  readonly takeovers: Counter
  readonly lost: Counter
  readonly rejectedStores: Counter
  observeOwned(read: () => number): void
}

export function createOwnershipMetrics(registry: Registry): OwnershipMetrics {
  const registers = [registry]
  return {
    takeovers: new Counter({
      name: 'pitboard_stream_takeovers_total',
      help: 'Streams that this server took over from a lost one',
      registers,
    }),
    lost: new Counter({
      name: 'pitboard_streams_lost_total',
      help: 'Streams that another server took over from this one',
      registers,
    }),
    rejectedStores: new Counter({
      name: 'pitboard_rejected_stores_total',
      help: 'Changes that were not stored because another server owns the stream',
      registers,
    }),
    observeOwned(read) {
      const gauge: Gauge = new Gauge({
        name: 'pitboard_streams_owned',
        help: 'Users that this server records',
        registers,
        collect: () => gauge.set(read()),
      })
    },
  }
}
