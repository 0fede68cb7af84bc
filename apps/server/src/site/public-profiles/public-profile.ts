import { RACE_TYPES } from '@pitboard/contract/wire/enumerations'
import { type UserProfile, users } from '@pitboard/contract/accounts/user'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { route } from '../../accounts/access/route.ts'
import { findUser, nameOf, noSuchUser } from '../../accounts/users/queries.ts'
import { countLeagues, listLeagues } from '../../championship/leagues/queries.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { listSessions } from '../../racing/sessions/store/session-lists.ts'
import { toSummary } from '../../racing/sessions/store/session-queries.ts'

const RECENT = 10
const LEAGUES_MAX = 20
const BESTS_MAX = 50

/** The public data of a user; undefined for an unknown one. */
export async function publicProfile(db: Db, id: string): Promise<UserProfile | undefined> {
  const user = await findUser(db, id)
  if (!user) return undefined
  const list = { viewerId: null, ownerId: id }
  const [counts, bests, recent, leagueCount, leagues] = await Promise.all([
    countsOf(db, id),
    bestsOf(db, id),
    listSessions(db, { userId: id }, { page: 1, pageSize: RECENT }),
    countLeagues(db, list),
    listLeagues(db, list, { page: 1, pageSize: LEAGUES_MAX }),
  ])
  return {
    ...{ id, username: nameOf(user), avatarUrl: user.avatar_url },
    createdAt: user.created_at.toISOString(),
    counts: { ...counts, leagues: leagueCount },
    bests,
    recentSessions: recent.map(toSummary),
    leagues: leagues.map((league) => ({
      ...{ id: league.id, name: league.name },
      ...{ description: league.description, thumbnailId: league.thumbnail },
      accentColour: league.accent_colour,
    })),
  }
}

async function countsOf(db: Db, userId: string) {
  return db
    .selectFrom('session')
    .select(({ fn }) => [
      fn.countAll<number>().as('sessions'),
      sql<number>`count(*) filter (where session_type = any(${RACE_TYPES}::int[]))`.as('races'),
    ])
    .where('user_id', '=', userId)
    .where('status', '=', 'recorded')
    .executeTakeFirstOrThrow()
}

async function bestsOf(db: Db, userId: string): Promise<UserProfile['bests']> {
  const rows = await db
    .selectFrom('session')
    .distinctOn('track_id')
    .select(['track_id', 'track_name', 'best_lap_ms', 'id', 'started_at', 'session_type'])
    .where('user_id', '=', userId)
    .where('status', '=', 'recorded')
    .where('best_lap_ms', 'is not', null)
    .orderBy('track_id')
    .orderBy('best_lap_ms')
    .orderBy('started_at')
    .limit(BESTS_MAX)
    .execute()
  rows.sort((a, b) => a.track_name.localeCompare(b.track_name, 'en'))
  return rows.map((row) => ({
    trackId: row.track_id,
    trackName: row.track_name,
    lapTimeMs: row.best_lap_ms ?? 0,
    sessionId: row.id,
    sessionType: row.session_type,
    drivenAt: row.started_at.toISOString(),
  }))
}

export function registerPublicProfiles(app: FastifyInstance, { db }: AppContext): void {
  route(app, users.get, async ({ params: { id }, reply }) => {
    const profile = await publicProfile(db, id)
    if (!profile) throw noSuchUser(id)
    reply.header('cache-control', 'no-cache')
    return profile
  })
}
