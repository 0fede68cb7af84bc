import { RACE_TYPES } from '@pitboard/contract/wire/enumerations'
import { type UserProfile, users } from '@pitboard/contract/accounts/user'
import type { SessionHighlights } from '@pitboard/contract/sessions/listed-session'
import type { FastifyInstance } from 'fastify'
import { type NotNull, sql } from 'kysely'
import { route } from '../../accounts/access/route.ts'
import { findUser, nameOf, noSuchUser } from '../../accounts/users/queries.ts'
import { countLeagues, listLeagues } from '../../championship/leagues/queries.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { listSessions } from '../../racing/sessions/store/session-lists.ts'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { readDrivenRaces } from './driven-races.ts'
import { toListedSession } from '../../racing/sessions/store/listed-sessions.ts'

const RECENT = 10
const LEAGUES_MAX = 20
const BESTS_MAX = 50
const TRACKS_MAX = 5
const SEASONS_MAX = 6
/** The seasons of this many latest sessions are looked up. */
const COUNTED_MAX = 500

/** Reads the public data of a user; returns undefined for an unknown one. */
export async function publicProfile(db: Db, id: string): Promise<UserProfile | undefined> {
  const user = await findUser(db, id)
  if (!user) return undefined
  const list = { viewerId: null, ownerId: id }
  const [counts, races, tracks, bests, recent, leagueCount, leagues, seasons] = await Promise.all([
    countsOf(db, id),
    readDrivenRaces(db, id),
    readTracks(db, id),
    bestsOf(db, id),
    listSessions(db, { userId: id }, { page: 1, pageSize: RECENT }),
    countLeagues(db, list),
    listLeagues(db, list, { page: 1, pageSize: LEAGUES_MAX }),
    readSeasons(db, id),
  ])
  return {
    id,
    username: nameOf(user),
    avatarUrl: user.avatar_url,
    createdAt: user.created_at.toISOString(),
    counts: { ...counts, ...races.counts, leagues: leagueCount },
    recentRaces: races.recentRaces,
    teams: races.teams,
    tracks,
    bests,
    recentSessions: recent.map(toListedSession),
    leagues: leagues.map((league) => ({
      id: league.id,
      name: league.name,
      description: league.description,
      thumbnailId: league.thumbnail,
      accentColour: league.accent_colour,
    })),
    seasons,
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

/** Reads an index alone. */
async function readTracks(db: Db, userId: string): Promise<UserProfile['tracks']> {
  const rows = await db
    .selectFrom('session')
    .select(['track_id', ({ fn }) => fn.countAll<number>().as('sessions')])
    .where('user_id', '=', userId)
    .where('status', '=', 'recorded')
    .groupBy('track_id')
    .orderBy('sessions', 'desc')
    .orderBy('track_id')
    .limit(TRACKS_MAX)
    .execute()
  return rows.map(({ track_id: trackId, sessions }) => ({
    trackId,
    trackName: trackName(trackId),
    sessions,
  }))
}

/**
 * Reads listed seasons that the user drove in or is known as a driver of, as their rosters say: others are open by
 * their link, or to their owner.
 */
async function readSeasons(db: Db, userId: string): Promise<UserProfile['seasons']> {
  const { rows } = await sql<UserProfile['seasons'][number]>`
    select season.id, season.name, (
      select league.name from league_season
      join league on league.id = league_id and league.deleted_at is null
      where season_id = season.id and is_public
      order by league.id limit 1) as "leagueName"
    from (
      select season_id, driven.started_at as at
      from (
        select id, started_at from session
        where user_id = ${userId} and status = 'recorded'
        order by started_at desc, id desc limit ${sql.lit(COUNTED_MAX)}) as driven
      join season_session on session_id = driven.id
      join session on session.id = driven.id
      where jsonb_typeof(highlights -> 'recorderResult') = 'object'
      union all
      select season_id, created_at from season_claim
      where user_id = ${userId} and status = 'approved') as known
    join season on season.id = season_id
    where visibility = 'listed' and season.deleted_at is null
    group by season.id
    order by max(at) desc, season.id
    limit ${sql.lit(SEASONS_MAX)}`.execute(db)
  return rows
}

async function bestsOf(db: Db, userId: string): Promise<UserProfile['bests']> {
  const rows = await db
    .selectFrom('session')
    .distinctOn('track_id')
    .select(['track_id', 'track_name', 'best_lap_ms', 'id', 'started_at', 'session_type'])
    .select(sql<SessionHighlights['raceKind']>`highlights ->> 'raceKind'`.as('race_kind'))
    .where('user_id', '=', userId)
    .where('status', '=', 'recorded')
    .where('best_lap_ms', 'is not', null)
    .$narrowType<{ best_lap_ms: NotNull }>()
    .orderBy('track_id')
    .orderBy('best_lap_ms')
    .orderBy('started_at')
    .limit(BESTS_MAX)
    .execute()
  rows.sort((a, b) => a.track_name.localeCompare(b.track_name, 'en'))
  return rows.map((row) => ({
    trackId: row.track_id,
    trackName: row.track_name,
    lapTimeMs: row.best_lap_ms,
    sessionId: row.id,
    sessionType: row.session_type,
    raceKind: row.race_kind,
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
