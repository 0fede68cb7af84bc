import { IS_ALIVE } from '../../ownership/node-alive.ts'
import { sql } from 'kysely'
import type { ServerNode } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { Row } from '../../../platform/db/tables.ts'
import type { Log } from '../../../platform/diagnostics/log.ts'

/** The database has the lease, so that a server that restarts binds the same port. */
export interface StoredLease {
  readonly userId: string
  readonly keyId: string
  readonly port: number
  readonly address: string
  readonly leasedAtMs: number
  readonly receivedAtMs: number | null
}

export interface StoredLeases {
  list(): Promise<StoredLease[]>
  /** Returns the other node that has leased a port to this user; null where this one records them. */
  findNode(userId: string): Promise<string | null>
  /** Returns nodes with the same DATA_DIR that have leases and no heartbeat. */
  findSilentNodes(): Promise<string[]>
  /** Takes over the leases of a node that has ended. */
  claim(nodeId: string): Promise<StoredLease[]>
  /** Begins a lease, or updates it. A failure is logged, because the lease is valid without its row. */
  save(lease: StoredLease): void
  remove(lease: Pick<StoredLease, 'userId' | 'port'>): void
  /** Resolves when everything before is written. */
  settled(): Promise<void>
}

/** Stores the leases of one node: others on the same database have ports of their own. */
export function createStoredLeases(
  db: Db,
  log: Log,
  { id: nodeId, dataFolder }: Pick<ServerNode, 'id' | 'dataFolder'>,
): StoredLeases {
  // Writes follow each other, because a removal must not overtake the write before it.
  let writing: Promise<unknown> = Promise.resolve()

  function write(query: { execute(): Promise<unknown> }): void {
    writing = writing
      .then(() => query.execute())
      .catch((error: unknown) => {
        log.warn({ err: error }, 'A lease could not be stored')
      })
  }

  return {
    async list() {
      const rows = await db
        .selectFrom('udp_lease')
        .selectAll()
        .where((row) => row.or([row('node_id', '=', nodeId), row('node_id', 'is', null)]))
        .orderBy('leased_at')
        .execute()
      return rows.map(toStoredLease)
    },
    async findNode(userId) {
      const row = await db
        .selectFrom('udp_lease')
        .leftJoin('live_owner', 'live_owner.user_id', 'udp_lease.user_id')
        .select('udp_lease.node_id')
        .where('udp_lease.user_id', '=', userId)
        .where('udp_lease.node_id', '!=', nodeId)
        .where(sql<boolean>`(live_owner.node_id = ${nodeId} and not is_free) is not true`)
        .executeTakeFirst()
      return row?.node_id ?? null
    },
    async findSilentNodes() {
      const rows = await db
        .selectFrom('udp_lease')
        .innerJoin('node', 'node.id', 'node_id')
        .select('node.id')
        .distinct()
        .where('data_folder', '=', dataFolder)
        .where('node.id', '!=', nodeId)
        .where(sql<boolean>`not ${IS_ALIVE}`)
        .execute()
      return rows.map(({ id }) => id)
    },
    async claim(former) {
      const rows = await db
        .updateTable('udp_lease')
        .set({ node_id: nodeId })
        .where('node_id', '=', former)
        .returningAll()
        .execute()
      return rows.map(toStoredLease)
    },
    save({ userId, keyId, port, address, leasedAtMs, receivedAtMs }) {
      const changing = {
        key_id: keyId,
        node_id: nodeId,
        port,
        address,
        leased_at: new Date(leasedAtMs),
        received_at: receivedAtMs === null ? null : new Date(receivedAtMs),
      }
      write(
        db
          .insertInto('udp_lease')
          .values({ user_id: userId, ...changing })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changing)),
      )
    },
    remove({ userId, port }) {
      write(
        db
          .deleteFrom('udp_lease')
          .where('user_id', '=', userId)
          .where('port', '=', port)
          .where((row) => row.or([row('node_id', '=', nodeId), row('node_id', 'is', null)])),
      )
    },
    settled: async () => {
      await writing
    },
  }
}

function toStoredLease(row: Row<'udp_lease'>): StoredLease {
  return {
    userId: row.user_id,
    keyId: row.key_id,
    port: row.port,
    address: row.address,
    leasedAtMs: row.leased_at.getTime(),
    receivedAtMs: row.received_at?.getTime() ?? null,
  }
}
