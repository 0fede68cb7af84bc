import { sql } from 'kysely'
import type { Db } from '../platform/db/tables.ts'
import type { TestServer } from './server.ts'

/** The limit guards against hanging alone. */
const PATIENCE_MS = 60_000

/**
 * Starts calls that all begin while a transaction of ours holds rows: `hold` takes them, `work` runs once that many of
 * the calls wait for them. Returns the answers.
 */
export async function callWhile<T>(
  { context: { db } }: Pick<TestServer, 'context'>,
  calls: readonly (() => Promise<T>)[],
  { hold, work }: { hold: (db: Db) => Promise<unknown>; work?: (db: Db) => Promise<unknown> },
): Promise<T[]> {
  const begun = await db.transaction().execute(async (holding) => {
    await hold(holding)
    const answers = Promise.all(calls.map((each) => each()))
    await waitForWaiting(db, calls.length)
    await work?.(holding)
    // Wrapped, since a transaction would wait for a promise that it returns.
    return { answers }
  })
  return begun.answers
}

/** Waits until that many connections to the database wait for a lock. */
async function waitForWaiting(db: Db, count: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if ((rows[0]?.waiting ?? 0) >= count) return
  }
  throw new Error(`no ${count} calls wait`)
}
