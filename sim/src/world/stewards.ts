import { penalty, retirement } from '../packets/announcement.ts'
import { currentStint, isRacing, type Car, type Issued } from './car.ts'
import type { Ruling } from './plan.ts'
import { sessionMs, toldAtMs, type World } from './world.ts'

const TIME_PENALTY_SECONDS = 5
const PenaltyType = {
  DriveThrough: 0,
  TimePenalty: 4,
  Warning: 5,
  ThisLapInvalidated: 10,
  Retired: 16,
} as const
const RETIRED_MECHANICAL_FAILURE = 41

export function applyRulings(world: World, car: Car): void {
  const [next] = car.rulings
  if (!next || !isRacing(car) || car.progressM < next.atM) return
  // A ruling told in the frame of a new lap would leave its lap open to doubt.
  if (car.progressM - (car.lapNum - 1) * world.track.lengthM < 100) return
  car.rulings.shift()
  decide(world, car, next)
}

function decide(world: World, car: Car, { kind, infringement, otherCar }: Ruling): void {
  const told = { infringement, otherCar, lapNum: car.lapNum, atMs: toldAtMs(world) }
  switch (kind) {
    case 'warning':
      return issue(world, car, { ...told, type: PenaltyType.Warning, seconds: null })
    case 'lapInvalidated':
      car.lapInvalid = true
      return issue(world, car, { ...told, type: PenaltyType.ThisLapInvalidated, seconds: null })
    case 'driveThrough':
      if (!sendThroughPits(world, car)) return
      return issue(world, car, { ...told, type: PenaltyType.DriveThrough, seconds: null })
    case 'timePenalty':
      car.penaltySeconds += TIME_PENALTY_SECONDS
      return issue(world, car, {
        ...told,
        type: PenaltyType.TimePenalty,
        seconds: TIME_PENALTY_SECONDS,
      })
  }
}

/** On the next lap, before any stop that was planned for it; too late in the race it cannot be. */
function sendThroughPits(world: World, car: Car): boolean {
  const lapNum = car.lapNum + 1
  if (lapNum >= world.setup.laps || car.plannedStops[0]?.lapNum === car.lapNum) return false
  const later = car.plannedStops.filter((stop) => stop.lapNum > lapNum)
  const { compound } = currentStint(car)
  car.plannedStops.splice(0, car.plannedStops.length, { lapNum, compound, stopTimeMs: 0 }, ...later)
  car.unservedDriveThroughs++
  return true
}

function issue(world: World, car: Car, issued: Issued): void {
  const list = issued.type === PenaltyType.Warning ? car.warnings : car.penalties
  list.push(issued)
  world.announcements.push(penalty(car.index, issued))
}

export function retireCars(world: World): void {
  for (const { car: index, atM, resultStatus, bringsSafetyCar } of world.plan.retirements) {
    const car = world.cars[index]
    if (!car || !isRacing(car) || car.pit !== 'none' || car.progressM < atM) continue
    car.resultStatus = resultStatus
    car.attacking = null
    car.endMs = Math.round(sessionMs(world.step))
    car.outOrder = ++world.retiredCars
    world.announcements.push(retirement(car.index))
    issue(world, car, {
      type: PenaltyType.Retired,
      infringement: RETIRED_MECHANICAL_FAILURE,
      seconds: null,
      otherCar: null,
      lapNum: car.lapNum,
      atMs: toldAtMs(world),
    })
    if (bringsSafetyCar) world.safetyCarCalledAtMs = sessionMs(world.step) + 3500
  }
}
