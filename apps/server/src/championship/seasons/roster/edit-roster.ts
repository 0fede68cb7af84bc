import type { RosterBody } from '@pitboard/contract/roster/roster'
import { sql } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { invalidField } from '../../../platform/http/api-error.ts'
import { readDriverName, readName, toOneLine } from '../../../platform/http/sanitize-text.ts'
import type { ChangeRequest } from '../../history/versioned-update.ts'
import { ownedSeasons } from '../store/queries.ts'
import { linkDrivers } from './driver-users.ts'
import { diffItems, readRosterItems, type RosterItems, writeRosterItems } from './roster-items.ts'

/** Throws a 400 for a name or id that occurs twice, an unknown team and an unknown event. */
export async function updateRoster(
  context: AppContext,
  seasonId: string,
  change: ChangeRequest,
  body: RosterBody,
): Promise<void> {
  const after = readUpdate(body)
  const platformIds = new Map(
    body.drivers.flatMap(({ id, platformId }, index) => {
      if (platformId === undefined) return []
      const name = platformId && readName(`/drivers/${index}/platformId`, platformId)
      return [[id.toLowerCase(), name] as const]
    }),
  )
  const target = { id: seasonId, action: 'manageSeasons' } as const
  await ownedSeasons.change(context, target, change, async (db, season) => {
    const before = await readRosterItems(db, seasonId)
    await checkEvents(db, seasonId, before, after)
    const [teams, drivers] = [
      diffItems(before.teams, after.teams),
      diffItems(before.drivers, after.drivers),
    ]
    const arePlatformIdsChanged = await writePlatformIds(db, seasonId, platformIds)
    if (teams.length + drivers.length > 0) await writeRosterItems(db, seasonId, before, after)
    else if (!arePlatformIdsChanged) return null
    await linkDrivers(db, season)
    return { action: 'rosterUpdated', details: { teams, drivers } }
  })
}

function readUpdate({ teams, drivers }: RosterBody): RosterItems {
  const items = {
    teams: new Map(
      teams.map(({ id, name, colour }, place) => [
        id.toLowerCase(),
        { name: readName(`/teams/${place}/name`, name), colour: colour.toLowerCase(), place },
      ]),
    ),
    drivers: new Map(
      drivers.map((driver, place) => [
        driver.id.toLowerCase(),
        {
          name: readDriverName(`/drivers/${place}/name`, driver.name),
          carNumber: driver.carNumber ?? null,
          teamId: driver.teamId?.toLowerCase() ?? null,
          fromEventId: driver.fromEventId?.toLowerCase() ?? null,
          toEventId: driver.toEventId?.toLowerCase() ?? null,
          isReserve: driver.isReserve ?? false,
          tier: toOneLine(driver.tier ?? ''),
          place,
        },
      ]),
    ),
  }
  if (items.teams.size < teams.length) throw invalidField('/teams', 'has an id twice')
  if (items.drivers.size < drivers.length) throw invalidField('/drivers', 'has an id twice')
  const fault = findFault(items)
  if (fault) throw invalidField(fault.path, fault.message)
  return items
}

/** Returns what makes a roster invalid, apart from its season. */
export function findFault({ teams, drivers }: RosterItems) {
  const names = Array.from(teams.values(), ({ name }) => name.toLowerCase())
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice !== -1) return { path: `/teams/${twice}/name`, message: 'is the name of another team' }
  const unknown = [...drivers.values()].findIndex(
    ({ teamId }) => teamId !== null && !teams.has(teamId),
  )
  return unknown === -1
    ? null
    : { path: `/drivers/${unknown}/teamId`, message: 'is not a team of this roster' }
}

/** An event that was removed after the entry was made stays in the entry. */
async function checkEvents(
  db: Db,
  seasonId: string,
  before: RosterItems,
  after: RosterItems,
): Promise<void> {
  const events = await db
    .selectFrom('season_event')
    .select('id')
    .where('season_id', '=', seasonId)
    .execute()
  const known = new Set([
    ...events.map(({ id }) => id),
    ...[...before.drivers.values()].flatMap((driver) => [driver.fromEventId, driver.toEventId]),
  ])
  for (const [index, { fromEventId, toEventId }] of [...after.drivers.values()].entries()) {
    for (const [field, id] of Object.entries({ fromEventId, toEventId })) {
      if (id === null || known.has(id)) continue
      throw invalidField(`/drivers/${index}/${field}`, 'is not an event of this season')
    }
  }
}

/** Returns whether one has changed. Those of drivers who leave the roster stay for an undo. */
async function writePlatformIds(
  db: Db,
  seasonId: string,
  wanted: ReadonlyMap<string, string | null>,
): Promise<boolean> {
  const stored = await db
    .selectFrom('season_driver_platform')
    .select(['driver_id', 'platform_id'])
    .where('season_id', '=', seasonId)
    .execute()
  const before = new Map(stored.map((row) => [row.driver_id, row.platform_id]))
  const changed = [...wanted].filter(([id, value]) => (before.get(id) ?? null) !== value)
  if (changed.length === 0) return false
  await db
    .deleteFrom('season_driver_platform')
    .where('season_id', '=', seasonId)
    .where('driver_id', '=', sql<string>`any(${changed.map(([id]) => id)}::uuid[])`)
    .execute()
  const rows = changed.flatMap(([id, value]) =>
    value === null ? [] : [{ season_id: seasonId, driver_id: id, platform_id: value }],
  )
  if (rows.length > 0) await db.insertInto('season_driver_platform').values(rows).execute()
  return true
}
