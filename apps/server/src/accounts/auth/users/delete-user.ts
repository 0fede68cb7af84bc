import { createHash } from 'node:crypto'
import type { AppContext } from '../../../context.ts'
import type { AuthUser } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { removeUserFiles } from '../../storage/queries.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import type { Source } from '../http/source.ts'
import { lockDeletions } from './lock-deletions.ts'
import { updateUser } from './queries.ts'

declare module '../../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /** This event comes before a user's account is deleted: what belongs to others has to stay. */
    userLeaving: { readonly userId: string }
    /** This event comes before a user's rows and the rows that belong to them are deleted. */
    userDeleting: { readonly userId: string }
  }
}

/** Deletes a user with their sessions, identities, profile, recorder keys, personal access tokens, races and files. */
export async function removeUser(
  context: Pick<AppContext, 'db' | 'newId' | 'now' | 'events'>,
  userId: string,
  { actorId, ip }: { actorId: string | null; ip: string | null },
): Promise<void> {
  const { db } = context
  await lockLeaver(db, userId)
  await context.events.publish(db, 'userLeaving', { userId })
  await context.events.publish(db, 'userDeleting', { userId })
  await removeUserFiles(db, userId)
  await db.deleteFrom('user').where('id', '=', userId).execute()
  await db.deleteFrom('auth.users').where('id', '=', userId).execute()
  await audit(context, { action: 'user_deleted', userId, actorId, ip })
}

/**
 * What the user does or is given at the same moment happens before or not at all: a league that they take
 * over would be deleted with them.
 */
async function lockLeaver(db: Db, userId: string): Promise<void> {
  await lockDeletions(db, 'account')
  await db.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute()
}

const DELETED_TABLES = [
  'personal_access_token',
  'auth.sessions',
  'auth.one_time_tokens',
  'auth.outbox',
  'auth.flow_states',
  'auth.factors',
  'auth.passkeys',
  'auth.identities',
] as const

/**
 * Deletes an account except its id: nobody can sign in to it, its addresses are free, and all its personal data is
 * removed. Other data of the user, such as recorded races, stays.
 */
export async function softDeleteUser(
  auth: AuthContext,
  { id, email, phone }: AuthUser,
  { ip }: Pick<Source, 'ip'>,
): Promise<void> {
  const { db } = auth
  await lockLeaver(db, id)
  await auth.events.publish(db, 'userLeaving', { userId: id })
  for (const table of DELETED_TABLES) {
    await db.deleteFrom(table).where('user_id', '=', id).execute()
  }
  await removeUserFiles(db, id)
  await db
    .updateTable('user')
    .set({ username: null, avatar_url: null, updated_at: auth.now() })
    .where('id', '=', id)
    .execute()
  await updateUser(auth, id, {
    email: email === null ? null : pseudonym(id, email),
    phone: phone === null ? null : pseudonym(id, phone),
    new_email: null,
    new_phone: null,
    password_hash: null,
    user_metadata: '{}',
    app_metadata: '{}',
    deleted_at: auth.now(),
  })
  const details = { is_soft: true }
  await audit(auth, { action: 'user_deleted', userId: id, actorId: null, ip, details })
}

/** A pseudonym is no address, and can not be found out from one. */
function pseudonym(id: string, address: string): string {
  return createHash('sha256').update(`${id}:${address}`).digest('hex').slice(0, 32)
}
