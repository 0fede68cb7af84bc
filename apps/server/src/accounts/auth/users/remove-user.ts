import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { removeUserFiles } from '../../storage/queries.ts'
import { audit } from '../audit.ts'

declare module '../../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /** Before a user's rows and those that belong to them are deleted. */
    userDeleting: { readonly userId: string }
  }
}

/** Deletes a user with their sessions, identities, profile, recorder keys, races and files. */
export async function removeUser(
  context: Pick<AppContext, 'newId' | 'now' | 'events'>,
  db: Db,
  userId: string,
  { actorId, ip }: { actorId: string | null; ip: string | null },
): Promise<void> {
  await context.events.publish(db, 'userDeleting', { userId })
  await removeUserFiles(db, userId)
  await db.deleteFrom('user').where('id', '=', userId).execute()
  await db.deleteFrom('auth.users').where('id', '=', userId).execute()
  await audit(context, db, { action: 'user_deleted', userId, actorId, ip })
}
