import { isLiveSession } from '@pitboard/contract/seasons/live-session'
import type { RaceCar, SeasonRaces } from '@pitboard/contract/seasons/season-races'
import type { Db } from '../../../platform/db/tables.ts'
import { listStandingRecords } from '../../../racing/records/records.ts'
import { adjustmentEffect } from '../../standings/adjustment-rules.ts'
import type { AppliedAdjustment, SeasonInput, SessionInput } from '../../standings/input.ts'
import type { SeasonView } from './season-views.ts'

/** Reads the races that are over, and the records of all sessions that are. */
export async function readRaces(
  db: Db,
  { season, input }: Pick<SeasonView, 'season' | 'input'>,
): Promise<SeasonRaces> {
  const recorded = season.events
    .flatMap(({ sessions }) => sessions)
    .filter((linked) => !isLiveSession(linked))
    .map(({ session }) => session.id)
  return { races: presentRaces(input), records: await listStandingRecords(db, recorded) }
}

export function presentRaces({ events, adjustments }: SeasonInput): SeasonRaces['races'] {
  return events
    .flatMap(({ sessions }) => sessions)
    .filter(({ role, isLive, cars }) => role === 'race' && !isLive && cars.length > 0)
    .map((session) => ({ sessionId: session.sessionId, cars: carsOf(session, adjustments) }))
}

function carsOf(
  { sessionId, cars }: SessionInput,
  adjustments: readonly AppliedAdjustment[],
): RaceCar[] {
  const effects = adjustments.map(adjustmentEffect)
  return cars.map(({ driverIdx, totalRaceTimeMs, totalPenaltiesSeconds, ...car }) => {
    const addedMs = effects
      .flatMap((effect) =>
        effect.target === 'car' && effect.sessionId === sessionId && effect.driverIdx === driverIdx
          ? [effect.addedMs]
          : [],
      )
      .reduce((sum, ms) => sum + ms, totalPenaltiesSeconds * 1000)
    return {
      driverIdx,
      grid: car.startingPosition,
      timeMs: totalRaceTimeMs === null ? null : totalRaceTimeMs + addedMs,
      laps: car.numberOfLaps,
      bestLapTimeMs: car.bestLapTimeMs,
      penaltiesSeconds: totalPenaltiesSeconds,
    }
  })
}
