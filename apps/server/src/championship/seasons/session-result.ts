import type { SessionDetail } from '@pitboard/contract/session'
import { isNameHidden } from '../../racing/sessions/hidden-name.ts'
import type { SessionResult } from '../../platform/db/season-tables.ts'

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
