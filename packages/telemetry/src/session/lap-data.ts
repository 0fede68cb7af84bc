import { SessionType } from '@pitboard/contract/enumerations'
import { frameOf } from '../formats/frame.ts'
import { sessionTypeOf } from '../formats/names.ts'
import type { BodyPacket } from '../formats/model.ts'
import { sessionTimeMs } from './clock.ts'
import { applyLapProgress } from './laps.ts'
import { applyPitLane } from './pit-stops.ts'
import { carAt } from './create.ts'
import type { TrackedSession } from './state.ts'
import { learnOutline } from './track-outline.ts'

const active = 2

/** Everything that the menu-rate timing says of each car. */
export function applyLapData(session: TrackedSession, packet: BodyPacket<'lapData'>): void {
  const timeMs = sessionTimeMs(packet.header)
  const hasPitStops = isRace(session)
  session.halfSeconds.add(Math.floor(timeMs / 500))
  for (let idx = 0; idx < packet.cars.length; idx++) {
    const lap = packet.cars[idx]
    if (lap === undefined) continue
    const car = carAt(session, idx)
    const before = car.comparable ? car.lap : null
    car.lap = lap
    car.comparable = true
    // R15: a status that stays invalid or inactive is a ghost's or an empty slot's.
    if (lap.resultStatus >= active) car.tookPart = true
    if (!car.tookPart) continue
    applyLapProgress(car, before, lap, timeMs)
    if (hasPitStops) applyPitLane(session, car, before, lap, timeMs)
  }
  learnOutline(session, frameOf(packet.header))
}

export function isRace(session: TrackedSession): boolean {
  const type = sessionTypeOf(session.info.ids, session.info.sessionType)
  return type === SessionType.Race || type === SessionType.Race2 || type === SessionType.Race3
}
