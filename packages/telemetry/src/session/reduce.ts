import { frameOf } from '../formats/frame.ts'
import type { BodyPacket, Packet, PacketKind } from '../formats/model.ts'
import { applyClassification } from './classification.ts'
import { sessionTimeMs } from './clock.ts'
import { applyEvent } from './events.ts'
import { applyLapData } from './lap-data.ts'
import { applyHistoryLaps } from './laps.ts'
import { isNews } from './order.ts'
import { applyParticipants } from './participants.ts'
import { applySessionInfo } from './session-info.ts'
import { carAt, maxCars } from './create.ts'
import type { TrackedSession } from './state.ts'
import { applyHistoryStints, applyTyreStatus } from './stints.ts'

const reduced: ReadonlySet<PacketKind> = new Set([
  'motion',
  'session',
  'lapData',
  'participants',
  'carStatus',
  'finalClassification',
  'sessionHistory',
  'event',
])

/** Whether packets of this kind say anything of a session's state. */
export function isReduced(kind: PacketKind): boolean {
  return reduced.has(kind)
}

/** One packet of this session, received at `atMs` (ms since 1970). The rules are in RULES.md. */
export function reduce(session: TrackedSession, packet: Packet, atMs: number): void {
  switch (packet.kind) {
    case 'event':
      return applyEvent(session, packet, atMs)
    case 'finalClassification':
      return applyClassification(session, packet, atMs)
    case 'sessionHistory':
      return applyHistory(session, packet)
    default:
  }
  if (!isNews(session, packet.kind, packet.header)) return
  switch (packet.kind) {
    case 'session':
      return applySessionInfo(session, packet)
    case 'lapData':
      return applyLapData(session, packet)
    case 'motion':
      return applyMotion(session, packet)
    case 'participants':
      return applyParticipants(session, packet)
    case 'carStatus':
      return applyCarStatus(session, packet)
    default:
  }
}

function applyHistory(session: TrackedSession, packet: BodyPacket<'sessionHistory'>): void {
  if (packet.carIdx >= maxCars) return
  if (!isNews(session, `sessionHistory ${packet.carIdx}`, packet.header)) return
  const car = carAt(session, packet.carIdx)
  const timeMs = sessionTimeMs(packet.header)
  const isFinal = frameOf(packet.header) === 0
  applyHistoryLaps(car, packet, timeMs)
  applyHistoryStints(car, packet, timeMs, isFinal)
  if (session.classifiedAtMs !== null) session.finalHistories.add(packet.carIdx)
}

function applyMotion(session: TrackedSession, packet: BodyPacket<'motion'>): void {
  const frame = frameOf(packet.header)
  for (const [idx, motion] of packet.cars.entries()) {
    const car = carAt(session, idx)
    car.motion = motion
    car.motionFrame = frame
  }
}

function applyCarStatus(session: TrackedSession, packet: BodyPacket<'carStatus'>): void {
  const timeMs = sessionTimeMs(packet.header)
  for (const [idx, status] of packet.cars.entries()) {
    applyTyreStatus(carAt(session, idx), status, timeMs)
  }
}
