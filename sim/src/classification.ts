import { isOut, type Car } from './world/car.ts'
import type { World } from './world/world.ts'

const POINTS: readonly number[] = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
const FASTEST_LAP_PLACES = 10

/** The result: more laps first, then time with penalties; who is out stands behind. */
export function classify({ cars }: World): Car[] {
  const timeMs = (car: Car): number => car.finishMs + car.penaltySeconds * 1000
  return [...cars].sort((a, b) => {
    if (isOut(a) !== isOut(b)) return isOut(a) ? 1 : -1
    if (isOut(a)) return b.outOrder - a.outOrder
    return b.laps.length - a.laps.length || timeMs(a) - timeMs(b) || a.outOrder - b.outOrder
  })
}

/** The point for the fastest lap ended with the 2024 season. */
export function pointsOf({ setup, cars }: World, car: Car, position: number): number {
  if (isOut(car)) return 0
  const best = (of: Car): number =>
    Math.min(...of.laps.filter((lap) => !lap.invalid).map((lap) => lap.lapTimeMs))
  const fastest = Math.min(...cars.map(best))
  const bonus =
    setup.format === 2024 && position <= FASTEST_LAP_PLACES && best(car) === fastest ? 1 : 0
  return (POINTS[position - 1] ?? 0) + bonus
}
