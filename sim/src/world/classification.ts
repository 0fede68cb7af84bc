import { isInvalid, isOut, type Car } from './car.ts'
import { isRaceKind } from '../setup/situations.ts'
import type { World } from './world.ts'

const POINTS: readonly number[] = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
const FASTEST_LAP_PLACES = 10

/** The result: more laps first, then time with penalties; who is out stands behind. */
export function classify({ cars, order, setup }: World): Car[] {
  if (!isRaceKind(setup.kind)) return [...order]
  return cars.toSorted((a, b) => {
    if (rankOf(a) !== rankOf(b)) return rankOf(a) - rankOf(b)
    if (isOut(a)) return b.outOrder - a.outOrder
    const byTime = penalisedTimeMs(a) - penalisedTimeMs(b)
    return b.laps.length - a.laps.length || byTime || a.outOrder - b.outOrder
  })
}

/** Finishers, then who is not classified, who is out, who is disqualified. */
function rankOf(car: Car): number {
  if (car.resultStatus === 5) return 3
  if (isOut(car)) return 2
  return car.resultStatus === 6 ? 1 : 0
}

/** The point for the fastest lap ended with the 2024 season. */
export function pointsOf({ setup, cars }: World, car: Car, position: number): number {
  if (isOut(car) || car.resultStatus === 6) return 0
  const fastest = Math.min(...cars.map(bestLapMs))
  const mayHaveBonus = setup.format < 2025 && position <= FASTEST_LAP_PLACES
  const bonus = mayHaveBonus && bestLapMs(car) === fastest ? 1 : 0
  return (POINTS[position - 1] ?? 0) + bonus
}

/** Infinity without a valid lap. */
export function bestLapMs({ laps }: Car): number {
  return Math.min(...laps.filter((lap) => !isInvalid(lap)).map((lap) => lap.lapTimeMs))
}

/** Returns the time of a finished car in the result, in ms. */
export function penalisedTimeMs(car: Car): number {
  return car.endMs + car.penaltySeconds * 1000
}
