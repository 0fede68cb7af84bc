import { account, type AccountExport, recorderKeys } from '@pitboard/contract/accounts/accounts'
import { personalAccessTokens } from '@pitboard/contract/accounts/personal-access-tokens'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { isOperator } from '../access/operators.ts'
import { route } from '../access/route.ts'
import { sourceOf } from '../auth/http/source.ts'
import { deleteAccount, endSignIn, listSignIns } from './account.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { UserCaller } from '../access/caller.ts'
import { presentUser } from '../auth/users/user-json.ts'
import {
  exportLeagueChanges,
  exportLeagueRoles,
  exportLeagues,
  exportSeasons,
} from './export-organised.ts'
import { exportNotifications } from './export-notifications.ts'
import { exportParticipation } from './export-participation.ts'
import { findUser } from './queries.ts'
import { createToken, listTokens, revokeToken } from './personal-access-tokens.ts'
import { createRecorderKey, listRecorderKeys, revokeRecorderKey } from './recorder-keys.ts'

/** Users manage this of their account, beside profile and sign-in. */
export function registerUsers(app: FastifyInstance, context: AppContext): void {
  const { db } = context

  route(app, recorderKeys.list, async ({ user }) => {
    return listRecorderKeys(db, user.userId)
  })

  route(app, recorderKeys.create, async ({ user, body: { name }, reply }) => {
    // It holds the key: no cache may keep it.
    reply.header('cache-control', 'no-store')
    return createRecorderKey(context, user.userId, name.trim())
  })

  route(app, recorderKeys.revoke, async ({ user, params: { id } }) => {
    if (await revokeRecorderKey(db, user.userId, id)) return null
    throw new ApiError(404, `You have no recorder key ${id}.`)
  })

  route(app, personalAccessTokens.list, async ({ user }) => listTokens(db, user.userId))

  route(app, personalAccessTokens.create, async ({ user: { userId }, body, request, reply }) => {
    // It holds the token, which no cache may store.
    reply.header('cache-control', 'no-store')
    return createToken(context, { userId, ip: sourceOf(request).ip }, body)
  })

  route(app, personalAccessTokens.revoke, async ({ user: { userId }, params: { id }, request }) => {
    if (await revokeToken(context, { userId, ip: sourceOf(request).ip }, id)) return null
    throw new ApiError(404, `You have no personal access token ${id}.`)
  })

  route(app, account.get, async ({ user: { userId } }) => ({
    isOperator: await isOperator(context, userId),
  }))

  route(app, account.signIns, async ({ user }) => {
    return listSignIns(context, user)
  })

  route(app, account.endSignIn, async ({ user, params: { id } }) => {
    if (await endSignIn(context, user.userId, id)) return null
    throw new ApiError(404, `You are not signed in as ${id}.`)
  })

  route(app, account.export, async ({ user, reply }) => {
    reply.header('cache-control', 'no-store')
    return exportAccount(context, user)
  })

  route(app, account.delete, async ({ user, request }) => {
    await deleteAccount(context, user, sourceOf(request).ip)
    return null
  })
}

/** Exports everything that is stored about a user, without hashes and secrets. */
async function exportAccount(context: AppContext, caller: UserCaller): Promise<AccountExport> {
  const { db, now } = context
  const { userId } = caller
  const user = await findUser(db, userId)
  const exportedAt = now().toISOString()
  const [account, recorderKeys, tokens, signIns, sessions, laps, files] = await Promise.all([
    context.config.authUrl === null ? accountOf(db, userId) : null,
    listRecorderKeys(db, userId),
    listTokens(db, userId),
    listSignIns(context, caller),
    sessionsOf(context, userId),
    lapsOf(db, userId),
    filesOf(db, userId),
  ])
  const [leagues, seasons, leagueRoles, leagueChanges, participation, notifications] =
    await Promise.all([
      exportLeagues(context, userId),
      exportSeasons(context, userId),
      exportLeagueRoles(db, userId),
      exportLeagueChanges(db, userId),
      exportParticipation(db, userId),
      exportNotifications(db, userId),
    ])
  return {
    exportedAt,
    profile: {
      id: userId,
      username: user?.username ?? null,
      avatarUrl: user?.avatar_url ?? null,
      isInRecords: user?.is_in_records ?? false,
      createdAt: user?.created_at.toISOString() ?? exportedAt,
    },
    account,
    recorderKeys,
    personalAccessTokens: tokens,
    signIns,
    sessions,
    laps,
    leagues,
    seasons,
    leagueRoles,
    leagueChanges,
    participation,
    notifications,
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

/** Reads the laps that count for records and own laps, and withheld ones. */
async function lapsOf(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('driven_lap')
    .select(['session_id', 'lap_num', 'track_id', 'game_version', 'session_kind', 'tyre_class'])
    .select([
      'weather',
      'tyre_compound',
      'tyre_age_laps',
      'set_age_laps',
      'lap_time_ms',
      'sector1_time_ms',
    ])
    .select(['sector2_time_ms', 'sector3_time_ms', 'withheld', 'is_best'])
    .where('user_id', '=', userId)
    .orderBy('session_id')
    .orderBy('lap_num')
    .execute()
}

async function filesOf(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('storage_object')
    .select(['bucket', 'path', 'bytes', 'content_type', 'created_at'])
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .execute()
}
