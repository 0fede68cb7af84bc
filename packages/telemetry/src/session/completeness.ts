import type { Driver } from '@pitboard/contract/driver'
import type { Completeness } from '@pitboard/contract/session'
import { isTelemetryPublic } from './driver.ts'
import type { TrackedSession } from './state.ts'

/** R19: how much of the session was seen, and what its recording lacks. */
export function completenessOf(session: TrackedSession, drivers: readonly Driver[]): Completeness {
  let hiddenNames = 0
  let restrictedDrivers = 0
  const missingLaps: { driverIdx: number; lapNum: number }[] = []
  for (const driver of drivers) {
    const car = session.cars[driver.driverIdx]
    if (car === undefined || car.participant === null) continue
    if (car.isHuman && hidesName(driver.name)) hiddenNames++
    if (!isTelemetryPublic(session, car, car.participant)) restrictedDrivers++
    for (let i = 0; i < (driver.numberOfLaps ?? 0); i++) {
      if ((driver.lapTimes[i]?.lapTime ?? null) !== null) continue
      missingLaps.push({ driverIdx: driver.driverIdx, lapNum: i + 1 })
    }
  }
  const classification = session.classifiedAtMs === null ? 'provisional' : 'final'
  const framesSeen = shareSeen(session)
  const lapsMissing = missingLaps.length
  return { framesSeen, lapsMissing, missingLaps, hiddenNames, restrictedDrivers, classification }
}

/** The game puts this in place of the name of whoever hides it. */
function hidesName(name: string): boolean {
  return name === 'Player' || name === ''
}

/**
 * By half seconds and not by frames: thinning leaves most frames out on purpose, and the rate
 * is the player's choice.
 */
function shareSeen(session: TrackedSession): number {
  const due = Math.floor(session.order.timeMs / 500) + 1
  return Math.min(1, Math.round((session.halfSeconds.size / due) * 1000) / 1000)
}
