import type { Corner } from '../comparison/find-corners.ts'
import { gridCount, gridDistance, type LapGrid } from '../comparison/aligned-lap.ts'
import type { CoachedLap, CoachedSession, HabitCause } from './corner-habits.ts'

export const GRID: LapGrid = { stepM: 5, lengthM: 4_802 }

/** A corner reaches this far to both sides of its apex. */
const REACH_M = 45
const ANGLE_DEG = 36

/** The ten corners turn left, are 430 m apart, and have speeds from 80 to 215 km/h. */
export const CORNERS: readonly Corner[] = Array.from({ length: 10 }, (_, index) => {
  const apexM = 400 + 430 * index
  return {
    number: index + 1,
    startM: apexM - REACH_M,
    apexM,
    endM: apexM + REACH_M,
    direction: 'left',
    angleDeg: ANGLE_DEG,
  }
})

export interface KnownMistake {
  readonly corner: number
  readonly cause: HabitCause
  /** The unit is that of `CornerHabit.difference`. */
  readonly by: number
}

const TOP_KMH = 300
const MIN_KMH = [80, 140, 215, 100, 170, 90, 130, 200, 110, 150]
/** Both are in m/s². */
const BRAKING = 32
const ACCELERATION = 11

/**
 * Creates a driver whose laps vary like those of a good amateur, with mistakes that they make on each lap.
 */
export function createDriver(
  seed: number,
  mistakes: readonly KnownMistake[],
  random = createNormal(seed),
) {
  const by = (corner: number, cause: HabitCause) =>
    mistakes.find((mistake) => mistake.corner === corner && mistake.cause === cause)?.by ?? 0

  function drive(isReference: boolean): CoachedLap {
    const known = (corner: number, cause: HabitCause) => (isReference ? 0 : by(corner, cause))
    const turns = CORNERS.map(({ number, apexM }, index) => {
      const beside = known(number, 'line')
      return {
        apexM,
        // A line that is not the best one is longer and slower, at both ends of the corner.
        kmh: (MIN_KMH[index] ?? 120) + 1.6 * random() - known(number, 'minimumSpeed'),
        earlyM: 3.5 * random() + known(number, 'braking'),
        lateM: 4 * random() + known(number, 'throttle'),
        besideM: 0.4 * random() + beside,
        slowShare: 0.02 * Math.abs(beside),
      }
    })
    return lapOf(turns)
  }

  return {
    reference: () => drive(true),
    sessions: (count: number, laps: number): CoachedSession[] =>
      Array.from({ length: count }, (_, index) => ({
        id: `session ${index + 1}`,
        laps: Array.from({ length: laps }, () => drive(false)),
      })),
  }
}

const STEPS = { braking: 1, minimumSpeed: 0.5, line: 0.25, throttle: 1 } as const

/** Returns the smallest mistake of a kind that costs at least this much per lap. */
export function mistakeThatCosts(lostMs: number, corner: number, cause: HabitCause): KnownMistake {
  const steady = (mistakes: readonly KnownMistake[]) => {
    const [session] = createDriver(0, mistakes, () => 0).sessions(1, 1)
    return session?.laps[0]?.timeMs.at(-1) ?? 0
  }
  const perfectMs = steady([])
  let by = 0
  while (steady([{ corner, cause, by }]) - perfectMs < lostMs) by += STEPS[cause]
  return { corner, cause, by }
}

interface Turn {
  readonly apexM: number
  readonly kmh: number
  readonly earlyM: number
  readonly lateM: number
  readonly besideM: number
  readonly slowShare: number
}

function lapOf(turns: readonly Turn[]): CoachedLap {
  const count = gridCount(GRID)
  const at = Array.from({ length: count }, (_, index) => pointOf(turns, gridDistance(GRID, index)))
  const timeMs: number[] = [0]
  for (let index = 1; index < count; index++) {
    const metres = gridDistance(GRID, index) - gridDistance(GRID, index - 1)
    const kmh = ((at[index - 1]?.kmh ?? 1) + (at[index]?.kmh ?? 1)) / 2
    timeMs.push((timeMs[index - 1] ?? 0) + (metres / (kmh / 3.6)) * 1000)
  }
  return {
    timeMs: timeMs.map(Math.round),
    speedKmh: at.map(({ kmh }) => Math.round(kmh)),
    brakePercent: at.map(({ brake }) => brake),
    throttlePercent: at.map(({ throttle }) => throttle),
    line: lineOf(at.map(({ besideM }) => besideM)),
  }
}

/** Returns the centre line, shifted by these distances to its left. */
function lineOf(besideM: readonly number[]): (readonly [number, number])[] {
  let [x, z] = [0, 0]
  return besideM.map((beside, index) => {
    const distanceM = gridDistance(GRID, index)
    const turnedDeg = CORNERS.reduce((sum, { startM, endM }) => {
      const share = (distanceM - startM) / (endM - startM)
      return sum + ANGLE_DEG * Math.min(Math.max(share, 0), 1)
    }, 0)
    const heading = (turnedDeg * Math.PI) / 180
    x += GRID.stepM * Math.cos(heading)
    z += GRID.stepM * Math.sin(heading)
    return [x - beside * Math.sin(heading), z + beside * Math.cos(heading)] as const
  })
}

/** The speed is limited by the exit of the corner before and by the braking for the next one. */
function pointOf(turns: readonly Turn[], distanceM: number) {
  let kmh = TOP_KMH
  let [brake, throttle, besideM] = [0, 100, 0]
  for (const turn of turns) {
    const low = turn.kmh / 3.6
    const fromM = distanceM - turn.apexM
    const isAround = Math.abs(fromM) < REACH_M
    if (isAround) besideM = turn.besideM
    const brakingM = turn.apexM - turn.earlyM
    const before = brakingM - 15 - distanceM
    const after = distanceM - (turn.apexM + 15 + turn.lateM)
    const limit =
      before > 0
        ? Math.sqrt(low ** 2 + 2 * BRAKING * before)
        : after > 0
          ? Math.sqrt(low ** 2 + 2 * ACCELERATION * after)
          : low
    const limitKmh = limit * 3.6 * (isAround ? 1 - turn.slowShare : 1)
    if (limitKmh >= kmh) continue
    kmh = limitKmh
    brake = before > 0 ? 90 : 0
    throttle = before > 0 ? 0 : after > 0 ? 100 : 30
  }
  return { kmh, brake, throttle, besideM }
}

/** Creates a source of normally distributed numbers, which are the same for the same seed. */
function createNormal(seed: number): () => number {
  let state = seed
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_917) >>> 0
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}
