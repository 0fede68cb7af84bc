import type { Db } from '../../../platform/db/tables.ts'

/** Ends one session; its refresh tokens are worth nothing from then on. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
}

/** Ends every session of a user but this one; all where it is null. */
export async function endSessionsBut(
  db: Db,
  userId: string,
  keptSessionId: string | null,
): Promise<void> {
  const sessions = db.deleteFrom('auth.sessions').where('user_id', '=', userId)
  await (keptSessionId === null ? sessions : sessions.where('id', '<>', keptSessionId)).execute()
}
