import { CARS_MAX } from '../../formats/registry.ts'
import { frameOf } from '../../formats/headers.ts'
import type { BodyPacket, PacketKind } from '../../formats/model.ts'
import { applyClassification } from './classification.ts'
import { applyEvent } from './events.ts'
import { applyLapData } from './lap-data.ts'
import { applyHistoryLaps, isOlderHistory } from '../cars/laps.ts'
import { refreshMiniSectors } from '../cars/mini-sectors.ts'
import { acceptPacket, timeIn } from '../stream/order.ts'
import { applyParticipants } from './participants.ts'
import { applySessionInfo } from './session-info.ts'
import { carAt } from '../state/create-state.ts'
import type { ReadPacket } from '../state/session-decoder.ts'
import type { TrackedSession } from '../state/state.ts'
import { applyHistoryStints } from '../cars/stints.ts'

const reduced: ReadonlySet<PacketKind> = new Set([
  'session',
  'lapData',
  'participants',
  'finalClassification',
  'sessionHistory',
  'event',
])

/** The histories of each car are a stream of their own. */
const historyStreams = Array.from({ length: CARS_MAX }, (_, idx) => `sessionHistory ${idx}`)

/** Returns whether `reduce` processes packets of this kind; positions and tyres are processed elsewhere. */
export function isReduced(kind: PacketKind): boolean {
  return reduced.has(kind)
}

/** Applies one packet, received as `bytes` at `atMs` (Unix ms), to a session. RULES.md has the rules. */
export function reduce(
  session: TrackedSession,
  packet: ReadPacket,
  bytes: Uint8Array,
  atMs: number,
): void {
  switch (packet.kind) {
    case 'event':
      return applyEvent(session, packet, atMs)
    case 'finalClassification':
      return applyClassification(session, packet, atMs)
    case 'sessionHistory':
      return applyHistory(session, packet)
    default:
  }
  const timing = packet.kind === 'lapData' ? bytes : null
  if (!acceptPacket(session, packet.kind, packet.header, timing)) return
  switch (packet.kind) {
    case 'session':
      return applySessionInfo(session, packet)
    case 'lapData':
      return applyLapData(session, packet, atMs)
    case 'participants':
      return applyParticipants(session, packet)
    default:
  }
}

function applyHistory(session: TrackedSession, packet: BodyPacket<'sessionHistory'>): void {
  const stream = historyStreams[packet.carIdx]
  if (stream === undefined || !acceptPacket(session, stream, packet.header)) return
  const car = carAt(session, packet.carIdx)
  const timeMs = timeIn(session, packet.header)
  const isFinal = frameOf(packet.header) === 0
  const { stints, tyreAgeLaps, lapTimes } = car
  if (!isOlderHistory(car, packet)) applyHistoryStints(car, packet, timeMs, isFinal)
  if (car.stints !== stints || car.tyreAgeLaps !== tyreAgeLaps) session.lastTyreBytes = null
  applyHistoryLaps(car, packet, timeMs)
  if (car.lapTimes !== lapTimes) refreshMiniSectors(session)
  if (session.classifiedAtMs !== null) session.finalHistories.add(packet.carIdx)
}

/**
 * R1: applies the player's last history, which the game sends from the lobby just before the end, if it
 * agrees with the known laps. Returns whether it does.
 */
export function applyLobbyHistory(
  session: TrackedSession,
  packet: BodyPacket<'sessionHistory'>,
): boolean {
  const car = session.cars[packet.carIdx]
  if (car?.lap === null || car === undefined || car.result !== null) return false
  if (packet.carIdx !== session.info.header.playerCarIndex) return false
  if (packet.numLaps < car.laps.length || packet.numLaps > car.lap.currentLapNum) return false
  const agrees = car.laps.every(
    (known, i) => known === null || known.lap.lapTime === packet.laps[i]?.lapTimeMs,
  )
  if (agrees) applyHistoryLaps(car, packet, session.order.timeMs)
  return agrees
}
