import { playerCarOf } from '../setup/entries.ts'
import type { Setup } from '../setup/setup.ts'
import type { Situation } from '../setup/situations.ts'

const CORNER_CUTTING = 7
export const SMALL_COLLISION = 4
const RAN_WIDE_MINOR = 27
const PIT_LANE_SPEEDING = 17
export const LAP_INVALIDATED_CORNER_CUTTING = 25
const BLACK_FLAG = 6
const JUMP_START = 34
export const LONG_RACE_LAPS = 8

/** A ruling of the stewards about a car at a distance. */
export interface Ruling {
  readonly car: number
  readonly atM: number
  readonly kind:
    | 'warning'
    | 'timePenalty'
    | 'lapInvalidated'
    | 'thisAndNextInvalidated'
    | 'previousInvalidated'
    | 'driveThrough'
    | 'stopGo'
    | 'unservedDriveThrough'
    | 'jumpStart'
    | 'disqualified'
  readonly infringement: number
  readonly otherCar: number | null
}

/** Draws cars and distances for the events of a session. */
export interface Draw {
  readonly car: (turn: number) => number
  readonly within: (low: number, high: number) => number
}

/** A ruling, in the order that the lists below read best. */
function rule(
  car: number,
  atM: number,
  kind: Ruling['kind'],
  infringement: number,
  otherCar: number | null = null,
): Ruling {
  return { car, atM, kind, infringement, otherCar }
}

/** Rulings of a usual race. */
export function usualRulings({ laps, cars }: Setup, { car, within }: Draw): Ruling[] {
  const rulings = [
    rule(car(2), within(0.45, 0.7), 'timePenalty', CORNER_CUTTING),
    rule(car(2), within(0.1, 0.4), 'warning', CORNER_CUTTING),
    rule(car(3), within(0.1, 0.9), 'warning', RAN_WIDE_MINOR),
    rule(car(4), within(0.05, 0.3), 'warning', SMALL_COLLISION, car(5)),
    rule(playerCarOf(cars), within(0.5, 0.9), 'warning', CORNER_CUTTING),
    rule(car(6), within(0.2, 0.9), 'lapInvalidated', LAP_INVALIDATED_CORNER_CUTTING),
  ]
  if (laps < LONG_RACE_LAPS || cars < 9) return rulings
  return [...rulings, rule(car(7), within(0.5, 0.6), 'driveThrough', PIT_LANE_SPEEDING)]
}

/** Rulings of the stewards for these situations. */
export function rulingsFor(
  { cars, laps, track }: Setup,
  wanted: ReadonlySet<Situation>,
  { car, within }: Draw,
): Ruling[] {
  const player = playerCarOf(cars)
  const rulings: Ruling[] = []
  const add = (...ruling: Parameters<typeof rule>): void => void rulings.push(rule(...ruling))
  if (wanted.has('warnings')) {
    // Two equal warnings in one lap count twice.
    const lapM = track.lengthM * Math.floor(laps / 2)
    add(player, lapM + 0.2 * track.lengthM, 'warning', CORNER_CUTTING)
    add(player, lapM + 0.5 * track.lengthM, 'warning', CORNER_CUTTING)
    add(car(1), within(0.1, 0.8), 'warning', SMALL_COLLISION, car(0))
    add(car(2), within(0.1, 0.8), 'lapInvalidated', LAP_INVALIDATED_CORNER_CUTTING)
    add(car(3), within(0.1, 0.6), 'thisAndNextInvalidated', LAP_INVALIDATED_CORNER_CUTTING)
    add(car(1), within(0.6, 0.9), 'previousInvalidated', LAP_INVALIDATED_CORNER_CUTTING)
  }
  if (wanted.has('penalties')) {
    add(car(1), within(0.2, 0.5), 'timePenalty', CORNER_CUTTING)
    add(car(1), within(0.55, 0.9), 'timePenalty', RAN_WIDE_MINOR)
    add(car(2), within(0.1, 0.9), 'timePenalty', SMALL_COLLISION, car(3))
    add(car(3), within(0.1, 0.4), 'driveThrough', PIT_LANE_SPEEDING)
  }
  if (wanted.has('stopGo')) {
    add(car(3), within(0.05, 0.3), 'stopGo', PIT_LANE_SPEEDING)
  }
  if (wanted.has('jumpStart')) add(car(0), 0, 'jumpStart', JUMP_START)
  if (wanted.has('unservedPenalty')) {
    add(car(2), (laps - 0.6) * track.lengthM, 'unservedDriveThrough', PIT_LANE_SPEEDING)
  }
  if (wanted.has('disqualification')) {
    add(car(4), within(0.4, 0.7), 'disqualified', BLACK_FLAG)
  }
  return rulings
}
