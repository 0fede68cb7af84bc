import { join } from 'node:path'
import type { IngestedSession } from '@pitboard/contract/ingest/ingest-protocol'
import { createCaptureStore } from '../captures/capture-store.ts'
import type { AppContext } from '../../context.ts'
import type { RoomDirectory } from '../live/room-directory.ts'
import { createDatabaseOwnership } from '../ownership/database-ownership.ts'
import { createOwnershipMetrics } from '../ownership/metrics.ts'
import { ensureNodeId } from '../ownership/node-id.ts'
import type { NodeAddress, Ownership } from '../ownership/ownership.ts'
import { createHousekeeping, type Housekeeping } from './housekeeping.ts'
import { createMutex } from '../../platform/jobs/mutex.ts'
import type { StreamSession } from './recordings/journal-record.ts'
import { createStoredLeases } from './transports/stored-leases.ts'
import { createUdpLeases, type UdpLeases } from './transports/udp-leases.ts'
import { createIngestMetrics } from './recordings/metrics.ts'
import { createRecordings, type Recordings } from './recordings/recordings.ts'
import { listenTcp, type TcpIngest } from './transports/tcp.ts'
import {
  createLeaseTokens,
  createRevocationCheck,
  type LeaseTokens,
  type TokenHolder,
} from './transports/lease-tokens.ts'

/** Both ingest transports and the recordings they feed. */
export interface Ingest {
  start(): Promise<void>
  readonly tokens: LeaseTokens
  tcpPort(): number
  leaseUdp(holder: TokenHolder, address: string): Promise<number | null>
  /** The other server that records this user; null where this one may. */
  findOwner(userId: string): Promise<NodeAddress | null>
  /** Asks recorders to reconnect later. Everything received is durable when it resolves. */
  stop(): Promise<void>
}

interface Running {
  readonly ownership: Ownership
  readonly recordings: Recordings
  readonly tcp: TcpIngest
  readonly udp: UdpLeases
  readonly housekeeping: Housekeeping
}

export function createIngest(context: AppContext, hub: RoomDirectory): Ingest {
  const { config, db, files, log, publicUrl } = context
  const nowMs = () => context.now().getTime()
  const metrics = createIngestMetrics(context.metrics.registry)
  const ownershipMetrics = createOwnershipMetrics(context.metrics.registry)
  const tokens = createLeaseTokens(context.keys)
  let running: Running | null = null

  function describe({ id, sessionId, status }: StreamSession): IngestedSession {
    const sessionUrl = `${publicUrl()}/sessions/${id}`
    return { id, sessionId, status, sessionUrl, liveUrl: `${publicUrl()}/live/${id}` }
  }

  function started(): Running {
    if (!running) throw new Error('Ingest has not started.')
    return running
  }

  return {
    async start() {
      const captures = createCaptureStore(files)
      const inTurn = createMutex()
      const nodeId = config.nodeId ?? (await ensureNodeId(config.dataDir))
      const ownership = createDatabaseOwnership({ db, log, nodeId, metrics: ownershipMetrics })
      const recordings = createRecordings(
        { db, log, hub, captures, metrics, nowMs, inTurn },
        ownership,
        join(config.dataDir, 'ingest'),
      )
      const isRevoked = createRevocationCheck(db)
      const tcp = await listenTcp(
        { recordings, tokens, isRevoked, metrics, log, nowMs, describe },
        { host: config.host, port: config.ingestTcpPort },
      )
      await ownership.start({ host: config.ingestHost, tcpPort: tcp.port })
      const { host, ingestUdpPorts: ports } = config
      const stored = createStoredLeases(db, log, nodeId)
      const udp = createUdpLeases({
        ...{ recordings, isRevoked, metrics, log, nowMs, host, ports, stored },
      })
      await udp.restore()
      const housekeeping = createHousekeeping({
        ...{ db, log, files, captures, recordings, inTurn },
      })
      housekeeping.start()
      running = { ownership, recordings, tcp, udp, housekeeping }
      recordings.recover().catch((error: unknown) => {
        log.error({ err: error }, 'Some journals could not be read again')
      })
    },
    tokens,
    tcpPort: () => started().tcp.port,
    findOwner: (userId) => started().ownership.findOwner(userId),
    leaseUdp: (holder, address) => started().udp.lease(holder, address),
    async stop() {
      if (!running) return
      running.tcp.stopListening()
      // Recorders need not send again what they have seen acknowledged.
      await running.recordings.sync()
      await running.tcp.close()
      await running.udp.close()
      await running.recordings.close()
      await running.ownership.stop()
      await running.housekeeping.stop()
    },
  }
}
