import { sql } from 'kysely'
import type { Log } from '../diagnostics/log.ts'
import { connectionsPerProcess } from './fair-pool.ts'
import type { Db } from './tables.ts'
import { readOnlyRow } from './only-row.ts'

/** Counts the connections of a server with that many processes: their pools and listeners, and the supervisor's. */
export function connectionsOfServer(workers: number): number {
  return (
    workers * (connectionsPerProcess(workers) + 1) + (workers > 1 ? connectionsPerProcess(1) : 0)
  )
}

/**
 * Warns where PostgreSQL gives fewer connections than this server may ask for: under load requests would
 * fail, and the reason would be looked for in vain. Other servers of the database are not known here.
 */
export async function checkConnections(db: Db, workers: number, log: Log): Promise<void> {
  const { allowed } = await readOnlyRow(
    db,
    sql<{ allowed: number }>`
    select current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed`,
  )
  const needed = connectionsOfServer(workers)
  if (needed <= allowed) return
  log.warn(
    { needed, allowed },
    'PostgreSQL allows fewer connections than this server may need: raise max_connections or lower WORKERS',
  )
}
