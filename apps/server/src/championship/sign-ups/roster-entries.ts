import { ROSTER_MAX } from '@pitboard/contract/roster/roster'
import type { AppContext } from '../../context.ts'
import type { SignUpRow } from '../../platform/db/sign-up-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import type { RecordedAction } from '../history/changes.ts'
import { linkDrivers } from '../seasons/roster/driver-users.ts'
import {
  diffItems,
  type DriverItem,
  readRosterItems,
  writeRosterItems,
} from '../seasons/roster/roster-items.ts'
import { readEvents, type SeasonRecord, sortCalendar } from '../seasons/store/queries.ts'
import { createResolveName } from '../standings/identify-drivers.ts'
import { linkDriver, readOwnNames, unlinkDriver } from './driver-links.ts'

type Drivers = Map<string, DriverItem>

/** Drivers with a place enter the roster, those without one leave it. */
export async function updateEntries(
  { newId, now }: Pick<AppContext, 'newId' | 'now'>,
  db: Db,
  season: SeasonRecord,
): Promise<RecordedAction | null> {
  const rows = await readUnsettled(db, season.id)
  if (rows.length === 0) return null
  const before = await readRosterItems(db, season.id)
  const drivers: Drivers = new Map(before.drivers)
  const lastEventId = await findLastPastEvent(db, season.id, now())
  const ownNames = await readOwnNames(db, season.id)
  const resolveName = createResolveName(season.aliases)
  const placesLost = rows.flatMap(({ id: signUpId, driver_id: driverId }) =>
    driverId === null ? [] : { signUpId, driverId },
  )
  for (const row of rows) {
    if (row.status === 'accepted') {
      const name = ownNames.get(row.user_id) ?? row.name
      const driverId = enter(drivers, { ...row, name }, { newId, resolveName })
      await linkDriver(db, { ...row, name, driver_id: driverId }, newId())
    } else {
      leave(drivers, row.driver_id ?? '', lastEventId)
      await unlinkDriver(db, row, lastEventId === null)
    }
  }
  if (drivers.size > ROSTER_MAX.drivers) {
    throw new ApiError(409, `A roster has at most ${ROSTER_MAX.drivers} drivers.`)
  }
  const changed = diffItems(before.drivers, drivers)
  if (changed.length > 0) {
    await writeRosterItems(db, season.id, before, { teams: before.teams, drivers })
  }
  await linkDrivers(db, season)
  if (changed.length === 0) return null
  const lost = placesLost.length > 0 && { placesLost }
  return { action: 'rosterUpdated', details: { teams: [], drivers: changed, ...lost } }
}

/** Those with a place and no entry, and those with an entry and no place. */
async function readUnsettled(db: Db, seasonId: string): Promise<SignUpRow[]> {
  const rows = await db
    .selectFrom('season_sign_up')
    .selectAll()
    .where('season_id', '=', seasonId)
    .orderBy('queued_at')
    .orderBy('id')
    .execute()
  return rows.filter(
    ({ status, driver_id: driverId }) => (status === 'accepted') === (driverId === null),
  )
}

interface Naming {
  newId(): string
  resolveName(name: string): string
}

/** An entry that has the name already is the driver's, also one that has ended. */
function enter(drivers: Drivers, { name, tier }: SignUpRow, { newId, resolveName }: Naming) {
  const known = [...drivers].findLast(
    ([, driver]) => resolveName(driver.name) === resolveName(name),
  )
  const [id, driver] = known ?? [newId(), { ...NEW_DRIVER, name, place: nextPlace(drivers) }]
  drivers.set(id, { ...driver, tier: tier || driver.tier, toEventId: null })
  return id
}

const NEW_DRIVER = {
  carNumber: null,
  teamId: null,
  fromEventId: null,
  toEventId: null,
  isReserve: false,
  tier: '',
}

function nextPlace(drivers: Drivers): number {
  return Math.max(-1, ...Array.from(drivers.values(), ({ place }) => place)) + 1
}

/** An entry that results may count for ends with the last event. */
function leave(drivers: Drivers, id: string, lastEventId: string | null): void {
  const driver = drivers.get(id)
  if (!driver) return
  if (lastEventId === null) drivers.delete(id)
  else drivers.set(id, { ...driver, toEventId: lastEventId })
}

/** The last event that has begun or has results; null before the season. */
async function findLastPastEvent(db: Db, seasonId: string, now: Date): Promise<string | null> {
  const driven = await db
    .selectFrom('season_session')
    .select('event_id')
    .distinct()
    .where('season_id', '=', seasonId)
    .execute()
  const drivenIds = new Set(driven.map(({ event_id: id }) => id))
  const events = sortCalendar(await readEvents(db, [seasonId]))
  const last = events.findLast(
    ({ id, starts_at: startsAt }) =>
      drivenIds.has(id) || (startsAt !== null && new Date(startsAt) <= now),
  )
  return last?.id ?? null
}
