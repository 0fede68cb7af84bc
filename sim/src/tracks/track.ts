import { curvatureOf, speedProfileOf } from './speed-profile.ts'
import { drawOutline, readRound } from './outline.ts'
import { sketches, type Sketch } from './sketches.ts'

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
