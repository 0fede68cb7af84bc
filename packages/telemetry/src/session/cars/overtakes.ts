import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import { CARS_MAX, formats } from '../../formats/registry.ts'
import type { FormatTable } from '../../formats/format-table.ts'
import { appendEvent } from '../state/event-feed.ts'
import type { ReadPacketOf } from '../state/session-decoder.ts'
import type { LapCar, TrackedSession } from '../state/state.ts'

const mostOvertakes = 10_000
const active = 2

const years: readonly FormatTable[] = Object.values(formats)
const yearsWithoutEvent = new Set(
  years.filter(({ event }) => !('OVTK' in event.codes)).map(({ format }) => format),
)

/** Returns whether a year has no overtake events. */
export function lacksOvertakeEvents(format: number): boolean {
  return yearsWithoutEvent.has(format)
}

interface Pass {
  readonly by: number
  readonly of: number
  readonly lapNum: number
}

/** R18: adds an overtake with its session time and the time of day. */
export function addOvertake(
  session: TrackedSession,
  pass: Pass,
  timeMs: number,
  atMs: number,
): void {
  const { by, of, lapNum } = pass
  if (by >= CARS_MAX || of >= CARS_MAX || session.overtakes.length >= mostOvertakes) return
  const overtake = {
    overtakingDriverIdx: by,
    overtakenDriverIdx: of,
    lapNum,
    overtakingTime: timeMs,
    utcTime: new Date(atMs).toISOString(),
  }
  session.overtakes = [...session.overtakes, overtake]
  const event = { timeMs, lapNum: lapNum === 0 ? null : lapNum, driverIdx: by, otherDriverIdx: of }
  appendEvent(session, { kind: 'overtake', ...event })
}

/** R22: derives overtakes, in years without the event, from cars that swap positions on the track. */
export function deriveOvertakes(
  session: TrackedSession,
  packet: ReadPacketOf<'lapData'>,
  timeMs: number,
  atMs: number,
): void {
  if (session.info.safetyCarStatus === SafetyCarStatus.FormationLap) return
  if (!packet.cars.some((lap, idx) => session.cars[idx]?.lap?.carPosition !== lap.carPosition))
    return
  for (const [idx, after] of packet.cars.entries()) {
    const before = drivenBefore(session, idx, after)
    if (before === null || after.carPosition >= before.carPosition) continue
    for (const [otherIdx, otherAfter] of packet.cars.entries()) {
      const otherBefore = drivenBefore(session, otherIdx, otherAfter)
      if (otherBefore === null || otherBefore.carPosition >= before.carPosition) continue
      if (otherAfter.carPosition <= after.carPosition) continue
      const pass = { by: idx, of: otherIdx, lapNum: after.currentLapNum }
      addOvertake(session, pass, timeMs, atMs)
    }
  }
}

/** Returns the previous timing of a car that was, and is, racing on the track; otherwise null. */
function drivenBefore(session: TrackedSession, idx: number, after: LapCar): LapCar | null {
  const car = session.cars[idx]
  if (car === undefined || !car.comparable || car.lap === null) return null
  return isOnTrack(car.lap) && isOnTrack(after) ? car.lap : null
}

function isOnTrack(lap: LapCar): boolean {
  return (
    lap.resultStatus === active &&
    lap.pitStatus === 0 &&
    lap.carPosition > 0 &&
    lap.currentLapNum > 0 &&
    lap.totalDistance > 0
  )
}
