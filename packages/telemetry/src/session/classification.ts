import type { BodyPacket } from '../formats/model.ts'
import { isRace } from './lap-data.ts'
import { addUnseenStops } from './pit-stops.ts'
import { carAt } from './create.ts'
import type { CarState, TrackedSession } from './state.ts'
import { applyClassifiedStints, closeLastStint } from './stints.ts'

/** R9: the game's positions are the result; the first classification stands. */
export function applyClassification(
  session: TrackedSession,
  packet: BodyPacket<'finalClassification'>,
  atMs: number,
): void {
  if (session.classifiedAtMs !== null) return
  session.classifiedAtMs = atMs
  for (const [idx, sent] of packet.cars.entries()) {
    if (sent.position === 0 || sent.resultStatus < 2) continue
    const car = carAt(session, idx)
    car.tookPart = true
    car.result = sent
    applyClassifiedStints(car, sent)
  }
}

/** Puts in order what only the end of the session decides. */
export function settle(session: TrackedSession): void {
  const hasPitStops = isRace(session)
  for (const car of session.cars) {
    closeLastStint(car, completedLaps(car))
    if (hasPitStops) addUnseenStops(car, car.result?.numPitStops ?? car.lap?.numPitStops ?? 0)
  }
}

export function completedLaps(car: CarState): number {
  if (car.result !== null) return car.result.numLaps
  return Math.max(0, (car.lap?.currentLapNum ?? 0) - 1, car.laps.length)
}
