import type { Factor } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { FACTOR_METHODS } from './elevate.ts'

/** Removes a factor; the sessions that have shown it are `aal1` from their next refresh on. */
export async function removeFactor(db: Db, { id }: Factor): Promise<void> {
  await db.deleteFrom('auth.factors').where('id', '=', id).execute()
  const lowered = await db
    .updateTable('auth.sessions')
    .set({ aal: 'aal1', factor_id: null })
    .where('factor_id', '=', id)
    .returning('id')
    .execute()
  if (lowered.length === 0) return
  const ids = lowered.map((session) => session.id)
  await db
    .deleteFrom('auth.session_methods')
    .where('session_id', 'in', ids)
    .where('method', 'in', Object.values(FACTOR_METHODS))
    .execute()
}
