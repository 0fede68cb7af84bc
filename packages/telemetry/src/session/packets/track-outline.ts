import { motionOf, toTenth } from './motion.ts'
import { outlinePoints } from '../state/create-state.ts'
import type { CarState, MotionCar, TrackedSession, TrackSample } from '../state/state.ts'

/** Two samples that are farther apart do not determine the track between them. */
const longestStep = 60

/**
 * R16: sets the points of the outline that a car has passed for the first time between two samples. Cars
 * in the pit lane or out of the session do not count. R27: call it after positions and after timing, since
 * either may arrive first in a frame.
 */
export function extendOutline(session: TrackedSession): void {
  const { trackLength } = session.info
  const frame = session.motion?.frame ?? 0
  if (trackLength <= 0 || frame === 0 || session.order.frameOf.get('lapData') !== frame) return
  if (isComplete(session.trackOutline)) return
  const motion = motionOf(session)
  let outline: ([number, number] | null)[] | null = null
  for (const car of session.cars) {
    const sample = sampleOf(car, motion[car.idx], trackLength)
    const before = car.sample
    car.sample = sample
    if (sample === null || before === null) continue
    for (const point of pointsBetween(before, sample, trackLength)) {
      if ((outline ?? session.trackOutline)[point.index] !== null) continue
      outline ??= [...session.trackOutline]
      outline[point.index] = point.at
    }
  }
  if (outline !== null) session.trackOutline = outline
}

const complete = new WeakSet<TrackedSession['trackOutline']>()

function isComplete(outline: TrackedSession['trackOutline']): boolean {
  if (complete.has(outline)) return true
  if (outline.includes(null)) return false
  complete.add(outline)
  return true
}

function sampleOf(
  { lap }: CarState,
  motion: MotionCar | undefined,
  trackLength: number,
): TrackSample | null {
  if (lap === null || motion === undefined) return null
  if (lap.pitStatus !== 0 || lap.resultStatus !== 2 || lap.driverStatus === 0) return null
  const distance = lap.lapDistance
  if (!(distance >= -trackLength && distance <= trackLength)) return null
  return { distance, x: motion.worldPositionX, z: motion.worldPositionZ }
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
    if (Number.isFinite(x) && Number.isFinite(z)) {
      points.push({ index: (i + outlinePoints) % outlinePoints, at })
    }
  }
  return points
}
