import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { noteLostWith } from '../../seasons/lost-sessions.ts'
import { removeUserFiles } from '../../storage/queries.ts'
import { audit } from '../audit.ts'

/** Removes a user and all that is his: sessions, identities, profile, recorder keys, races, files. */
export async function removeUser(
  context: Pick<AppContext, 'newId' | 'now'>,
  db: Db,
  userId: string,
  { actorId, ip }: { actorId: string | null; ip: string | null },
): Promise<void> {
  await noteLostWith(context, db, userId)
  await removeUserFiles(db, userId)
  await db.deleteFrom('user').where('id', '=', userId).execute()
  await db.deleteFrom('auth.users').where('id', '=', userId).execute()
  await audit(context, db, { action: 'user_deleted', userId, actorId, ip })
}
