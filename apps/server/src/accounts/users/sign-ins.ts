import type { SignIn } from '@pitboard/contract/accounts'
import type { UserCaller } from '../access/caller.ts'
import type { AppContext } from '../../context.ts'

/** Empty where an outside service does the signing in: it knows them, we don't. */
export async function listSignIns(
  { config, db, now }: AppContext,
  { userId, sessionId }: Pick<UserCaller, 'userId' | 'sessionId'>,
): Promise<SignIn[]> {
  if (config.authUrl !== null) return []
  const rows = await db
    .selectFrom('auth.sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where((where) => where.or([where('not_after', 'is', null), where('not_after', '>', now())]))
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: (row.refreshed_at ?? row.created_at).toISOString(),
      userAgent: row.user_agent,
      ipAddress: row.ip,
      hasSecondFactor: row.aal === 'aal2',
      isCurrent: row.id === sessionId,
    }))
    .toSorted((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1))
}

/** False where the user has no such sign-in. */
export async function endSignIn(
  { config, db }: AppContext,
  userId: string,
  id: string,
): Promise<boolean> {
  if (config.authUrl !== null) return false
  const ended = await db
    .deleteFrom('auth.sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}
