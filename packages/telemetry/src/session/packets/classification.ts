import type { BodyPacket } from '../../formats/model.ts'
import { completedLaps, isRace } from '../state/queries.ts'
import { carAt } from '../state/create-state.ts'
import { closeVisit, setStops } from '../cars/pit-stops.ts'
import { provisionalOrder } from '../cars/result-order.ts'
import type { CarState, ClassifiedCar, StopEntry, TrackedSession } from '../state/state.ts'
import { applyClassifiedStints, closeLastStint, setStints } from '../cars/stints.ts'
import { countUnknownIds } from './unknown-ids.ts'

/** R9: applies the first classification; later ones are ignored. */
export function applyClassification(
  session: TrackedSession,
  packet: BodyPacket<'finalClassification'>,
  atMs: number,
): void {
  if (session.classifiedAtMs !== null || !packet.cars.some(isClassified)) return
  session.classifiedAtMs = atMs
  countUnknownIds(session, packet)
  for (const [idx, sent] of packet.cars.entries()) {
    if (!isClassified(sent)) continue
    const car = carAt(session, idx)
    car.tookPart = true
    car.result = sent
    applyClassifiedStints(car, sent, packet.ids)
  }
}

/**
 * Returns whether a row is that of a classified car. The rows of all slots are read, because `numCars` may be
 * too low; empty slots have no position.
 */
function isClassified(sent: ClassifiedCar): boolean {
  return sent.position > 0 && sent.resultStatus >= 2
}

/** Completes stints, stops and provisional positions at the end of the session. */
export function finaliseSession(session: TrackedSession): void {
  const race = isRace(session)
  for (const car of session.cars) {
    car.beforeEnd = { stints: car.stints, stops: car.stops }
    closeLastStint(car, completedLaps(car, race))
    if (!race) continue
    closeVisit(car)
    const counted = car.result?.numPitStops ?? car.lap?.numPitStops
    if (counted !== undefined) matchCountedStops(car, counted)
  }
  const order = race && session.classifiedAtMs === null ? provisionalOrder(session) : []
  for (const car of session.cars) {
    const place = order.indexOf(car)
    car.provisionalPosition = place < 0 ? null : place + 1
  }
}

/** R3: restores the state before the end of a session that continues. */
export function reopenSession(session: TrackedSession): void {
  for (const car of session.cars) {
    car.provisionalPosition = null
    if (car.beforeEnd === null) continue
    setStints(car, car.beforeEnd.stints)
    setStops(car, car.beforeEnd.stops)
    car.beforeEnd = null
  }
}

/**
 * R11, R25: adjusts the stops of a car to the game's count. It drops stops that only their timer showed,
 * and places unseen stops at ends of stints; each stint end has one stop.
 */
function matchCountedStops(car: CarState, counted: number): void {
  dropUncounted(car, counted)
  const missing = counted - car.stops.length
  if (missing <= 0) return
  const ends = unmatchedEnds(car)
  const placed: number[] = []
  for (const { fromLap, toLap } of unseenRises(car)) {
    const within = ends.find((lap) => lap >= fromLap && lap <= toLap && !placed.includes(lap))
    const lapNum = within ?? (fromLap === toLap ? fromLap : null)
    if (lapNum !== null && placed.length < missing) placed.push(lapNum)
  }
  const others = ends.filter((lap) => !placed.includes(lap))
  placed.push(...others.slice(0, Math.max(0, missing - placed.length)))
  const unseen = placed.map((lapNum): StopEntry => {
    const stop = { lapNum, pitLaneTimeMs: null, stopTimeMs: null }
    return { stop, atMs: 0, visit: null, isCounted: true }
  })
  setStops(
    car,
    [...car.stops, ...unseen].toSorted((a, b) => a.stop.lapNum - b.stop.lapNum),
  )
}

function dropUncounted(car: CarState, counted: number): void {
  const excess = car.stops.length - counted
  const uncounted = car.stops.filter(({ isCounted }) => !isCounted)
  if (excess <= 0 || uncounted.length === 0) return
  const ends = car.stints.slice(0, -1).map(({ endLap }) => endLap)
  const hasStint = ({ stop }: StopEntry): number => (ends.includes(stop.lapNum) ? 1 : 0)
  const dropped = uncounted.toSorted((a, b) => hasStint(a) - hasStint(b)).slice(0, excess)
  setStops(
    car,
    car.stops.filter((entry) => !dropped.includes(entry)),
  )
}

/** Returns the ends of stints without a stop. A pit box behind the line makes a difference of one lap. */
function unmatchedEnds({ stints, stops }: CarState): number[] {
  const ends = stints.slice(0, -1).flatMap(({ endLap }) => (endLap === null ? [] : [endLap]))
  let laps = stops.map(({ stop }) => stop.lapNum)
  for (const difference of [0, 1, -1]) {
    for (const lap of laps) {
      const place = ends.indexOf(lap + difference)
      if (place < 0) continue
      ends.splice(place, 1)
      laps = laps.filter((other) => other !== lap)
    }
  }
  return ends
}

/** Returns the rises of the game's count without a seen stop. */
function unseenRises({ rises, stops }: CarState): CarState['rises'] {
  const left = [...rises]
  for (const entry of stops) {
    const own = riseOf(rises, entry)
    const taken = own !== undefined && left.includes(own) ? own : narrowestOf(left, entry)
    if (taken !== undefined) left.splice(left.indexOf(taken), 1)
  }
  return left
}

type Rise = CarState['rises'][number]

/**
 * Returns the rise that a stop was counted by: the first of its visit. There is one for each number of the game's
 * count.
 */
function riseOf(rises: readonly Rise[], { visit, isCounted }: StopEntry): Rise | undefined {
  return visit !== null && isCounted ? rises[visit.stopsBefore] : undefined
}

function narrowestOf(rises: readonly Rise[], { stop }: StopEntry): Rise | undefined {
  return rises
    .filter(({ fromLap, toLap }) => stop.lapNum >= fromLap - 1 && stop.lapNum <= toLap)
    .toSorted((a, b) => a.toLap - a.fromLap - (b.toLap - b.fromLap))[0]
}
