import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { ServerNode } from '../../context.ts'
import type { Log } from '../../platform/diagnostics/log.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { orphanSessionsOf } from './live-sessions.ts'
import type { OwnershipMetrics } from './metrics.ts'
import { FREE_AFTER_SECONDS, IS_ALIVE } from './node-alive.ts'
import {
  type NodeAddress,
  type OwnedStream,
  type Ownership,
  StreamLost,
  StreamOwnedElsewhere,
} from './ownership.ts'

const HEARTBEAT_MS = 2_000
/**
 * After such a gap another node may have taken over. It is well below the limit, as both clocks are read
 * late.
 */
const SUSPICIOUS_GAP_SECONDS = FREE_AFTER_SECONDS / 2
const FORGET_NODE_AFTER_DAYS = 7
/**
 * A transaction that holds the row of a stream sets it: a server that stands still or is cut off in the
 * middle of it may not keep others from the stream for longer than its heartbeat does.
 */
const HOLD_BRIEFLY = sql<string>`set_config(
  'idle_in_transaction_session_timeout', ${sql.lit(`${FREE_AFTER_SECONDS}s`)}, true)`

interface OwnershipParts {
  readonly db: Db
  readonly log: Log
  readonly node: ServerNode
  readonly metrics: OwnershipMetrics
}

/**
 * Decides ownership in PostgreSQL, with a heartbeat for each node, and a row with an epoch for each user. A
 * node that owns nothing needs no heartbeat, so that an idle server writes nothing.
 */
export function createDatabaseOwnership(parts: OwnershipParts): Ownership {
  const { db, log, metrics } = parts
  const { id: nodeId, dataFolder } = parts.node
  const instance = randomUUID()
  const owned = new Map<string, OwnedStream>()
  /** These streams are not released yet, because the database was away. */
  const toRelease = new Set<OwnedStream>()
  let reportLost: ((userId: string) => void) | null = null
  const joined = Promise.withResolvers<NodeAddress>()

  /**
   * Sends a heartbeat and returns the seconds since the one before; throws where a newer process has this
   * node's id.
   */
  async function touch(database: Db, { host, tcpPort }: NodeAddress): Promise<number> {
    const { rows } = await sql<{ gap: number }>`
      insert into node (id, instance, host, tcp_port, data_folder, seen_at)
      values (${nodeId}, ${instance}, ${host}, ${tcpPort}, ${dataFolder}, clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at
      where node.instance = excluded.instance
      returning extract(epoch from
        seen_at - coalesce((select seen_at from node where id = ${nodeId}), seen_at)
      )::float as gap`.execute(database)
    const [row] = rows
    if (!row) throw new NodeReplaced(nodeId)
    return row.gap
  }

  function createStream(
    claimed: Pick<OwnedStream, 'userId' | 'epoch' | 'sinceEpoch' | 'isInherited'>,
  ): OwnedStream {
    const { userId, epoch } = claimed
    const stream: OwnedStream = {
      ...claimed,
      async check(database) {
        const row = await database
          .selectFrom('live_owner')
          .select(['epoch', HOLD_BRIEFLY.as('hold')])
          .where('user_id', '=', userId)
          .where('node_id', '=', nodeId)
          .where('epoch', '=', epoch)
          .where('is_free', '=', false)
          .forShare()
          .executeTakeFirst()
        if (row) return
        stream.lose()
        throw new StreamLost()
      },
      lose() {
        metrics.rejectedStores.inc()
        if (owned.get(userId) === stream) lose(userId)
      },
    }
    return stream
  }

  function lose(userId: string): void {
    owned.delete(userId)
    metrics.lost.inc()
    log.warn({ userId }, 'Another server has taken over a stream')
    reportLost?.(userId)
  }

  async function claim(userId: string): Promise<OwnedStream> {
    const address = await joined.promise
    const stream = await inTransaction(db, async (transaction) => {
      await sql`insert into live_owner (user_id, epoch, since_epoch, is_free)
        select id, 0, 0, true from "user" where id = ${userId} on conflict do nothing`.execute(
        transaction,
      )
      const before = await transaction
        .selectFrom('live_owner')
        .leftJoin('node', 'node.id', 'node_id')
        .select(['node_id', 'epoch', 'since_epoch', 'is_free', 'data_folder'])
        .select(HOLD_BRIEFLY.as('hold'))
        .where('user_id', '=', userId)
        .forUpdate('live_owner')
        .executeTakeFirst()
      // The user is deleted, so that what their journal holds is not stored.
      if (!before) return createStream({ userId, epoch: 0, sinceEpoch: 0, isInherited: false })
      const isOwn = before.node_id === nodeId
      if (before.node_id !== null && !isOwn && !before.is_free) {
        if (await isAlive(transaction, before.node_id)) throw new StreamOwnedElsewhere()
        metrics.takeovers.inc()
        log.warn({ userId, node: before.node_id }, 'A stream was taken over from a lost server')
      }
      await touch(transaction, address)
      const epoch = before.epoch + 1
      const isInherited = !isOwn && before.data_folder === dataFolder
      const sinceEpoch = isOwn || isInherited ? before.since_epoch : epoch
      await transaction
        .updateTable('live_owner')
        .set({ node_id: nodeId, epoch, since_epoch: sinceEpoch, is_free: false })
        .where('user_id', '=', userId)
        .execute()
      await orphanSessionsOf(transaction, userId)
      return createStream({ userId, epoch, sinceEpoch, isInherited })
    })
    if (stream.epoch > 0) owned.set(userId, stream)
    return stream
  }

  async function release(stream: OwnedStream): Promise<void> {
    if (owned.get(stream.userId) === stream) owned.delete(stream.userId)
    toRelease.add(stream)
    await inTransaction(db, async (transaction) => {
      const released = await transaction
        .updateTable('live_owner')
        .set({ is_free: true })
        .where('user_id', '=', stream.userId)
        .where('node_id', '=', nodeId)
        .where('epoch', '=', stream.epoch)
        .returning(HOLD_BRIEFLY.as('hold'))
        .executeTakeFirst()
      if (released) await orphanSessionsOf(transaction, stream.userId)
    })
    toRelease.delete(stream)
  }

  async function beat(): Promise<void> {
    for (const stream of toRelease) await release(stream)
    if (owned.size === 0) return
    try {
      if ((await touch(db, await joined.promise)) < SUSPICIOUS_GAP_SECONDS) return
    } catch (error) {
      if (!(error instanceof NodeReplaced)) throw error
      log.fatal({ nodeId }, 'Another server has this NODE_ID: give each one its own')
    }
    for (const { userId } of await findLost()) lose(userId)
  }

  async function findLost(): Promise<OwnedStream[]> {
    const streams = [...owned.values()]
    const rows = await db
      .selectFrom('live_owner')
      .select(['user_id', 'epoch'])
      .where('node_id', '=', nodeId)
      .where('is_free', '=', false)
      .execute()
    const epochs = new Map(rows.map(({ user_id, epoch }) => [user_id, epoch]))
    return streams.filter(({ userId, epoch }) => epochs.get(userId) !== epoch)
  }

  const beating = createPeriodicJob(beat, {
    everyMs: HEARTBEAT_MS,
    log,
    failure: 'The heartbeat of this server could not be stored',
  })
  metrics.observeOwned(() => owned.size)

  return {
    claim,
    release,
    onLost(listener) {
      reportLost = listener
    },
    async findOwner(userId) {
      const row = await db
        .selectFrom('live_owner')
        .innerJoin('node', 'node.id', 'node_id')
        .select(['node.id', 'host', 'tcp_port', 'data_folder'])
        .where('user_id', '=', userId)
        .where('node.id', '!=', nodeId)
        .where('is_free', '=', false)
        .where('draining', '=', false)
        .where(IS_ALIVE)
        .executeTakeFirst()
      if (!row) return null
      const { id, host, tcp_port: tcpPort, data_folder } = row
      return { nodeId: id, host, tcpPort, dataFolder: data_folder }
    },
    async findOwn(users) {
      const rows = await db
        .selectFrom('user')
        .leftJoin('live_owner', 'live_owner.user_id', 'user.id')
        .leftJoin('node', (join) =>
          join.onRef('node.id', '=', 'node_id').on('data_folder', '=', dataFolder),
        )
        .select(['user.id as userId', 'node.id as owner'])
        .where(sql<boolean>`"user".id = any(${users}::uuid[])`)
        .execute()
      return rows
        .filter(({ userId, owner }) =>
          owner === null ? isAssigned(userId, parts.node) : owner === nodeId,
        )
        .map(({ userId }) => userId)
    },
    async start(address) {
      await join(db, { ...parts.node, instance, address })
      joined.resolve(address)
      beating.start()
    },
    async drain() {
      try {
        await db
          .updateTable('node')
          .set({ draining: true })
          .where('id', '=', nodeId)
          .where('instance', '=', instance)
          .execute()
      } catch (error) {
        log.warn({ err: error }, 'Other servers do not know that this one stops')
      }
    },
    async stop() {
      await beating.stop()
      for (const stream of new Set([...owned.values(), ...toRelease])) {
        await release(stream).catch((error: unknown) => {
          log.warn({ err: error }, 'A stream could not be released')
        })
      }
    },
  }
}

