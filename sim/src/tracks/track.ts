import { drawOutline, type Outline, readRound } from './outline.ts'
import { type Sketch, sketches } from './sketches.ts'

/** A circuit, as one value a metre along its centre line. */
export interface Track {
  readonly id: number
  readonly lengthM: number
  readonly x: Float64Array
  /** Height. */
  readonly y: Float64Array
  readonly z: Float64Array
  /** Positive to the left, 1/m. */
  readonly curvature: Float64Array
  /** What the fastest car does here, m/s. */
  readonly speed: Float64Array
  readonly sector2Start: number
  readonly sector3Start: number
  /** Distance in the lap where the pit lane begins; it ends at `pitExit` of the next lap. */
  readonly pitEntry: number
  readonly pitExit: number
  readonly speedTrap: number
}

const built = new Map<number, Track>()

export const trackIds = sketches.map(({ id }) => id)

/** The circuit of one of the game's track ids. Throws a RangeError for one that is not drawn. */
export function trackOf(id: number): Track {
  const sketch = sketches.find((candidate) => candidate.id === id)
  if (!sketch) throw new RangeError(`Track ${id} is not one of ${trackIds.join(', ')}`)
  const track = built.get(id) ?? buildTrack(sketch)
  built.set(id, track)
  return track
}

/** Linear between the metres; `distance` may be any number of laps away. */
export function valueAt(values: Float64Array, distance: number): number {
  const count = values.length
  const wrapped = ((distance % count) + count) % count
  const metre = Math.floor(wrapped) % count
  const t = wrapped - metre
  return readRound(values, metre) * (1 - t) + readRound(values, metre + 1) * t
}

function buildTrack(sketch: Sketch): Track {
  const { id, lengthM, reliefM, sector2Start, sector3Start } = sketch
  const outline = drawOutline(sketch.points, lengthM)
  const curvature = curvatureOf(outline)
  const hills = outline.x.map((_, metre) => {
    const turn = (2 * Math.PI * metre) / lengthM
    return reliefM * (0.38 * Math.sin(turn + id) + 0.12 * Math.sin(3 * turn + 2 * id))
  })
  return {
    id,
    lengthM,
    ...outline,
    y: hills,
    curvature,
    speed: speedProfileOf(curvature),
    sector2Start,
    sector3Start,
    pitEntry: lengthM - sketch.pitEntryBeforeLineM,
    pitExit: sketch.pitExitAfterLineM,
    speedTrap: sketch.speedTrapM,
  }
}

const TOP_SPEED = 93
const GRIP = 19
const DOWNFORCE = 0.0052
const CURVE_REACH_M = 8

/** 1/m, positive to the left; over some metres, so that single nodes don't matter. */
function curvatureOf({ x, z }: Outline): Float64Array {
  return x.map((_, i) => {
    const [ax, az] = [readRound(x, i - CURVE_REACH_M), readRound(z, i - CURVE_REACH_M)]
    const [bx, bz] = [readRound(x, i), readRound(z, i)]
    const [cx, cz] = [readRound(x, i + CURVE_REACH_M), readRound(z, i + CURVE_REACH_M)]
    const cross = (bx - ax) * (cz - bz) - (bz - az) * (cx - bx)
    const sides =
      Math.hypot(bx - ax, bz - az) * Math.hypot(cx - bx, cz - bz) * Math.hypot(cx - ax, cz - az)
    return (2 * cross) / sides
  })
}

/** Returns what the fastest car does at each metre, in m/s: limited by the corners, engine and brakes. */
function speedProfileOf(curvature: Float64Array): Float64Array {
  const speed = curvature.map((k) => {
    const curve = Math.abs(k)
    return curve <= DOWNFORCE + 0.001
      ? TOP_SPEED
      : Math.min(TOP_SPEED, Math.sqrt(GRIP / (curve - DOWNFORCE)))
  })
  const count = speed.length
  // Two rounds, since the line is closed: the end of a lap decides how the next one begins.
  for (let i = 0; i < 2 * count; i++) {
    const before = readRound(speed, (i % count) - 1)
    const reachable = Math.sqrt(before ** 2 + 2 * engineAcceleration(before))
    speed[i % count] = Math.min(readRound(speed, i % count), reachable)
  }
  for (let i = 2 * count - 1; i >= 0; i--) {
    const after = readRound(speed, (i % count) + 1)
    const reachable = Math.sqrt(after ** 2 + 2 * brakeDeceleration(after))
    speed[i % count] = Math.min(readRound(speed, i % count), reachable)
  }
  return speed
}

/** m/s² at full throttle: traction at low speed, power less drag above. */
export function engineAcceleration(speed: number): number {
  return Math.max(0.2, Math.min(11, 560 / Math.max(speed, 1) - 0.00062 * speed ** 2))
}

/** m/s² at full braking, more with downforce. */
export function brakeDeceleration(speed: number): number {
  return 15 + 0.0042 * speed ** 2
}
