import { CARS_MAX } from '../../formats/registry.ts'
import { frameOf, framesGoBack } from '../../formats/headers.ts'
import type { EventDetails, EventPacket } from '../../formats/model.ts'
import { lapOf, lapOfTime, appendEvent } from '../state/event-feed.ts'
import { applyFlashback, frameIn, isOld, isVoided, timeIn } from '../stream/order.ts'
import { addOvertake } from '../cars/overtakes.ts'
import { applyPenalty } from '../cars/penalties.ts'
import { applySafetyCarEvent } from './safety-cars.ts'
import type { TrackedSession } from '../state/state.ts'
import { countUnknownIds } from './unknown-ids.ts'

/** Far fewer events share the frames in which an event is not yet old (R4). */
const rememberedEvents = 128
/** No race has nearly as many red flags. */
const mostRedFlags = 100

/** R4: applies an event; an identical one at the same frame is a repeat. */
export function applyEvent(session: TrackedSession, packet: EventPacket, atMs: number): void {
  if (packet.code === 'BUTN' || isLate(session, packet)) return
  if (isRepeat(session, packet)) return
  const timeMs = timeIn(session, packet.header)
  switch (packet.code) {
    case 'SSTA':
      return appendEvent(session, { kind: 'sessionStarted', timeMs })
    case 'LGOT':
      return appendEvent(session, { kind: 'lightsOut', timeMs })
    case 'CHQF':
      return appendEvent(session, { kind: 'chequeredFlag', timeMs })
    case 'DRSE':
      return appendEvent(session, { kind: 'drsEnabled', timeMs })
    case 'DRSD':
      return appendEvent(session, { kind: 'drsDisabled', timeMs })
    case 'RCWN':
      return appendCarEvent(session, 'raceWinner', packet.details.vehicleIdx, timeMs)
    case 'RTMT':
      return appendCarEvent(session, 'retirement', packet.details.vehicleIdx, timeMs)
    case 'FTLP':
      return applyFastestLap(session, packet.details, timeMs)
    case 'PENA':
      countUnknownIds(session, packet)
      return applyPenalty(session, packet.details, timeMs, frameOf(packet.header) === 0)
    case 'OVTK':
      return applyOvertake(session, packet.details, timeMs, atMs)
    case 'COLL':
      return applyCollision(session, packet.details, timeMs)
    case 'SCAR':
      return applySafetyCarEvent(session, packet.details, timeMs)
    case 'RDFL':
      if (session.redFlags.length >= mostRedFlags) return
      session.redFlags = [...session.redFlags, timeMs]
      return appendEvent(session, { kind: 'redFlag', timeMs })
    case 'FLBK': {
      const { flashbackSessionTime, flashbackFrameIdentifier } = packet.details
      const targetMs = Math.round(flashbackSessionTime * 1000)
      if (!Number.isSafeInteger(targetMs) || targetMs < 0) return
      return applyFlashback(session, packet.header, flashbackFrameIdentifier, targetMs)
    }
    case 'SEND':
      session.endedByGameAtMs ??= atMs
      return appendEvent(session, { kind: 'sessionEnded', timeMs })
    default:
  }
}

/** R20: a second flashback may have a frame before the first one, with another target. */
function isLate(session: TrackedSession, { code, header }: EventPacket): boolean {
  if (isOld(session, header)) return true
  return !(code === 'FLBK' && framesGoBack(header)) && isVoided(session, header)
}

function isRepeat(session: TrackedSession, packet: EventPacket): boolean {
  const frame = frameIn(session, packet.header)
  const key = `${frame} ${packet.code} ${JSON.stringify(packet.details)}`
  const { recentEvents } = session.order
  if (recentEvents.includes(key)) return true
  recentEvents.push(key)
  if (recentEvents.length > rememberedEvents) recentEvents.shift()
  return false
}

function appendCarEvent(
  session: TrackedSession,
  kind: 'raceWinner' | 'retirement',
  driverIdx: number,
  timeMs: number,
): void {
  if (driverIdx >= CARS_MAX) return
  appendEvent(session, { kind, timeMs, driverIdx, lapNum: lapOf(session, driverIdx) })
}

function applyFastestLap(
  session: TrackedSession,
  sent: EventDetails<'FTLP'>,
  timeMs: number,
): void {
  const lapTimeMs = Math.round(sent.lapTimeSeconds * 1000)
  if (sent.vehicleIdx >= CARS_MAX || !Number.isSafeInteger(lapTimeMs)) return
  appendEvent(session, {
    kind: 'fastestLap',
    timeMs,
    driverIdx: sent.vehicleIdx,
    lapNum: lapOfTime(session, sent.vehicleIdx, lapTimeMs),
    value: lapTimeMs,
  })
}

function applyOvertake(
  session: TrackedSession,
  sent: EventDetails<'OVTK'>,
  timeMs: number,
  atMs: number,
): void {
  const { overtakingVehicleIdx: by, beingOvertakenVehicleIdx: of } = sent
  const lapNum = lapOf(session, by) ?? 0
  addOvertake(session, { by, of, lapNum }, timeMs, atMs)
}

function applyCollision(session: TrackedSession, sent: EventDetails<'COLL'>, timeMs: number): void {
  if (sent.vehicle1Idx >= CARS_MAX) return
  const lapNum = lapOf(session, sent.vehicle1Idx)
  const otherDriverIdx = sent.vehicle2Idx < CARS_MAX ? sent.vehicle2Idx : null
  appendEvent(session, {
    kind: 'collision',
    timeMs,
    lapNum,
    driverIdx: sent.vehicle1Idx,
    otherDriverIdx,
  })
}
