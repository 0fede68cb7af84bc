import type { BodyPacket } from '../../formats/model.ts'
import { completedLaps, isRace } from '../state/queries.ts'
import { carAt } from '../state/create-state.ts'
import { closeVisit, setStops } from '../cars/pit-stops.ts'
import { provisionalOrder } from '../cars/result-order.ts'
import type { ClassifiedCar, TrackedSession } from '../state/state.ts'
import { applyClassifiedStints, closeLastStint, setStints } from '../cars/stints.ts'
import { countUnknownIds } from './unknown-ids.ts'
import { matchCountedStops } from '../cars/unseen-stops.ts'

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

/** Reads the rows of all cars, since `numCars` may be too low; empty slots have no position. */
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
    matchCountedStops(car, car.result?.numPitStops ?? car.lap?.numPitStops ?? 0)
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
