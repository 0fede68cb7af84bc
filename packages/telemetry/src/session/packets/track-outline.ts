import { motionOf, toTenth } from './motion.ts'
import { outlinePoints } from '../state/create-state.ts'
import type { LapCar, MotionCar, TrackedSession, TrackSample } from '../state/state.ts'

/** Two samples that are farther apart do not determine the track between them. */
const longestStep = 60
/** A car at less than this speed in m/s may stand in its box, or leave a garage. */
const slowestInLane = 12

type Line = 'trackOutline' | 'pitLane'

/**
 * R16: sets the points of the outline and of the pit lane that a car has passed for the first time between
 * two samples. Cars out of the session do not count. R27: call it after positions and after timing, since
 * either may arrive first in a frame.
 */
export function extendOutline(session: TrackedSession): void {
  const { trackLength } = session.info
  const frame = session.motion?.frame
  if (trackLength <= 0 || !frame || session.order.frameOf.get('lapData') !== frame) return
  const isTrackKnown = isComplete(session.trackOutline)
  for (const car of session.cars) {
    const before = car.sample
    car.sample = null
    const line = lineOf(car.lap, trackLength)
    if (car.lap === null || line === null || (isTrackKnown && line === 'trackOutline')) continue
    const isKnown = isKnownAhead(session[line], car.lap.lapDistance, trackLength)
    // Positions are decoded only while they teach something.
    if (isKnown && before === null) continue
    const motion = motionOf(session)[car.idx]
    if (motion === undefined || (line === 'pitLane' && isSlow(motion))) continue
    const { worldPositionX: x, worldPositionZ: z } = motion
    const sample: TrackSample = { line, distance: car.lap.lapDistance, x, z }
    car.sample = isKnown ? null : sample
    if (before?.line !== line) continue
    for (const point of pointsBetween(before, sample, trackLength)) {
      if (session[line][point.index] === null) {
        session[line] = session[line].with(point.index, point.at)
      }
    }
  }
}

/** Learns where sectors begin, because years before 2024 do not send it. */
export function learnSectorStart(session: TrackedSession, before: LapCar, lap: LapCar): void {
  if (lap.sector !== before.sector + 1 || lap.currentLapNum !== before.currentLapNum) return
  const step = lap.lapDistance - before.lapDistance
  if (!(lap.lapDistance > 0 && step > 0 && step <= longestStep)) return
  const middle = Math.round((before.lapDistance + lap.lapDistance) / 2)
  if (lap.sector === 1) session.sectorStarts[0] ??= middle
  else if (lap.sector === 2) session.sectorStarts[1] ??= middle
}

const complete = new WeakSet<TrackedSession['trackOutline']>()

function isComplete(outline: TrackedSession['trackOutline']): boolean {
  if (complete.has(outline)) return true
  if (outline.includes(null)) return false
  complete.add(outline)
  return true
}

/** Returns what the car drives on; null for a car that teaches nothing. */
function lineOf(lap: LapCar | null, trackLength: number): Line | null {
  if (lap === null || lap.resultStatus !== 2 || lap.driverStatus === 0) return null
  if (!(Math.abs(lap.lapDistance) <= trackLength)) return null
  return lap.pitStatus === 0 ? 'trackOutline' : 'pitLane'
}

function isKnownAhead(
  points: TrackedSession['trackOutline'],
  distance: number,
  trackLength: number,
): boolean {
  const spacing = trackLength / outlinePoints
  const last = Math.floor((distance + longestStep) / spacing)
  for (let i = Math.ceil(distance / spacing); i <= last; i++) {
    if (points[placeOf(i)] === null) return false
  }
  return true
}

function isSlow({ worldVelocityX, worldVelocityZ }: MotionCar): boolean {
  return Math.hypot(worldVelocityX, worldVelocityZ) < slowestInLane
}

function pointsBetween(
  before: TrackSample,
  after: TrackSample,
  trackLength: number,
): { index: number; at: [number, number] }[] {
  const crossedLine = after.distance < before.distance - trackLength / 2
  const from = crossedLine ? before.distance - trackLength : before.distance
  const step = after.distance - from
  if (!(step > 0 && step <= longestStep)) return []
  const spacing = trackLength / outlinePoints
  const points = []
  for (let i = Math.ceil(from / spacing); i * spacing <= after.distance; i++) {
    const share = (i * spacing - from) / step
    const x = toTenth(before.x + (after.x - before.x) * share)
    const z = toTenth(before.z + (after.z - before.z) * share)
    const at: [number, number] = [x, z]
    if (Number.isFinite(x) && Number.isFinite(z)) points.push({ index: placeOf(i), at })
  }
  return points
}

function placeOf(index: number): number {
  return ((index % outlinePoints) + outlinePoints) % outlinePoints
}
