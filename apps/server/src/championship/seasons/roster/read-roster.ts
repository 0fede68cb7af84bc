import type { Roster } from '@pitboard/contract/roster/roster'
import type { Db } from '../../../platform/db/tables.ts'
import { createResolveName } from '../../standings/identify-drivers.ts'
import type { RosterEntry } from '../../standings/input.ts'
import type { SeasonRecord } from '../store/queries.ts'
import { readApprovedClaims } from './driver-users.ts'
import { readRosterItems } from './roster-items.ts'
import { readTeamPictures } from './team-pictures.ts'

/**
 * Reads the roster with platform ids for organisers and for the driver. It has no bans, which follow from the decisions
 * of the stewards.
 */
export async function readRoster(
  db: Db,
  season: SeasonRecord,
  viewer: { readonly userId: string | null; readonly isOrganiser: boolean },
): Promise<Roster> {
  const [{ teams, drivers }, pictures, claims, platforms] = await Promise.all([
    readRosterItems(db, season.id),
    readTeamPictures(db, season.id),
    readApprovedClaims(db, season.id),
    viewer.userId === null ? [] : readPlatformIds(db, season.id),
  ])
  const resolveName = createResolveName(season.aliases)
  const users = new Map(claims.map(({ name, userId }) => [resolveName(name), userId]))
  const platformIds = new Map(platforms.map((row) => [row.driver_id, row.platform_id]))
  const pictureIds = new Map(pictures.map(({ teamId, pictureId }) => [teamId, pictureId]))
  return {
    version: season.version,
    teams: Array.from(teams, ([id, { name, colour }]) => ({
      id,
      name,
      colour,
      pictureId: pictureIds.get(id) ?? null,
    })),
    drivers: Array.from(drivers, ([id, { place: _place, ...driver }]) => {
      const userId = users.get(resolveName(driver.name)) ?? null
      const mayRead = viewer.isOrganiser || (userId !== null && userId === viewer.userId)
      const platformId = mayRead ? (platformIds.get(id) ?? null) : null
      return { id, ...driver, platformId, userId }
    }),
  }
}

async function readPlatformIds(db: Db, seasonId: string) {
  return db
    .selectFrom('season_driver_platform')
    .select(['driver_id', 'platform_id'])
    .where('season_id', '=', seasonId)
    .execute()
}

/** Reads the roster as the standings count with it. */
export async function readRosterEntries(db: Db, seasonId: string): Promise<RosterEntry[]> {
  const { teams, drivers } = await readRosterItems(db, seasonId)
  return Array.from(drivers.values(), ({ name, tier, teamId, fromEventId, toEventId }, place) => ({
    name,
    tier,
    fromEventId,
    toEventId,
    place,
    team: (teamId === null ? undefined : teams.get(teamId)) ?? null,
  }))
}
