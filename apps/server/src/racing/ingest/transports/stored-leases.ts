import type { Db } from '../../../platform/db/tables.ts'
import type { Log } from '../../../platform/diagnostics/log.ts'

/** A lease as the database has it, so that a server that restarts binds the same port. */
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
  /** Begins a lease, or updates it. A failure is logged: the lease is valid without its row. */
  save(lease: StoredLease): void
  remove(lease: Pick<StoredLease, 'userId' | 'port'>): void
  /** Resolves when everything before is written. */
  settled(): Promise<void>
}

/** The leases of one node: others on the same database have ports of their own. */
export function createStoredLeases(db: Db, log: Log, nodeId: string): StoredLeases {
  // One after the other: a removal must not overtake the write before it.
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
      return rows.map((row) => ({
        userId: row.user_id,
        keyId: row.key_id,
        port: row.port,
        address: row.address,
        leasedAtMs: row.leased_at.getTime(),
        receivedAtMs: row.received_at?.getTime() ?? null,
      }))
    },
    save({ userId, keyId, port, address, leasedAtMs, receivedAtMs }) {
      const changing = {
        key_id: keyId,
        ...{ node_id: nodeId, port, address },
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
