import type {
  DriverRecord,
  EventDriver,
  PastAttendance,
  PastDriver,
} from '@pitboard/contract/attendance/attendance'
import type { Db } from '../../platform/db/tables.ts'
import { type DrivenSession, readDrivenSessions } from '../seasons/store/driven-sessions.ts'
import type { SeasonRecord } from '../seasons/store/queries.ts'
import { createResolveName } from '../standings/identify-drivers.ts'
import type { StaffedEvent } from './event-drivers.ts'

interface Past {
  readonly pastEvents: PastAttendance[]
  readonly records: DriverRecord[]
}

/** Compares what drivers have answered with the results of events that have begun. */
export async function readPastAttendance(
  db: Db,
  season: Pick<SeasonRecord, 'id' | 'aliases'>,
  begun: readonly StaffedEvent[],
): Promise<Past> {
  if (begun.length === 0) return { pastEvents: [], records: [] }
  const resolveName = createResolveName(season.aliases)
  const races = (await readDrivenSessions(db, season)).filter(isDecidedRace)
  const pastEvents = begun.toReversed().map(({ event, drivers }) => {
    const ofEvent = races.filter(({ eventId }) => eventId === event.id)
    return {
      eventId: event.id,
      drivers: drivers.map((driver) => compare(driver, resolveName(driver.name), ofEvent)),
    }
  })
  return { pastEvents, records: countByDriver(pastEvents) }
}

function isDecidedRace({ role, isLive }: DrivenSession): boolean {
  return !isLive && (role === 'race' || role === 'sprint')
}

function compare(driver: EventDriver, name: string, races: readonly DrivenSession[]): PastDriver {
  const drove = races.length === 0 ? null : races.some(({ drivers }) => drivers.get(name) === true)
  const isExpected = driver.answer === 'accepted' && driver.ban !== 'race'
  return { ...driver, name, drove, isNoShow: isExpected && drove === false }
}

/** A driver who changes teams has several entries in the roster. */
function countByDriver(events: readonly PastAttendance[]): DriverRecord[] {
  const drivers = events.flatMap((event) => event.drivers)
  return Array.from(
    Map.groupBy(drivers, ({ name }) => name),
    ([name, own]) => ({
      name,
      droveCount: own.filter(({ drove }) => drove === true).length,
      noShowCount: own.filter(({ isNoShow }) => isNoShow).length,
    }),
  ).toSorted((a, b) => b.noShowCount - a.noShowCount || (a.name < b.name ? -1 : 1))
}