/**
 * Returns whether this worker reads a journal without an owner. Such journals are spread over the workers:
 * each is read by one of them.
 */
function isAssigned(userId: string, { worker, workers }: ServerNode): boolean {
  return worker === null || Number.parseInt(userId.slice(-7), 16) % workers === worker - 1
}

class NodeReplaced extends Error {
  constructor(nodeId: string) {
    super(`A newer process has the node id ${nodeId}.`)
    this.name = 'NodeReplaced'
  }
}

/**
 * Returns whether a node is alive. It waits for a heartbeat that is being stored, and holds off the next one
 * until the claim is over.
 */
async function isAlive(transaction: Db, nodeId: string): Promise<boolean> {
  await transaction.selectFrom('node').select('id').where('id', '=', nodeId).forShare().execute()
  const row = await transaction
    .selectFrom('node')
    .select(IS_ALIVE.as('isAlive'))
    .where('id', '=', nodeId)
    .executeTakeFirst()
  return row?.isAlive ?? false
}

/**
 * Joins the nodes. What an earlier process of this node owned is free, because nothing of it is in memory.
 */
async function join(
  db: Db,
  node: OwnershipParts['node'] & { readonly instance: string; readonly address: NodeAddress },
): Promise<void> {
  const { id, dataFolder, instance, address } = node
  const values = {
    instance,
    host: address.host,
    tcp_port: address.tcpPort,
    draining: false,
    data_folder: dataFolder,
    seen_at: sql<Date>`clock_timestamp()`,
  }
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('node')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
    await transaction
      .updateTable('live_owner')
      .set({ is_free: true })
      .where('node_id', '=', id)
      .where('is_free', '=', false)
      .execute()
    // However long the node was away, its journals are read before their sessions count as lost.
    await sql`update live_session set orphaned_at = clock_timestamp()
      where user_id in (select user_id from live_owner where node_id = ${id})`.execute(transaction)
    await sql`delete from node
      where seen_at < now() - make_interval(days => ${FORGET_NODE_AFTER_DAYS})`.execute(transaction)
  })
}
