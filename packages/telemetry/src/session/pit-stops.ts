import type { PitStop } from '@pitboard/contract/driver'
import { ResultStatus } from '@pitboard/contract/enumerations'
import { tell } from './feed.ts'
import { timeOrNull } from './laps.ts'
import type { CarState, LapCar, PitVisit, StopEntry, TrackedSession } from './state.ts'

/**
 * R11: a visit to the pit lane is a stop once the game counts it or its stop timer ran; one that
 * ends in the garage, with the car retired, only where the game counts it.
 */
export function applyPitLane(
  session: TrackedSession,
  car: CarState,
  before: LapCar | null,
  lap: LapCar,
  atMs: number,
): void {
  if (lap.pitStatus !== 0) {
    car.visit ??= {
      lapNum: Math.max(1, before === null ? lapOfEntry(lap) : lap.currentLapNum),
      atMs,
      stopsBefore: before?.numPitStops ?? lap.numPitStops,
      laneTimeMs: 0,
      stopTimeMs: 0,
    }
    readTimers(car.visit, lap)
    return
  }
  const { visit } = car
  if (visit !== null) {
    car.visit = null
    // The timers hold their last values for a while after the exit.
    if (lap.pitLaneTimerActive === 0) readTimers(visit, lap)
    const hasStopped = visit.stopTimeMs > 0 && lap.resultStatus <= ResultStatus.Finished
    if (lap.numPitStops > visit.stopsBefore || hasStopped) {
      addStop(session, car, visit, atMs)
    } else {
      car.driveThrough = visit
    }
    return
  }
  const { driveThrough } = car
  if (driveThrough !== null && lap.numPitStops > driveThrough.stopsBefore) {
    addStop(session, car, driveThrough, atMs)
  }
}

/** Of a car that is first seen in the lane: longer there than on its lap, it came in before it. */
function lapOfEntry(lap: LapCar): number {
  return lap.pitLaneTimeMs > lap.currentLapTimeMs ? lap.currentLapNum - 1 : lap.currentLapNum
}

function readTimers(visit: PitVisit, lap: LapCar): void {
  visit.laneTimeMs = Math.max(visit.laneTimeMs, lap.pitLaneTimeMs)
  visit.stopTimeMs = Math.max(visit.stopTimeMs, lap.pitStopTimeMs)
}

function stopOf(visit: PitVisit): PitStop {
  return {
    lapNum: visit.lapNum,
    pitLaneTimeMs: timeOrNull(visit.laneTimeMs),
    stopTimeMs: timeOrNull(visit.stopTimeMs),
  }
}

function addStop(session: TrackedSession, car: CarState, visit: PitVisit, atMs: number): void {
  car.driveThrough = null
  const stop = stopOf(visit)
  setStops(car, [...car.stops, { stop, atMs }])
  tell(session, {
    kind: 'pitStop',
    timeMs: atMs,
    lapNum: stop.lapNum,
    driverIdx: car.idx,
    value: stop.stopTimeMs,
  })
}

/** R11: a car that never left the lane has stopped there where the game counts it. */
export function closeVisit(car: CarState): void {
  const { visit, lap } = car
  if (visit === null || lap === null || lap.numPitStops <= visit.stopsBefore) return
  setStops(car, [...car.stops, { stop: stopOf(visit), atMs: visit.atMs }])
}

/** R11: stops that the game counted but nobody saw are placed where the stints end. */
export function addUnseenStops(car: CarState, counted: number): void {
  for (const stint of car.stints.slice(0, -1)) {
    if (car.stops.length >= counted) return
    const { endLap } = stint
    if (endLap === null) continue
    if (car.stops.some(({ stop }) => Math.abs(stop.lapNum - endLap) <= 1)) continue
    const unseen = { lapNum: endLap, pitLaneTimeMs: null, stopTimeMs: null }
    const stops = [...car.stops, { stop: unseen, atMs: 0 }]
    setStops(
      car,
      stops.toSorted((a, b) => a.stop.lapNum - b.stop.lapNum),
    )
  }
}

/** R6: forgets the stops made after a flashback's target. */
export function voidStopsAfter(car: CarState, timeMs: number): void {
  if (car.visit !== null && car.visit.atMs > timeMs) car.visit = null
  if (car.driveThrough !== null && car.driveThrough.atMs > timeMs) car.driveThrough = null
  const kept = car.stops.filter((entry) => entry.atMs <= timeMs)
  if (kept.length < car.stops.length) setStops(car, kept)
}

/** Sets a car's stops, and beside them the list in the contract's shape. */
export function setStops(car: CarState, stops: StopEntry[]): void {
  car.stops = stops
  car.pitStops = stops.map((entry) => entry.stop)
}
