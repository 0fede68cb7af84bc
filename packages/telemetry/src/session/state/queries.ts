import { isRaceType, ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { FrameHeader } from '../../formats/format-table.ts'
import type { CarState, TrackedSession } from './state.ts'
import { sessionTypeOf } from '../../ids/id-tables.ts'

/** Returns the session time in whole milliseconds. */
export function sessionTimeMs(header: FrameHeader): number {
  const ms = Math.round(header.sessionTime * 1000)
  return Number.isSafeInteger(ms) && ms > 0 ? ms : 0
}

/** Returns the leader's current lap; 0 before the first timing. */
export function leaderLap(session: TrackedSession): number {
  return session.cars.reduce((lap, car) => Math.max(lap, car.lap?.currentLapNum ?? 0), 0)
}

/** Returns the contract's session type, see `SessionType`. */
export function typeOf(session: TrackedSession): number {
  return sessionTypeOf(session.info.ids, session.info.sessionType)
}

/** Returns whether the session is a race of any type. */
export function isRace(session: TrackedSession): boolean {
  return isRaceType(typeOf(session))
}

/** Returns whether the game sent the name that it uses for a driver with a hidden name. */
export function hidesName(name: string): boolean {
  return name === 'Player' || name === ''
}

/** R15: returns whether a car is listed: it has a driver and took part. */
export function isListed(session: TrackedSession, car: CarState): boolean {
  return car.participant !== null && car.tookPart && !isFiller(session, car)
}

/**
 * R15: returns whether a slot only fills the grid. Slots beyond the highest count of any list may contain AI
 * that never drives: it stays active on its first lap after others have completed theirs.
 */
function isFiller(session: TrackedSession, car: CarState): boolean {
  if (car.idx < session.mostActiveCars || car.isHuman || car.result !== null) return false
  if (car.laps.length > 0 || car.lap?.resultStatus !== ResultStatus.Active) return false
  if (car.lap.currentLapNum > 1) return false
  return session.cars.some((other) => other.laps.length > 0)
}

/** Returns how many laps a car has completed; at the flag of a race including its current lap (R8). */
export function completedLaps(car: CarState, isRace: boolean): number {
  if (car.result !== null) return car.result.numLaps
  if (car.lap === null) return car.laps.length
  const { currentLapNum, resultStatus } = car.lap
  if (isRace && resultStatus === ResultStatus.Finished) {
    return Math.max(currentLapNum, car.laps.length)
  }
  return Math.max(0, currentLapNum - 1, car.laps.length)
}
