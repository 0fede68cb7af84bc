import { isDeepStrictEqual } from 'node:util'
import { RosterDriverFields, RosterTeamFields } from '@pitboard/contract/roster/roster'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { presentFields } from '../../../platform/db/field-columns.ts'
import type { Db } from '../../../platform/db/tables.ts'

const Place = Type.Integer()
export const TeamItem = Type.Object({ ...RosterTeamFields.properties, place: Place })
export type TeamItem = Static<typeof TeamItem>
export const DriverItem = Type.Object({ ...RosterDriverFields.properties, place: Place })
export type DriverItem = Static<typeof DriverItem>

/** The maps have teams and drivers of a season by their ids, in the organiser's order. */
export interface RosterItems {
  readonly teams: ReadonlyMap<string, TeamItem>
  readonly drivers: ReadonlyMap<string, DriverItem>
}

/** The item has this value before and after a change; null if it was absent. */
export interface ItemChange<T> {
  readonly id: string
  readonly before: T | null
  readonly after: T | null
}

export async function readRosterItems(db: Db, seasonId: string): Promise<RosterItems> {
  const [teams, drivers] = await Promise.all([
    db
      .selectFrom('season_team')
      .selectAll()
      .where('season_id', '=', seasonId)
      .orderBy('place')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('season_driver')
      .selectAll()
      .where('season_id', '=', seasonId)
      .orderBy('place')
      .orderBy('id')
      .execute(),
  ])
  return {
    teams: new Map(teams.map((row) => [row.id, presentFields(TeamItem, row)])),
    drivers: new Map(drivers.map((row) => [row.id, presentFields(DriverItem, row)])),
  }
}

export function diffItems<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
): ItemChange<T>[] {
  const ids = new Set([...before.keys(), ...after.keys()])
  return Array.from(ids, (id) => ({
    id,
    before: before.get(id) ?? null,
    after: after.get(id) ?? null,
  })).filter((change) => !isDeepStrictEqual(change.before, change.after))
}

/** Replaces the stored roster. Points that the stewards gave to a team follow its new name. */
export async function writeRosterItems(
  db: Db,
  seasonId: string,
  before: RosterItems,
  { teams, drivers }: RosterItems,
): Promise<void> {
  await db.deleteFrom('season_driver').where('season_id', '=', seasonId).execute()
  await db.deleteFrom('season_team').where('season_id', '=', seasonId).execute()
  if (teams.size > 0) {
    const rows = Array.from(teams, ([id, team]) => ({ season_id: seasonId, id, ...team }))
    await db.insertInto('season_team').values(rows).execute()
  }
  if (drivers.size > 0) {
    const rows = Array.from(drivers, ([id, driver]) => ({
      season_id: seasonId,
      id,
      place: driver.place,
      name: driver.name,
      tier: driver.tier,
      car_number: driver.carNumber,
      team_id: driver.teamId,
      is_reserve: driver.isReserve,
      from_event_id: driver.fromEventId,
      to_event_id: driver.toEventId,
    }))
    await db.insertInto('season_driver').values(rows).execute()
  }
  const renamed = diffItems(before.teams, teams).flatMap((change) =>
    change.before && change.after && change.before.name !== change.after.name
      ? [{ from: change.before.name, to: change.after.name }]
      : [],
  )
  if (renamed.length === 0) return
  await sql`update season_adjustment set name = renamed.to
    from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as renamed("from" text, "to" text)
    where season_id = ${seasonId} and kind = 'teamPoints' and name = renamed.from`.execute(db)
}
