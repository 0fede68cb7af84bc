import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { ServerNode } from '../../context.ts'
import type { DatabaseListener } from '../../platform/db/database-listener.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { Log } from '../../platform/diagnostics/log.ts'
import { createPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { FREE_AFTER_SECONDS, IS_ALIVE } from '../ownership/node-alive.ts'
import { StreamOwnedElsewhere } from '../ownership/ownership.ts'
import type { JournalReplica } from './journal/journal-replica.ts'
import type { Recordings } from './recordings/recordings.ts'
import { isProxyOpen } from './transports/recorder-proxy.ts'
import type { UdpLeases } from './transports/udp-leases.ts'
import { readOnlyRow } from '../../platform/db/only-row.ts'

const EVERY_MS = 3_000
/** The job pauses this long while no server has a live session; the first live session is announced. */
const REST_MS = 5 * 60_000
/** The order is random, so that servers share the streams of a lost one. */
const STREAMS_AT_ONCE = 8
/** A journal that could not be replayed is tried again after this. */
const RETRY_AFTER_MS = 60_000

interface AdoptionParts {
  readonly db: Db
  readonly log: Log
  readonly node: ServerNode
  readonly nowMs: () => number
  /** The folder lies in this DATA_DIR. */
  readonly journals: string
  readonly replica: Pick<JournalReplica, 'canRestore'>
  readonly recordings: Pick<Recordings, 'open'>
  readonly udp: Pick<UdpLeases, 'adopt'>
  readonly listener: Pick<DatabaseListener, 'isListening' | 'subscribe'>
}

/**
 * Continues what a lost server has left although neither recorder nor console returns: its sessions are read from
 * a journal that this server reaches, and leased ports of the same machine are bound again.
 */
export function createAdoption(parts: AdoptionParts): PeriodicJob {
  const { db, log, node, nowMs, journals, replica, recordings, udp, listener } = parts
  const triedMs = new Map<string, number>()

  /**
   * Returns whether the process of a node runs. A process that shares its DATA_DIR with others has a run
   * folder.
   */
  async function isRunning(nodeId: string): Promise<boolean> {
    return node.runFolder !== null && isProxyOpen(node.runFolder, nodeId)
  }

  async function hasJournal(userId: string, dataFolder: string | null): Promise<boolean> {
    if (dataFolder !== node.dataFolder) return replica.canRestore(userId)
    return access(join(journals, userId)).then(
      () => true,
      () => replica.canRestore(userId),
    )
  }

  async function adoptStream(userId: string, dataFolder: string | null): Promise<void> {
    if (!(await hasJournal(userId, dataFolder))) return
    triedMs.set(userId, nowMs())
    try {
      await recordings.open(userId)
      log.warn({ userId }, 'The sessions of a lost server continue here')
    } catch (error) {
      if (!(error instanceof StreamOwnedElsewhere)) throw error
    }
  }

  /** Returns false where no other server can have left anything. */
  async function hasOthers(): Promise<boolean> {
    const { found } = await readOnlyRow(
      db,
      sql<{ found: boolean }>`select exists (select from live_session)
      or exists (select from udp_lease where node_id is distinct from ${node.id}) as found`,
    )
    return found
  }

  async function adopt(): Promise<'rest' | null> {
    if (!(await hasOthers())) return 'rest'
    await udp.adopt(isRunning)
    for (const [userId, atMs] of triedMs) {
      if (nowMs() - atMs > RETRY_AFTER_MS) triedMs.delete(userId)
    }
    for (const { userId, dataFolder } of await findOrphanedStreams(db, node.id, [
      ...triedMs.keys(),
    ])) {
      await adoptStream(userId, dataFolder).catch((error: unknown) => {
        log.error({ err: error, userId }, 'The journal of a lost server could not be replayed')
      })
    }
    return null
  }

  const job = createPeriodicJob(adopt, {
    everyMs: EVERY_MS,
    restMs: () => (listener.isListening() ? REST_MS : EVERY_MS),
    log,
    failure: 'What lost servers have left could not be adopted',
  })
  listener.subscribe({ channels: ['pitboard_live'], hear: job.wake, resumed: job.wake })
  return job
}

/** Finds streams with sessions under way that no server has in memory. */
async function findOrphanedStreams(db: Db, nodeId: string, except: readonly string[]) {
  return db
    .selectFrom('live_owner')
    .leftJoin('node', 'node.id', 'node_id')
    .select(['live_owner.user_id as userId', 'data_folder as dataFolder'])
    .where('node_id', 'is distinct from', nodeId)
    .where(sql<boolean>`not (live_owner.user_id = any(${except}::uuid[]))`)
    .where(
      sql<boolean>`exists (select from live_session where live_session.user_id = live_owner.user_id
        and (not is_free or orphaned_at
          < clock_timestamp() - make_interval(secs => ${FREE_AFTER_SECONDS})))`,
    )
    .where(sql<boolean>`(is_free or not coalesce(${IS_ALIVE}, false))`)
    .orderBy(sql`random()`)
    .limit(STREAMS_AT_ONCE)
    .execute()
}
