import { carAt } from './create.ts'
import { leaveTrail } from './gaps.ts'
import { isRace } from './type-of.ts'
import { applyLapProgress } from './lap-progress.ts'
import { timeIn } from './order.ts'
import { deriveOvertakes, hidesOvertakes } from './overtakes.ts'
import { settleRepeats } from './penalties.ts'
import { applyPitLane, isOutage } from './pit-stops.ts'
import { followSectors, wrapsSectors } from './sector-wraps.ts'
import { placeInFrame, placeUntimed } from './untimed.ts'
import type { ReadPacketOf } from './session-decoder.ts'
import type { TrackedSession } from './state.ts'
import { learnOutline } from './track-outline.ts'

const active = 2

/** Everything that the menu-rate timing says of each car. */
export function applyLapData(
  session: TrackedSession,
  packet: ReadPacketOf<'lapData'>,
  atMs: number,
): void {
  const timeMs = timeIn(session, packet.header)
  const race = isRace(session)
  const wraps = wrapsSectors(packet.format)
  const isAfterOutage = isOutage(session, timeMs)
  session.halfSeconds.add(Math.floor(timeMs / 500))
  if (race && !isAfterOutage && hidesOvertakes(packet.format))
    deriveOvertakes(session, packet, timeMs, atMs)
  for (let idx = 0; idx < packet.cars.length; idx++) {
    const lap = packet.cars[idx]
    if (lap === undefined) continue
    const car = carAt(session, idx)
    const before = car.comparable ? car.lap : null
    car.lap = lap
    car.comparable = true
    // R15: a status that stays invalid or inactive is a ghost's or an empty slot's.
    if (lap.resultStatus >= active && lap.carPosition > 0) car.tookPart = true
    if (!car.tookPart) continue
    applyLapProgress(car, before, lap, timeMs)
    if (wraps) followSectors(car, before, lap)
    if (car.repeats.length > 0) settleRepeats(session, car, timeMs)
    if (!race) continue
    applyPitLane(session, car, before, lap, timeMs)
    if (lap.deltaToRaceLeaderMs === null) leaveTrail(car, lap, timeMs)
  }
  if (!session.hasTiming) placeUntimed(session)
  session.hasTiming = true
  session.timingMs = timeMs
  placeInFrame(session, timeMs)
  learnOutline(session)
}
