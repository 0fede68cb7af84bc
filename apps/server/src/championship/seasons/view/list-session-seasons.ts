import type { Season } from '@pitboard/contract/seasons/season'
import type { StandingsDriver, StandingsTeam } from '@pitboard/contract/seasons/standings'
import { driversByTier } from '@pitboard/contract/seasons/tiers'
import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { sql } from 'kysely'
import { countRows } from '../../../platform/db/count-rows.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { ListPage } from '../../history/list-page.ts'
import { seasonIdsOfMember } from '../../history/member-roles.ts'
import type { Caller } from '../../history/versioned-update.ts'
import type { SeasonViews } from './season-views.ts'

/**
 * Lists the listed seasons that contain the session, the caller's own and those of leagues in which they are a
 * member, oldest season first. A season in no
 * league is open by its link alone, so that its sessions lead nobody but its owner to it.
 */
export async function listSessionSeasons(
  db: Db,
  views: SeasonViews,
  { sessionId, user }: { readonly sessionId: string; readonly user: Caller | null },
  { page, pageSize }: ListPage,
): Promise<{ count: number; seasons: SessionSeason[] }> {
  const userId = user?.userId ?? null
  const visible = db
    .selectFrom('season_session')
    .innerJoin('season', 'season.id', 'season_id')
    .where('session_id', '=', sessionId)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(visibility = 'listed' or owner_id = ${userId} or season.id = any(
        ${userId === null ? sql`array[]::uuid[]` : seasonIdsOfMember(userId)}))`,
    )
  const [count, uses] = await Promise.all([
    countRows(visible),
    visible
      .select('season_id')
      .orderBy('season_id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  if (count === 0) await checkSessionExists(db, sessionId)
  const found = await Promise.all(uses.map(({ season_id: id }) => views.find(id, user)))
  const seasons = found.flatMap((view) => (view ? [view.season] : []))
  const leagues = await readLeagues(
    db,
    seasons.flatMap(({ leagueIds }) => leagueIds),
  )
  return {
    count,
    seasons: seasons.flatMap((season) => presentSeason(season, sessionId, leagues) ?? []),
  }
}

type League = SessionSeason['leagues'][number]

/** Returns undefined if the session was removed meanwhile. */
function presentSeason(
  season: Season,
  sessionId: string,
  leagues: readonly League[],
): SessionSeason | undefined {
  const { id, name, ownerId, events, standings, leagueIds } = season
  const index = events.findIndex(({ sessions }) =>
    sessions.some(({ session }) => session.id === sessionId),
  )
  const event = events[index]
  if (!event) return undefined
  const isHere = ({ results }: StandingsDriver) =>
    results.some((result) => result.sessionId === sessionId)
  // Tiers that do not drive in the session have nothing to do with it.
  const drivers = driversByTier(standings)
    .filter((tier) => tier.tier === null || tier.drivers.some(isHere))
    .flatMap((tier) => tier.drivers)
  const hasVote = season.driverVote !== null || hasDriverOfTheDay(season, sessionId)
  return {
    id,
    name,
    ownerId,
    ...(hasVote && { hasVote }),
    eventId: event.id,
    eventName: event.name,
    leagues: leagues.filter((league) => leagueIds.includes(league.id)),
    round: index + 1,
    roundCount: events.length,
    results: drivers.flatMap((driver) =>
      driver.results
        .filter((result) => result.sessionId === sessionId)
        .map(({ driverIdx, position, points }) => ({
          driverIdx,
          position,
          points,
          seasonPosition: driver.position,
          seasonPositionsGained: driver.positionsGained,
          seasonPoints: driver.points,
          names: namesOf(driver),
        })),
    ),
    absentDrivers: drivers
      .filter((driver) => !isHere(driver))
      .map((driver) => ({
        name: driver.name,
        names: namesOf(driver),
        ...standingOf(driver),
      })),
    teams: standings.teams.map(({ name, teamColour, ...team }) => ({
      name,
      teamColour,
      ...standingOf(team),
    })),
  }
}

/** The organiser may have switched votes off since. */
function hasDriverOfTheDay({ standings }: Season, sessionId: string): boolean {
  return standings.drivers.some(({ results }) =>
    results.some((result) => result.sessionId === sessionId && result.driverOfTheDay),
  )
}

function namesOf({ name, aliases, isHidden }: StandingsDriver): string[] {
  return isHidden ? [] : [...new Set([name, ...aliases])]
}

function standingOf({
  position,
  positionsGained,
  points,
}: Pick<StandingsTeam, 'position' | 'positionsGained' | 'points'>) {
  return { position, positionsGained, points }
}

async function readLeagues(db: Db, ids: readonly string[]): Promise<League[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('league')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()
}

async function checkSessionExists(db: Db, id: string): Promise<void> {
  const row = await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError(404, `There is no session ${id}.`)
}
