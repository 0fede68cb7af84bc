import type { PitStop } from '@pitboard/contract/sessions/driver'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { appendEvent } from '../state/event-feed.ts'
import { timeOrNull } from './laps.ts'
import type { CarState, LapCar, PitVisit, StopEntry, TrackedSession } from '../state/state.ts'

/** A longer time between two LapData packets is an outage. */
const outageMs = 2_000
/** The timers are final if the exit is seen within this time. */
const sharpExitMs = 500
/** A stop timer is final if it does not rise for this long while the lane timer runs. */
const standingMs = 300
const mostRises = 64

/**
 * R11: a visit to the pit lane is a stop once the game counts it or its stop timer runs; if the car
 * retires, only if the game counts it. R25: a served stop-and-go is not a stop unless the game counts it.
 */
export function applyPitLane(
  session: TrackedSession,
  car: CarState,
  before: LapCar | null,
  lap: LapCar,
  atMs: number,
): void {
  recordCountRise(car, before, lap, atMs)
  const { visit } = car
  if (visit !== null && (lap.pitStatus === 0 || isLaterVisit(visit, lap, atMs))) {
    leavePitLane(session, car, visit, lap, atMs)
  } else if (visit === null) {
    reviewLastVisit(session, car, lap, atMs)
  }
  if (lap.pitStatus === 0) return
  car.visit ??= {
    lapNum: Math.max(1, lapOfEntry(lap)),
    atMs,
    stopsBefore: before?.numPitStops ?? lap.numPitStops,
    stopGosBefore: before?.numUnservedStopGoPens ?? null,
    laneTimeMs: 0,
    stopTimeMs: 0,
    stoodSinceMs: 0,
    lastAtMs: atMs,
  }
  readTimers(car.visit, lap, atMs)
}

/** R11: records in which laps the game's count rose, even if the stop was not seen. */
function recordCountRise(car: CarState, before: LapCar | null, lap: LapCar, atMs: number): void {
  if (lap.numPitStops === car.rises.length) return
  const rises = car.rises.slice(0, lap.numPitStops)
  const fromLap = before?.currentLapNum ?? rises.at(-1)?.toLap ?? 1
  while (rises.length < Math.min(lap.numPitStops, mostRises)) {
    rises.push({ fromLap, toLap: lap.currentLapNum, atMs })
  }
  car.rises = rises
}

/**
 * Decides after an outage whether a car in the pit lane is there on a later visit. The timers of a car that is out
 * stand still, so that only a lane timer that went back shows it.
 */
function isLaterVisit(visit: PitVisit, lap: LapCar, atMs: number): boolean {
  const sinceMs = atMs - visit.lastAtMs
  return sinceMs > outageMs && lap.pitLaneTimeMs < (isOut(lap) ? visit.laneTimeMs : sinceMs)
}

/**
 * Returns the lap on which a car came in: one that has been in the pit lane for longer than on its lap came
 * in on the lap before.
 */
function lapOfEntry(lap: LapCar): number {
  return lap.pitLaneTimeMs > lap.currentLapTimeMs ? lap.currentLapNum - 1 : lap.currentLapNum
}

function readTimers(visit: PitVisit, lap: LapCar, atMs: number): void {
  if (lap.pitStopTimeMs > visit.stopTimeMs) visit.stoodSinceMs = lap.pitLaneTimeMs
  visit.laneTimeMs = Math.max(visit.laneTimeMs, lap.pitLaneTimeMs)
  visit.stopTimeMs = Math.max(visit.stopTimeMs, lap.pitStopTimeMs)
  visit.lastAtMs = atMs
}

function leavePitLane(
  session: TrackedSession,
  car: CarState,
  visit: PitVisit,
  lap: LapCar,
  atMs: number,
): void {
  car.visit = null
  const stop = stopOf(visit, hasFinalTimers(visit, lap, atMs))
  const isCounted = lap.numPitStops > visit.stopsBefore
  const isServed = isStopGo(car, visit, lap)
  const hasStopped = visit.stopTimeMs > 0 && lap.resultStatus <= ResultStatus.Finished
  const entry = { stop, atMs, visit, isCounted }
  if (isCounted || (hasStopped && !isServed)) addStop(session, car, entry)
  else if (!isServed || visit.stopGosBefore === null) car.driveThrough = entry
}

/**
 * R25: returns whether a visit was a stop-and-go. It is unknown what a car had to serve that was in the lane
 * when it was first seen, so that its visit is a stop once the game's count has room for it.
 */
function isStopGo(car: CarState, { stopGosBefore }: PitVisit, lap: LapCar): boolean {
  return stopGosBefore === null
    ? lap.numPitStops <= car.stops.length
    : lap.numUnservedStopGoPens < stopGosBefore
}

