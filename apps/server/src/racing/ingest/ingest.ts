import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { IngestedSession } from '@pitboard/contract/ingest/ingest-protocol'
import { createCaptureStore } from '../captures/capture-store.ts'
import type { AppContext } from '../../context.ts'
import { removeReplays } from '../replays/stored-replays.ts'
import { addCaptureQueue } from '../sessions/delete-session.ts'
import { addLinkQueue } from '../sessions/matching/link-recordings.ts'
import type { RoomDirectory } from '../live/rooms/room-directory.ts'
import { createDatabaseOwnership } from '../ownership/database-ownership.ts'
import { createOwnershipMetrics } from '../ownership/metrics.ts'
import type { Ownership, StreamOwner } from '../ownership/ownership.ts'
import { NoAnswer } from '../../platform/fan-out/fan-out.ts'
import type { PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { createAdoption } from './adoption.ts'
import { createHousekeeping, type Housekeeping } from './housekeeping.ts'
import { openReplica } from './journal/open-replica.ts'
import { createReplicaMetrics } from './journal/replica-metrics.ts'
import { createMutex } from '../../platform/jobs/mutex.ts'
import type { StreamSession } from './journal/journal-record.ts'
import { answerLeases, type LeasedPort, requestLease } from './transports/remote-leases.ts'
import { createStoredLeases, type StoredLeases } from './transports/stored-leases.ts'
import { createUdpLeases, type UdpLeases } from './transports/udp-leases.ts'
import { createIngestMetrics } from './recordings/metrics.ts'
import { createRecordings, type Recordings } from './recordings/recordings.ts'
import { createRecorderProxy, proxySocketPath } from './transports/recorder-proxy.ts'
import {
  createRecorderConnections,
  type RecorderConnections,
} from './transports/recorder-connections.ts'
import { openIngestCertificate } from './transports/ingest-certificate.ts'
import { listenTcp, type TcpIngest } from './transports/tcp.ts'
import {
  createLeaseTokens,
  createRevocationCheck,
  type LeaseTokens,
  type TokenHolder,
} from './transports/lease-tokens.ts'

/** Joins both transports with the recordings that they feed. */
export interface Ingest {
  start(): Promise<void>
  readonly tokens: LeaseTokens
  /** Returns the TCP port by which recorders and other servers reach it. */
  tcpPort(): number
  /** Serves a recorder that has come over another way than the TCP port. */
  serve(socket: Duplex, address: string, onAuthenticated: () => void): void
  /**
   * Returns the port for a console, at the server that records this user; null where every port is leased.
   * Throws `NoAnswer` where that server does not answer.
   */
  leaseUdp(holder: TokenHolder, address: string): Promise<LeasedPort | null>
  /** Returns the other server that records this user; null where this one may. */
  findOwner(userId: string): Promise<StreamOwner | null>
  /** Asks recorders to reconnect later. Everything received is durable when it resolves. */
  stop(): Promise<void>
}

interface Running {
  readonly ownership: Ownership
  readonly recordings: Recordings
  readonly recorders: RecorderConnections
  readonly tcp: TcpIngest
  readonly udp: UdpLeases
  readonly stored: StoredLeases
  readonly housekeeping: Housekeeping
  readonly adoption: PeriodicJob
  stopAnswering(): void
}

export function createIngest(context: AppContext, roomDirectory: RoomDirectory): Ingest {
  const { config, db, disk, fanOut, files, leadership, log, node, publicUrl, tracing } = context
  const nowMs = () => context.now().getTime()
  const metrics = createIngestMetrics(context.metrics.registry)
  const ownershipMetrics = createOwnershipMetrics(context.metrics.registry)
  const replicaMetrics = createReplicaMetrics(context.metrics.registry)
  const tokens = createLeaseTokens(context.keys)
  const captures = createCaptureStore(files)
  const inTurn = createMutex()
  addLinkQueue(context, inTurn)
  addCaptureQueue(context, captures, (sessionId) => removeReplays(files, sessionId))
  let running: Running | null = null

  function describe({ id, sessionId, status }: StreamSession): IngestedSession {
    const sessionUrl = `${publicUrl()}/sessions/${id}`
    return { id, sessionId, status, sessionUrl, liveUrl: `${publicUrl()}/live/${id}` }
  }

  async function leaseHere(holder: TokenHolder, address: string): Promise<LeasedPort | null> {
    const port = await started().udp.lease(holder, address)
    return port === null ? null : { host: config.ingestHost, port }
  }

  function started(): Running {
    if (!running) throw new Error('Ingest has not started.')
    return running
  }

  function publicPortOf(tcp: { readonly port: number }): number {
    return config.ingestTcpPublicPort ?? tcp.port
  }

  return {
    async start() {
      const ownership = createDatabaseOwnership({ db, log, node, metrics: ownershipMetrics })
      const journals = join(config.dataDir, 'ingest')
      const { nats } = context
      const replica = await openReplica({ config, nats, db, log, metrics: replicaMetrics })
      const recordings = createRecordings(
        {
          db,
          log,
          roomDirectory,
          captures,
          events: context.events,
          metrics,
          nowMs,
          inTurn,
          replica,
          tracing,
        },
        ownership,
        journals,
      )
      const isRevoked = createRevocationCheck(db)
      const certificate = await openIngestCertificate(config, log)
      // Servers of earlier versions derive the secret from these words, so that they stay.
      const secret = context.keys.derive('recorder hop')
      const recorderProxy = createRecorderProxy(node, { secret, isTls: certificate !== null, log })
      const proxyPath = node.runFolder === null ? null : proxySocketPath(node.runFolder, node.id)
      const { findOwner } = ownership
      const recorders = createRecorderConnections({
        recordings,
        tokens,
        findOwner,
        recorderProxy,
        isRevoked,
        metrics,
        log,
        nowMs,
        describe,
        disk,
      })
      const tcp = await listenTcp({
        recorders,
        log,
        host: config.host,
        port: config.ingestTcpPort,
        certificate,
        proxyPath,
      })
      await ownership.start({ host: config.ingestHost, tcpPort: publicPortOf(tcp) })
      const { host, ingestUdpPorts: ports } = config
      const stored = createStoredLeases(db, log, node)
      const udp = createUdpLeases({
        recordings,
        isRevoked,
        metrics,
        log,
        nowMs,
        host,
        ports,
        stored,
      })
      await udp.restore()
      const housekeeping = createHousekeeping({
        db,
        log,
        recordings,
        leadership,
        isFolderShared: node.workers > 1,
      })
      housekeeping.start()
      const adoption = createAdoption({
        db,
        log,
        node,
        nowMs,
        journals,
        replica,
        recordings,
        udp,
        listener: context.databaseListener,
      })
      adoption.start()
      const stopAnswering = answerLeases(fanOut, node.id, leaseHere)
      running = {
        ownership,
        recordings,
        recorders,
        tcp,
        udp,
        stored,
        housekeeping,
        adoption,
        stopAnswering,
      }
      recordings.recover().catch((error: unknown) => {
        log.error({ err: error }, 'Some journals could not be read again')
      })
    },
    tokens,
    tcpPort: () => publicPortOf(started().tcp),
    serve: (socket, address, onAuthenticated) =>
      started().recorders.serve(socket, address, onAuthenticated),
    findOwner: (userId) => started().ownership.findOwner(userId),
    async leaseUdp(holder, address) {
      const { ownership, stored } = started()
      const owner = await ownership.findOwner(holder.userId)
      if (owner) return requestLease(fanOut, owner.nodeId, holder, address)
      const other = await stored.findNode(holder.userId)
      if (other === null) return leaseHere(holder, address)
      try {
        return await requestLease(fanOut, other, holder, address)
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        return leaseHere(holder, address)
      }
    },
    async stop() {
      if (!running) return
      running.stopAnswering()
      await running.adoption.stop()
      running.tcp.stopListening()
      // The database may be away, and nothing else waits for it.
      const draining = running.ownership.drain()
      // Recorders do not have to send again what has been acknowledged.
      await running.recordings.sync()
      await running.recorders.close()
      await running.tcp.closed
      await running.udp.close()
      await running.recordings.close()
      await draining
      await running.ownership.stop()
      await running.housekeeping.stop()
    },
  }
}
