import { overtake } from './announcement.ts'
import { isOut, isRacing, type Car } from './car.ts'
import { isRaceKind } from '../setup/situations.ts'
import { bestLapMs } from './classification.ts'
import { nextSentMs, headerTimeMs, type World } from './world.ts'

/** Updates the order for the next frame and records the overtakes since the last one. */
export function updateOrder(world: World): void {
  if (!isRaceKind(world.setup.kind)) return orderByBestLap(world)
  const order = world.order.toSorted((a, b) => standing(world, b) - standing(world, a))
  for (const [i, car] of order.entries()) {
    if (!mayOvertake(car) || car.position <= i + 1) continue
    for (const other of order.slice(i + 1)) {
      if (other.position < car.position && mayOvertake(other)) passes(world, car, other)
    }
  }
  for (const [i, car] of order.entries()) {
    car.position = i + 1
    if (car.lapEndPositions.length < car.laps.length) car.lapEndPositions.push(i + 1)
    car.wasInPits = car.pit !== 'none'
  }
  world.order = order
}

/** Orders the cars by their best lap, without overtakes, since only lap times count. */
function orderByBestLap(world: World): void {
  world.order = world.cars.toSorted((a, b) => {
    const [mine, other] = [bestLapMs(a), bestLapMs(b)]
    return mine === other ? a.index - b.index : mine - other
  })
  for (const [i, car] of world.order.entries()) {
    car.position = i + 1
    if (car.lapEndPositions.length < car.laps.length) car.lapEndPositions.push(i + 1)
  }
}

function mayOvertake(car: Car): boolean {
  return isRacing(car) && car.pit === 'none' && !car.wasInPits
}

function passes(world: World, car: Car, other: Car): void {
  const atMs = headerTimeMs(world)
  world.overtakes.push({
    overtaking: car.index,
    overtaken: other.index,
    lapNum: car.lapNum,
    atMs,
    sentMs: nextSentMs(world),
  })
  world.announcements.push(overtake(car.index, other.index))
}

/** Cars that are home stand by laps and order of arrival, cars that are out behind everyone. */
function standing(world: World, car: Car): number {
  if (isOut(car)) return -1_000_000 + car.outOrder
  if (isRacing(car)) return car.progressM
  return car.laps.length * world.track.lengthM + 0.9 - car.outOrder / 100
}
