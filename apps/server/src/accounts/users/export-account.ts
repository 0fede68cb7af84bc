import type { AccountExport } from '@pitboard/contract/accounts/accounts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { UserCaller } from '../access/caller.ts'
import { presentUser } from '../auth/users/user-json.ts'
import { listSignIns } from './account.ts'
import { exportLeagues, exportSeasons } from './export-organised.ts'
import { findUser } from './queries.ts'
import { listRecorderKeys } from './recorder-keys.ts'

/** Everything that is stored about a user, without hashes and secrets. */
export async function exportAccount(
  context: AppContext,
  caller: UserCaller,
): Promise<AccountExport> {
  const { db, now } = context
  const { userId } = caller
  const user = await findUser(db, userId)
  const exportedAt = now().toISOString()
  const [account, recorderKeys, signIns, sessions, files, leagues, seasons] = await Promise.all([
    context.config.authUrl === null ? accountOf(db, userId) : null,
    listRecorderKeys(db, userId),
    listSignIns(context, caller),
    sessionsOf(context, userId),
    filesOf(db, userId),
    exportLeagues(context, userId),
    exportSeasons(context, userId),
  ])
  return {
    exportedAt,
    profile: {
      id: userId,
      username: user?.username ?? null,
      avatarUrl: user?.avatar_url ?? null,
      createdAt: user?.created_at.toISOString() ?? exportedAt,
    },
    account,
    recorderKeys,
    signIns,
    sessions,
    leagues,
    seasons,
    files,
  }
}

async function accountOf(db: Db, userId: string): Promise<object | null> {
  const user = await db
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return null
  const events = await db
    .selectFrom('auth.audit_log')
    .select(['action', 'ip', 'details', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return { ...(await presentUser(db, user)), events }
}

async function sessionsOf({ db, publicUrl }: AppContext, userId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'game_session_id', 'track_name', 'session_type', 'started_at', 'ended_at'])
    .select('origin')
    .where('user_id', '=', userId)
    .orderBy('started_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    sessionId: row.game_session_id,
    trackName: row.track_name,
    sessionType: row.session_type,
    sessionStartTime: row.started_at,
    sessionEndTime: row.ended_at,
    ...(row.origin !== null && { origin: row.origin }),
    page: `${publicUrl()}/sessions/${row.id}`,
    document: `${publicUrl()}/api/Sessions/${row.id}`,
  }))
}

async function filesOf(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('storage_object')
    .select(['bucket', 'path', 'bytes', 'content_type', 'created_at'])
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .execute()
}
