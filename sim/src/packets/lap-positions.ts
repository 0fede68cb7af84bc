import type { World } from '../world/world.ts'

const LAPS_PER_PACKET = 50

/** Pages of positions by lap and car, as they crossed the line; the grid is not a lap. */
export function lapPositionsOf(world: World) {
  const laps = Math.max(0, ...world.cars.map((car) => car.lapEndPositions.length))
  const lapStart = laps > LAPS_PER_PACKET ? LAPS_PER_PACKET : 0
  const pages = lapStart === 0 ? [0] : [0, LAPS_PER_PACKET]
  return pages.map((start) => ({
    numLaps: Math.min(LAPS_PER_PACKET, laps - start),
    lapStart: start,
    positions: Array.from({ length: Math.min(LAPS_PER_PACKET, laps - start) }, (_, lap) =>
      world.cars.map((car) => car.lapEndPositions[start + lap] ?? 0),
    ),
  }))
}
