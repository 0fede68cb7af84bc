import { EventSessionFields } from '@pitboard/contract/seasons/season'
import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { presentFields } from '../../../platform/db/field-columns.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { createDriverIdentifier, createResolveName } from '../../standings/identify-drivers.ts'
import type { CarResult } from '../../standings/session-result.ts'
import type { SeasonRecord } from './queries.ts'
import { readResults } from './session-results.ts'

/** A session of a season has these drivers in its result. */
export interface DrivenSession {
  readonly sessionId: string
  readonly eventId: string
  readonly role: SessionRole
  /** All cars of the session belong to this tier; empty if each driver's entry in the roster decides. */
  readonly tier: string
  readonly startedAt: Date
  /** It has no result yet. */
  readonly isLive: boolean
  /** The values say whether the car took part, by the name in the standings; hidden drivers are left out. */
  readonly drivers: ReadonlyMap<string, boolean>
  /** The map has the name in the standings by car; hidden drivers are left out. */
  readonly names: ReadonlyMap<number, string>
  /** The map says where a car finished and started, as the game has it, by the name in the standings. */
  readonly places: ReadonlyMap<string, Pick<CarResult, 'position' | 'startingPosition'>>
  /** This many cars have a place on the grid. */
  readonly gridSize: number
}

export async function readDrivenSessions(
  db: Db,
  season: Pick<SeasonRecord, 'id' | 'aliases'>,
): Promise<DrivenSession[]> {
  const linked = await db
    .selectFrom('season_session')
    .innerJoin('session', 'session.id', 'session_id')
    .selectAll('season_session')
    .select(['status', 'started_at'])
    .where('season_id', '=', season.id)
    .orderBy('session_id')
    .execute()
  const results = await readResults(
    db,
    linked.map(({ session_id: id }) => id),
  )
  const resolveName = createResolveName(season.aliases)
  return linked.map((row) => {
    const { session_id: sessionId, event_id: eventId, status, started_at: startedAt } = row
    const { driverNames, role, tier } = presentFields(EventSessionFields, row)
    const cars = results.get(sessionId)?.cars ?? []
    const identify = createDriverIdentifier({ sessionId, cars, driverNames }, resolveName)
    const known = cars.flatMap((car) => {
      const { name, isHidden } = identify(car)
      return isHidden ? [] : { car, name }
    })
    return {
      sessionId,
      eventId,
      role,
      tier,
      startedAt,
      isLive: status === 'live',
      drivers: new Map(
        known.map(({ car, name }) => [name, car.resultStatus > ResultStatus.Inactive]),
      ),
      places: new Map(known.map(({ car, name }) => [name, car])),
      gridSize: cars.filter(({ startingPosition }) => startingPosition !== null).length,
      names: new Map(known.map(({ car, name }) => [car.driverIdx, name])),
    }
  })
}
