import type { Config } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import type { Log } from '../../../platform/diagnostics/log.ts'
import type { Nats } from '../../../platform/nats/nats-connection.ts'
import { createLoneReplica, type JournalReplica } from './journal-replica.ts'
import type { ReplicaMetrics } from './replica-metrics.ts'
import { createStoredReplica } from './stored-replica.ts'

interface ReplicaParts {
  readonly config: Pick<Config, 'journalReplicas'>
  /** It is null without NATS_URL. */
  readonly nats: Nats | null
  readonly db: Db
  readonly log: Log
  readonly metrics: ReplicaMetrics
}

/**
 * Opens the second copy that the configuration asks for. The client of JetStream is loaded only where it is
 * used.
 */
export async function openReplica(parts: ReplicaParts): Promise<JournalReplica> {
  const { config, nats, log } = parts
  const { journalReplicas: replicas } = config
  if (nats === null || replicas === 0) return createLoneReplica()
  const { createJetStreamParts, isJetStreamMissing } = await import('./jetstream-parts.ts')
  if (await isJetStreamMissing(nats)) {
    if (replicas !== null) {
      throw new StartError('NATS_URL: JetStream is off. Enable it, or set JOURNAL_REPLICAS=0.')
    }
    log.warn('JetStream of NATS is off: journals have no second copy')
    return createLoneReplica()
  }
  return createStoredReplica({ ...parts, store: createJetStreamParts({ nats, replicas }) })
}
