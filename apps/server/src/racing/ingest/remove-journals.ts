import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import type { Log } from '../../platform/diagnostics/log.ts'
import type { Recordings } from './recordings.ts'

/** Removes the journals of users who are gone, and ends what they are still sending. */
export async function removeJournals(db: Db, log: Log, recordings: Recordings): Promise<void> {
  const users = await recordings.users()
  if (users.length === 0) return
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where(sql<boolean>`id = any(${users}::uuid[])`)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  for (const userId of users) {
    if (known.has(userId)) continue
    await recordings.forget(userId).catch((error: unknown) => {
      log.error({ err: error, userId }, 'The journal of a deleted user could not be removed')
    })
  }
}
