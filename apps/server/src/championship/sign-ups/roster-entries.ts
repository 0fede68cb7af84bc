import { ROSTER_MAX } from '@pitboard/contract/roster/roster'
import type { AppContext } from '../../context.ts'
import type { SignUpRow } from './sign-up-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { RecordedAction } from '../history/changes.ts'
import { readDrivenSessions } from '../seasons/store/driven-sessions.ts'
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
  const past = await readPast(db, season, now())
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
      const driverId = row.driver_id
      const entry = driverId === null ? undefined : drivers.get(driverId)
      const name = resolveName(entry?.name ?? row.name)
      if (driverId !== null && entry) {
        if (past.hasDriven(name, entry)) {
          drivers.set(driverId, { ...entry, toEventId: past.endOf(entry) })
        } else drivers.delete(driverId)
      }
      await unlinkDriver(db, row, !past.hasDriven(name))
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

/** Reads sign-ups with a place and no entry, and those with an entry and no place. */
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

type Entry = Pick<DriverItem, 'fromEventId' | 'toEventId'>

interface Past {
  /** Returns whether a result of the name counts in an event of the entry, by default of the season. */
  hasDriven(name: string, entry?: Entry): boolean
  /** Finds the last event of the entry that has begun or has results. */
  endOf(entry: Entry): string | null
}

/** Returns what decides which entries of drivers who leave stay: those that results count for. */
async function readPast(db: Db, season: SeasonRecord, now: Date): Promise<Past> {
  const sessions = await readDrivenSessions(db, season)
  const events = sortCalendar(await readEvents(db, [season.id]))
  const lastPlace = events.findLastIndex(
    ({ id, starts_at: startsAt }) =>
      sessions.some(({ eventId }) => eventId === id) ||
      (startsAt !== null && new Date(startsAt) <= now),
  )
  const placeOf = (eventId: string | null) => events.findIndex(({ id }) => id === eventId)
  const endPlace = ({ toEventId }: Entry) => {
    const to = placeOf(toEventId)
    return to === -1 ? lastPlace : Math.min(to, lastPlace)
  }
  return {
    hasDriven(name, entry = { fromEventId: null, toEventId: null }) {
      return sessions.some(({ eventId, isLive, drivers }) => {
        const place = placeOf(eventId)
        const isOfEntry = place >= placeOf(entry.fromEventId) && place <= endPlace(entry)
        // The drivers of a race that is being driven are not known yet.
        return isOfEntry && (isLive || drivers.has(name))
      })
    },
    endOf: (entry) => events[endPlace(entry)]?.id ?? null,
  }
}
