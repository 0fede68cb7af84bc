import { frameOf } from '../formats/frame.ts'
import type { EventDetails, EventPacket } from '../formats/model.ts'
import { sessionTimeMs } from './clock.ts'
import { tell } from './feed.ts'
import { applyFlashback, isVoided } from './order.ts'
import { applyPenalty } from './penalties.ts'
import { maxCars } from './create.ts'
import type { TrackedSession } from './state.ts'

const rememberedEvents = 128
const mostOvertakes = 10_000

/** R4: several events share a frame, so only an identical one at the same frame is a repeat. */
export function applyEvent(session: TrackedSession, packet: EventPacket, atMs: number): void {
  if (packet.code === 'BUTN' || isVoided(session, packet.header)) return
  if (isRepeat(session, packet)) return
  const timeMs = sessionTimeMs(packet.header)
  switch (packet.code) {
    case 'SSTA':
      return tell(session, { kind: 'sessionStarted', timeMs })
    case 'LGOT':
      return tell(session, { kind: 'lightsOut', timeMs })
    case 'CHQF':
      return tell(session, { kind: 'chequeredFlag', timeMs })
    case 'DRSE':
      return tell(session, { kind: 'drsEnabled', timeMs })
    case 'DRSD':
      return tell(session, { kind: 'drsDisabled', timeMs })
    case 'RCWN':
      return tellOfCar(session, 'raceWinner', packet.details.vehicleIdx, timeMs)
    case 'RTMT':
      return tellOfCar(session, 'retirement', packet.details.vehicleIdx, timeMs)
    case 'FTLP':
      return applyFastestLap(session, packet.details, timeMs)
    case 'PENA':
      return applyPenalty(session, packet.details, timeMs)
    case 'OVTK':
      return applyOvertake(session, packet.details, timeMs, atMs)
    case 'COLL':
      return applyCollision(session, packet.details, timeMs)
    case 'SCAR':
      return applySafetyCar(session, packet.details, timeMs)
    case 'RDFL':
      session.redFlags = [...session.redFlags, timeMs]
      return tell(session, { kind: 'redFlag', timeMs })
    case 'FLBK': {
      const targetMs = Math.round(packet.details.flashbackSessionTime * 1000)
      if (!Number.isSafeInteger(targetMs) || targetMs < 0) return
      return applyFlashback(session, frameOf(packet.header), targetMs)
    }
    case 'SEND':
      session.endedByGameAtMs ??= atMs
      return tell(session, { kind: 'sessionEnded', timeMs })
    default:
  }
}

function isRepeat(session: TrackedSession, packet: EventPacket): boolean {
  const frame = frameOf(packet.header)
  const key = `${frame} ${packet.code} ${JSON.stringify(packet.details)}`
  const { recentEvents } = session.order
  if (recentEvents.includes(key)) return true
  recentEvents.push(key)
  if (recentEvents.length > rememberedEvents) recentEvents.shift()
  return false
}

function tellOfCar(
  session: TrackedSession,
  kind: 'raceWinner' | 'retirement',
  driverIdx: number,
  timeMs: number,
): void {
  if (driverIdx >= maxCars) return
  const lapNum = session.cars[driverIdx]?.lap?.currentLapNum ?? null
  tell(session, { kind, timeMs, driverIdx, lapNum })
}

function applyFastestLap(
  session: TrackedSession,
  sent: EventDetails<'FTLP'>,
  timeMs: number,
): void {
  const lapTimeMs = Math.round(sent.lapTimeSeconds * 1000)
  if (sent.vehicleIdx >= maxCars || !Number.isSafeInteger(lapTimeMs)) return
  const { lapTimes = [] } = session.cars[sent.vehicleIdx] ?? {}
  const lapNum = lapTimes.findIndex((lap) => lap.lapTime === lapTimeMs) + 1
  tell(session, {
    kind: 'fastestLap',
    timeMs,
    driverIdx: sent.vehicleIdx,
    lapNum: lapNum === 0 ? null : lapNum,
    value: lapTimeMs,
  })
}

function applyOvertake(
  session: TrackedSession,
  sent: EventDetails<'OVTK'>,
  timeMs: number,
  atMs: number,
): void {
  const { overtakingVehicleIdx, beingOvertakenVehicleIdx } = sent
  if (overtakingVehicleIdx >= maxCars || beingOvertakenVehicleIdx >= maxCars) return
  const lapNum = session.cars[overtakingVehicleIdx]?.lap?.currentLapNum ?? 0
  const overtake = {
    overtakingDriverIdx: overtakingVehicleIdx,
    overtakenDriverIdx: beingOvertakenVehicleIdx,
    lapNum,
    overtakingTime: timeMs,
    utcTime: new Date(atMs).toISOString(),
  }
  if (session.overtakes.length >= mostOvertakes) return
  session.overtakes = [...session.overtakes, overtake]
  tell(session, {
    kind: 'overtake',
    timeMs,
    lapNum,
    driverIdx: overtakingVehicleIdx,
    otherDriverIdx: beingOvertakenVehicleIdx,
  })
}

function applyCollision(session: TrackedSession, sent: EventDetails<'COLL'>, timeMs: number): void {
  if (sent.vehicle1Idx >= maxCars) return
  const lapNum = session.cars[sent.vehicle1Idx]?.lap?.currentLapNum ?? null
  const otherDriverIdx = sent.vehicle2Idx < maxCars ? sent.vehicle2Idx : null
  tell(session, { kind: 'collision', timeMs, lapNum, driverIdx: sent.vehicle1Idx, otherDriverIdx })
}

function applySafetyCar(session: TrackedSession, sent: EventDetails<'SCAR'>, timeMs: number): void {
  const { safetyCarType: type, eventType: phase } = sent
  if (phase === 0) session.safetyCars.told.push({ type, atMs: timeMs })
  tell(session, { kind: 'safetyCar', timeMs, value: type * 10 + phase })
}
