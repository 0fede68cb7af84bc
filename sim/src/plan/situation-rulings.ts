import type { Setup } from '../setup/setup.ts'
import type { Situation } from '../setup/situations.ts'
import type { Ruling } from './plan.ts'

const CORNER_CUTTING = 7
const SMALL_COLLISION = 4
const RAN_WIDE_MINOR = 27
const PIT_LANE_SPEEDING = 17
const LAP_INVALIDATED_CORNER_CUTTING = 25
const BLACK_FLAG = 6
const JUMP_START = 34

interface Draw {
  readonly player: number
  car(turn: number): number
  within(low: number, high: number): number
}

/** Rulings of the stewards for these situations. */
export function rulingsOf(
  { laps, track }: Setup,
  wanted: ReadonlySet<Situation>,
  { player, car, within }: Draw,
): Ruling[] {
  const rulings: Ruling[] = []
  const add = (
    driver: number,
    atM: number,
    kind: Ruling['kind'],
    infringement: number,
    otherCar: number | null = null,
  ): void => {
    rulings.push({ car: driver, atM, kind, infringement, otherCar })
  }
  if (wanted.has('warnings')) {
    // Two alike in one lap are two.
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
