import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'

/**
 * Assigns what belongs to nodes that no longer exist, because the number of workers has changed, to the
 * others. It runs before the nodes of a DATA_DIR start.
 */
export async function adoptNodes(
  db: Db,
  dataFolder: string,
  ids: readonly string[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const known = await transaction
      .selectFrom('node')
      .select('id')
      .where(sql<boolean>`data_folder = ${dataFolder}`)
      .forUpdate()
      .execute()
    const gone = known.map(({ id }) => id).filter((id) => !ids.includes(id))
    const [first] = ids
    if (gone.length === 0 || first === undefined) return
    for (const id of ids) {
      await transaction
        .insertInto('node')
        .values({
          id,
          data_folder: dataFolder,
          instance: randomUUID(),
          host: null,
          tcp_port: 0,
          seen_at: sql<Date>`clock_timestamp()`,
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ data_folder: dataFolder }))
        .execute()
    }
    await transaction
      .updateTable('udp_lease')
      .set({ node_id: first })
      .where('node_id', 'in', gone)
      .execute()
    // Their journals are read before their sessions count as lost.
    await sql`update live_session set orphaned_at = clock_timestamp() where user_id in (
      select user_id from live_owner where node_id = any(${gone}))`.execute(transaction)
    await sql`update live_owner set is_free = true, node_id = (${ids}::text[])[
        1 + ('x' || right(user_id::text, 7))::bit(28)::int % ${ids.length}::int]
      where node_id = any(${gone})`.execute(transaction)
    await transaction.deleteFrom('node').where('id', 'in', gone).execute()
  })
}
