import type { SessionDetail } from '@pitboard/contract/session'
import { isNameHidden } from '../sessions/hidden-name.ts'
import type { CarResult } from '../standings/input.ts'

/** What standings need of a session's document. */
export interface SessionResult {
  /** 0 where it is not known or the session runs by time. */
  readonly plannedLaps: number
  readonly raceKind: 'sprint' | 'main' | null
  readonly cars: readonly CarResult[]
}

export function resultOf(detail: SessionDetail): SessionResult {
  return {
    plannedLaps: detail.numberOfLaps ?? 0,
    raceKind: detail.raceKind ?? null,
    cars: detail.drivers.map((driver) => ({
      driverIdx: driver.driverIdx,
      name: driver.name,
      isHidden: isNameHidden(driver),
      carNumber: driver.carNumber,
      team: driver.team,
      teamColour: driver.teamColour,
      position: driver.finishingPosition ?? driver.position,
      resultStatus: driver.resultStatus,
      numberOfLaps: driver.numberOfLaps,
      totalRaceTimeMs: driver.totalRaceTime,
      totalPenaltiesSeconds: driver.totalPenaltiesSeconds,
      bestLapTimeMs: driver.bestLapTimeMs,
      startingPosition: driver.startingPosition,
    })),
  }
}
