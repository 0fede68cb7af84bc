import type { CarState, LapCar, Trail, TrackedSession } from '../state/state.ts'

const active = 2
const markM = 50
/** This many marks are stored: they cover a hundred kilometres, which is enough for the gap of a lapped car. */
const marks = 2048
/** The times at the marks of a longer distance without timing are unknown. */
const longestStepM = 500

/** R22: stores when the car passed each mark of the track, for years without gaps. */
export function extendTrail(car: CarState, lap: LapCar, timeMs: number): void {
  const distance = lap.totalDistance
  if (lap.resultStatus !== active || !(distance >= 0 && distance < 1e7)) return
  const mark = Math.floor(distance / markM)
  const trail = car.trail
  if (trail === null) {
    const passedMs = new Int32Array(marks)
    passedMs[mark % marks] = timeMs
    car.trail = { passedMs, lastMark: mark, distance, timeMs }
    return
  }
  const stepM = distance - trail.distance
  if (stepM < 0) return
  if (stepM > longestStepM) {
    trail.passedMs.fill(0)
    trail.passedMs[mark % marks] = timeMs
  } else {
    for (let next = trail.lastMark + 1; next <= mark; next++) {
      const share = (next * markM - trail.distance) / stepM
      trail.passedMs[next % marks] = trail.timeMs + (timeMs - trail.timeMs) * share
    }
  }
  trail.lastMark = mark
  trail.distance = distance
  trail.timeMs = timeMs
}

/** R6: removes the marks after a flashback's target. */
export function truncateTrail(car: CarState, timeMs: number): void {
  const { trail } = car
  if (trail === null) return
  const first = Math.max(0, trail.lastMark - marks + 1)
  while (trail.lastMark > first && markedMs(trail, trail.lastMark) > timeMs) {
    trail.passedMs[trail.lastMark % marks] = 0
    trail.lastMark--
  }
  trail.distance = trail.lastMark * markM
  trail.timeMs = markedMs(trail, trail.lastMark)
}

/** Returns when a car passed a mark; 0 if it has not. */
function markedMs(trail: Trail, mark: number): number {
  return trail.passedMs[mark % marks] ?? 0
}

/** R22: returns the time in ms since the car at position `front` was where this car is; null if unknown. */
export function derivedGap(session: TrackedSession, car: CarState, front: number): number | null {
  if (car.trail === null || car.lap?.resultStatus !== active) return null
  const ahead = session.cars.find((other) => other.tookPart && other.lap?.carPosition === front)
  if (ahead === undefined || ahead === car || ahead.trail === null) return null
  return gapBetween(car.trail, ahead.trail)
}

function gapBetween(own: Trail, ahead: Trail): number | null {
  const mark = Math.floor(own.distance / markM)
  if (ahead.distance < own.distance || ahead.lastMark - mark >= marks - 1) return null
  const before = markedMs(ahead, mark)
  if (before === 0) return null
  const isBeyond = ahead.lastMark > mark
  const after = isBeyond ? markedMs(ahead, mark + 1) : ahead.timeMs
  const lengthM = isBeyond ? markM : ahead.distance - mark * markM
  const share = lengthM > 0 ? (own.distance - mark * markM) / lengthM : 0
  return Math.max(0, Math.round(own.timeMs - before - (after - before) * share))
}
