import { EventSessionFields } from '@pitboard/contract/seasons/season'
import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { presentFields } from '../../../platform/db/field-columns.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { createDriverIdentifier, createResolveName } from '../../standings/identify-drivers.ts'
import type { SeasonRecord } from './queries.ts'
import { readResults } from './session-results.ts'

/** A session of a season, and who is in its result. */
export interface DrivenSession {
  readonly eventId: string
  readonly role: SessionRole
  /** It has no result yet. */
  readonly isLive: boolean
  /** Whether the car took part, by the name in the standings; hidden drivers are left out. */
  readonly drivers: ReadonlyMap<string, boolean>
}

export async function readDrivenSessions(
  db: Db,
  season: Pick<SeasonRecord, 'id' | 'aliases'>,
): Promise<DrivenSession[]> {
  const linked = await db
    .selectFrom('season_session')
    .innerJoin('session', 'session.id', 'session_id')
    .selectAll('season_session')
    .select('status')
    .where('season_id', '=', season.id)
    .orderBy('session_id')
    .execute()
  const results = await readResults(
    db,
    linked.map(({ session_id: id }) => id),
  )
  const resolveName = createResolveName(season.aliases)
  return linked.map((row) => {
    const { session_id: sessionId, event_id: eventId, status } = row
    const { driverNames, role } = presentFields(EventSessionFields, row)
    const cars = results.get(sessionId)?.cars ?? []
    const identify = createDriverIdentifier({ sessionId, cars, driverNames }, resolveName)
    const drivers = cars.flatMap((car) => {
      const { name, isHidden } = identify(car)
      return isHidden ? [] : [[name, car.resultStatus > ResultStatus.Inactive] as const]
    })
    return { eventId, role, isLive: status === 'live', drivers: new Map(drivers) }
  })
}
