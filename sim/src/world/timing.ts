import { fastestLap, plain, raceWinner, speedTrap } from './announcement.ts'
import { playerCarOf } from '../setup/entries.ts'
import { type Car, isInvalid } from './car.ts'
import { isRaceKind } from '../setup/situations.ts'
import { endRun } from './garage.ts'
import { sessionMs, STEPS_PER_SECOND, type World } from './world.ts'

/** Metres between two marks for the gaps. */
export const MARK_M = 50

/** Takes the times of whatever the car has crossed in this step; `fromM` is where it was before. */
export function takeTimes(world: World, car: Car, fromM: number): void {
  const { track } = world
  const travelled = car.progressM - fromM
  const timeAt = (progressM: number): number =>
    sessionMs(world.step - 1) + ((progressM - fromM) / travelled) * (1000 / STEPS_PER_SECOND)
  for (let mark = Math.max(0, Math.ceil(fromM / MARK_M)); mark * MARK_M < car.progressM; mark++) {
    car.marks[mark] ??= timeAt(mark * MARK_M)
  }
  if (car.resultStatus !== 2) return
  const lapStartM = (car.lapNum - 1) * track.lengthM
  const crossed = (distance: number): boolean => lapStartM + distance <= car.progressM
  if (fromM < lapStartM + track.speedTrap && crossed(track.speedTrap)) passTrap(world, car)
  const [first, second] = [track.sector2Start, track.sector3Start]
  if (car.sector === 0 && crossed(first)) {
    car.sector = 1
    car.sector1Ms = Math.round(timeAt(lapStartM + first)) - car.lapStartMs
    findForm(world, car)
  }
  if (car.sector === 1 && crossed(second)) {
    car.sector = 2
    car.sector2Ms = Math.round(timeAt(lapStartM + second)) - car.lapStartMs - car.sector1Ms
    findForm(world, car)
  }
  if (crossed(track.lengthM)) crossLine(world, car, Math.round(timeAt(lapStartM + track.lengthM)))
}

function crossLine(world: World, car: Car, atMs: number): void {
  const lapTimeMs = atMs - car.lapStartMs
  const sector3Ms = lapTimeMs - car.sector1Ms - car.sector2Ms
  const { sector1Ms, sector2Ms, validSectors } = car
  car.laps.push({ lapTimeMs, sector1Ms, sector2Ms, sector3Ms, validSectors })
  car.lastLapMs = lapTimeMs
  if (!isInvalid(car) && lapTimeMs < world.fastestLapMs) {
    world.fastestLapMs = lapTimeMs
    world.announcements.push(fastestLap(car.index, lapTimeMs))
  }
  const isRace = isRaceKind(world.setup.kind)
  if (isRace && (car.lapNum === world.setup.laps || world.winner)) {
    finish(world, car, atMs)
    return
  }
  car.lapNum++
  car.sector = 0
  car.lapStartMs = atMs
  car.sector1Ms = 0
  car.sector2Ms = 0
  car.validSectors = car.nextLapInvalid ? 0 : 3
  car.nextLapInvalid = false
  findForm(world, car)
  if (!isRace) endRun(world, car)
}

function finish(world: World, car: Car, atMs: number): void {
  car.resultStatus = car.index === world.plan.notClassified ? 6 : 3
  car.endMs = atMs
  car.attacking = null
  car.outOrder = ++world.finishedCars
  if (!world.winner) {
    world.winner = car
    world.announcements.push(raceWinner(car.index))
  }
  // The game waves the flag for its player.
  if (car.index === playerCarOf(world.cars.length)) world.announcements.push(plain('CHQF'))
}

function passTrap(world: World, car: Car): void {
  const speedKmh = Math.fround(car.speed * 3.6)
  if (speedKmh > car.trapSpeedKmh) {
    car.trapSpeedKmh = speedKmh
    car.trapLap = car.lapNum
  }
  if (speedKmh <= world.fastestTrapKmh) return
  world.fastestTrapKmh = speedKmh
  world.announcements.push(speedTrap(car.index, speedKmh))
}

function findForm(world: World, car: Car): void {
  car.form = world.random.between(0.9955, 1.0025)
}