/** Returns whether the timers are final, which the game shows for a while after the exit. */
function hasFinalTimers(visit: PitVisit, lap: LapCar, atMs: number): boolean {
  const isSharp = lap.pitStatus === 0 && atMs - visit.lastAtMs <= sharpExitMs
  const isHeld =
    lap.pitStatus === 0 &&
    lap.pitLaneTimerActive === 0 &&
    lap.pitLaneTimeMs > 0 &&
    lap.pitLaneTimeMs >= visit.laneTimeMs
  if (isHeld) readTimers(visit, lap, atMs)
  return isSharp || isHeld
}

/**
 * R11: returns the stop of a visit. Without a seen exit the lane time is unknown, and so is the stop time
 * unless its timer had stopped.
 */
function stopOf(visit: PitVisit, isFinal: boolean): PitStop {
  const { lapNum, laneTimeMs, stopTimeMs, stoodSinceMs } = visit
  const isStopFinal = isFinal || laneTimeMs - stoodSinceMs >= standingMs
  return {
    lapNum,
    pitLaneTimeMs: isFinal ? timeOrNull(laneTimeMs) : null,
    stopTimeMs: isStopFinal ? timeOrNull(stopTimeMs) : null,
  }
}

/** Corrects the last visit, since the game may count a stop or a stop-and-go only after the exit. */
function reviewLastVisit(session: TrackedSession, car: CarState, lap: LapCar, atMs: number): void {
  const { driveThrough } = car
  if (driveThrough !== null) {
    const { visit } = driveThrough
    if (visit === null || isOutage(session, atMs)) {
      car.driveThrough = null
    } else if (lap.numPitStops > visit.stopsBefore) {
      addStop(session, car, { ...driveThrough, isCounted: true })
    }
    return
  }
  const last = car.stops.at(-1)
  if (last === undefined || last.isCounted || last.visit === null) return
  if (lap.numPitStops > last.visit.stopsBefore) {
    setStops(car, [...car.stops.slice(0, -1), { ...last, isCounted: true }])
  } else if (
    last.visit.stopGosBefore !== null &&
    lap.numUnservedStopGoPens < last.visit.stopGosBefore
  ) {
    setStops(car, car.stops.slice(0, -1))
    session.events = session.events.filter(
      ({ kind, driverIdx, timeMs }) =>
        kind !== 'pitStop' || driverIdx !== car.idx || timeMs !== last.atMs,
    )
  }
}

/** Returns whether no timing arrived for a while before this moment. */
export function isOutage(session: TrackedSession, atMs: number): boolean {
  return session.timingMs === null || atMs - session.timingMs > outageMs
}

function addStop(session: TrackedSession, car: CarState, entry: StopEntry): void {
  const { stop, atMs } = entry
  car.driveThrough = null
  setStops(car, [...car.stops, entry])
  appendEvent(session, {
    kind: 'pitStop',
    timeMs: atMs,
    lapNum: stop.lapNum,
    driverIdx: car.idx,
    value: stop.stopTimeMs,
  })
}

/** R11: at the end, a visit without an exit is a stop if the game counts it. */
export function closeVisit(car: CarState): void {
  const { visit, lap } = car
  if (visit === null || lap === null || lap.numPitStops <= visit.stopsBefore) return
  const stop = stopOf(visit, isOut(lap))
  setStops(car, [...car.stops, { stop, atMs: visit.atMs, visit, isCounted: true }])
}

/** Returns whether a car is out, so that its timers no longer change. */
function isOut({ resultStatus }: LapCar): boolean {
  const { DidNotFinish, Disqualified, Retired } = ResultStatus
  return resultStatus === DidNotFinish || resultStatus === Disqualified || resultStatus === Retired
}

/** R6: removes the stops after a flashback's target and resets running timers. */
export function voidStopsAfter(car: CarState, timeMs: number): void {
  if (car.visit !== null) {
    const isVoid = car.visit.atMs > timeMs
    const restart = { laneTimeMs: 0, stopTimeMs: 0, stoodSinceMs: 0, lastAtMs: timeMs }
    car.visit = isVoid ? null : { ...car.visit, ...restart }
  }
  if (car.driveThrough !== null && car.driveThrough.atMs > timeMs) car.driveThrough = null
  car.rises = car.rises.filter((rise) => rise.atMs <= timeMs)
  const stops = car.stops.filter((entry) => entry.atMs <= timeMs)
  if (stops.length < car.stops.length) setStops(car, stops)
}

/** Sets the stops of a car, and updates the list in the contract's shape. */
export function setStops(car: CarState, stops: StopEntry[]): void {
  car.stops = stops
  car.pitStops = stops.map((entry) => entry.stop)
}
