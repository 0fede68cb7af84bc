import type { UserProfile } from '@pitboard/contract/user'
import type { Db } from '../db/tables.ts'
import { countLeagues, listLeagues, presentLeague } from '../leagues/queries.ts'
import { listSessions } from '../sessions/lists.ts'
import { toSummary } from '../sessions/summary.ts'
import { findUser } from './queries.ts'

const RECENT = 10
const LEAGUES_MAX = 20
const BESTS_MAX = 50

/** What `viewerId` may know of a user; undefined where there is none. */
export async function publicProfile(
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<UserProfile | undefined> {
  const user = await findUser(db, id)
  if (!user) return undefined
  const list = { viewerId, ownerId: id }
  const [counts, bests, recent, leagueCount, leagues] = await Promise.all([
    countsOf(db, id),
    bestsOf(db, id),
    listSessions(db, { userId: id }, { page: 1, pageSize: RECENT }),
    countLeagues(db, list),
    listLeagues(db, list, { page: 1, pageSize: LEAGUES_MAX }),
  ])
  return {
    ...{ id, username: user.username, avatarUrl: user.avatar_url },
    createdAt: user.created_at.toISOString(),
    counts: { ...counts, leagues: leagueCount },
    bests,
    recentSessions: recent.map(toSummary),
    leagues: leagues.map(presentLeague),
  }
}

async function countsOf(db: Db, userId: string) {
  return db
    .selectFrom('session')
    .select(({ fn }) => [
      fn.countAll<number>().as('sessions'),
      fn.count<number>('track_id').distinct().as('tracks'),
    ])
    .where('user_id', '=', userId)
    .where('status', '=', 'recorded')
    .executeTakeFirstOrThrow()
}

async function bestsOf(db: Db, userId: string): Promise<UserProfile['bests']> {
  const rows = await db
    .selectFrom('session')
    .distinctOn('track_id')
    .select(['track_id', 'track_name', 'best_lap_ms', 'id', 'started_at'])
    .where('user_id', '=', userId)
    .where('status', '=', 'recorded')
    .where('best_lap_ms', 'is not', null)
    .orderBy('track_id')
    .orderBy('best_lap_ms')
    .orderBy('started_at')
    .limit(BESTS_MAX)
    .execute()
  return rows.map((row) => ({
    trackId: row.track_id,
    trackName: row.track_name,
    lapTimeMs: row.best_lap_ms ?? 0,
    sessionId: row.id,
    sessionStartTime: row.started_at.toISOString(),
  }))
}
