import { penalty, retirement } from './announcement.ts'
import { currentStint, isRacing, stopsOf, type Car, type Issued } from './car.ts'
import type { Ruling } from '../plan/rulings.ts'
import { nextSentMs, sessionMs, headerTimeMs, type World } from './world.ts'

const TIME_PENALTY_SECONDS = 5
const STOP_GO_MS = 5000
const PenaltyType = {
  DriveThrough: 0,
  StopGo: 1,
  TimePenalty: 4,
  Warning: 5,
  Disqualified: 6,
  ThisLapInvalidated: 10,
  ThisAndNextLapInvalidated: 11,
  ThisLapInvalidatedWithoutReason: 12,
  ThisAndPreviousLapInvalidated: 14,
  Retired: 16,
} as const
const RETIRED_MECHANICAL_FAILURE = 41

export function applyRulings(world: World, car: Car): void {
  const [next] = car.rulings
  if (!next || !isRacing(car) || car.progressM < next.atM) return
  // A ruling in the first frame of a lap would have an ambiguous lap.
  if (car.progressM - (car.lapNum - 1) * world.track.lengthM < 100) return
  // Two alike in one frame would be one, sent twice.
  if ([...car.penalties, ...car.warnings].some(({ sentMs }) => isJustNow(world, sentMs))) return
  car.rulings.shift()
  const isAvoided = world.avoided.some((one) => isSame(one, next))
  if (!isAvoided) decide(world, car, next)
}

function issueTimes(world: World) {
  return { atMs: headerTimeMs(world), sentMs: nextSentMs(world) }
}

function isJustNow(world: World, sentMs: number): boolean {
  return nextSentMs(world) - sentMs < 500
}

function isSame(a: Ruling, b: Ruling): boolean {
  return a.car === b.car && a.atM === b.atM && a.kind === b.kind
}

/** The lap does not count from the sector on in which the car is; what it has lost before stays lost. */
function invalidateLap(car: Car): void {
  if (car.validSectors > car.sector) car.validSectors = car.sector
}

function decide(world: World, car: Car, { kind, infringement, otherCar }: Ruling): void {
  const issued = { infringement, otherCar, lapNum: car.lapNum, ...issueTimes(world) }
  switch (kind) {
    case 'warning':
      return issue(world, car, { ...issued, type: PenaltyType.Warning, seconds: null })
    case 'lapInvalidated':
      invalidateLap(car)
      return issue(world, car, { ...issued, type: PenaltyType.ThisLapInvalidated, seconds: null })
    case 'thisAndNextInvalidated':
      invalidateLap(car)
      car.nextLapInvalid = true
      return issue(world, car, {
        ...issued,
        type: PenaltyType.ThisAndNextLapInvalidated,
        seconds: null,
      })
    case 'previousInvalidated':
      invalidateLap(car)
      car.laps = car.laps.map((lap, i, all) =>
        i === all.length - 1 ? { ...lap, validSectors: 0 } : lap,
      )
      return issue(world, car, {
        ...issued,
        type: PenaltyType.ThisAndPreviousLapInvalidated,
        seconds: null,
      })
    case 'unservedDriveThrough':
      car.unservedDriveThroughs++
      return issue(world, car, { ...issued, type: PenaltyType.DriveThrough, seconds: null })
    case 'disqualified':
      goOut(world, car, 5)
      return issue(world, car, { ...issued, type: PenaltyType.Disqualified, seconds: null })
    case 'jumpStart': {
      // One offence comes as two events: the penalty, and the lap that does not count.
      invalidateLap(car)
      const type = PenaltyType.ThisLapInvalidatedWithoutReason
      if (!sendThroughPits(world, car)) car.unservedDriveThroughs++
      issue(world, car, { ...issued, type: PenaltyType.DriveThrough, seconds: null })
      return issue(world, car, { ...issued, type, seconds: null })
    }
    case 'stopGo':
      if (!sendThroughPits(world, car, STOP_GO_MS)) return
      return issue(world, car, { ...issued, type: PenaltyType.StopGo, seconds: STOP_GO_MS / 1000 })
    case 'driveThrough':
      if (!sendThroughPits(world, car)) return
      return issue(world, car, { ...issued, type: PenaltyType.DriveThrough, seconds: null })
    case 'timePenalty':
      car.penaltySeconds += TIME_PENALTY_SECONDS
      return issue(world, car, {
        ...issued,
        type: PenaltyType.TimePenalty,
        seconds: TIME_PENALTY_SECONDS,
      })
  }
}

/**
 * Sends the car through the pits on the next lap, before any stop that was planned for it. Returns false if it is too
 * late in the race.
 */
function sendThroughPits(world: World, car: Car, stopTimeMs: number = 0): boolean {
  const lapNum = car.lapNum + 1
  if (lapNum >= world.setup.laps || car.plannedStops[0]?.lapNum === car.lapNum) return false
  const later = car.plannedStops.filter((stop) => stop.lapNum > lapNum)
  const { compound } = currentStint(car)
  const visit = { lapNum, compound, stopTimeMs, isStopGo: stopTimeMs > 0 }
  car.plannedStops.splice(0, car.plannedStops.length, visit, ...later)
  if (visit.isStopGo) car.unservedStopGos++
  else car.unservedDriveThroughs++
  return true
}

function issue(world: World, car: Car, issued: Issued): void {
  const list = issued.type === PenaltyType.Warning ? car.warnings : car.penalties
  list.push(issued)
  world.announcements.push(penalty(car.index, issued))
}

function goOut(world: World, car: Car, resultStatus: 4 | 5 | 7): void {
  car.resultStatus = resultStatus
  car.attacking = null
  car.endMs = Math.round(sessionMs(world.step))
  car.outOrder = ++world.retiredCars
  // What was to be a stop has become the end.
  if (car.pitStops.length > stopsOf(car)) car.pitStops.pop()
}

export function retireCars(world: World): void {
  for (const retirementOf of world.plan.retirements) {
    const { car: index, atM, resultStatus, bringsSafetyCar, inPits = false } = retirementOf
    const car = world.cars[index]
    const isDue = inPits ? car?.pit === 'box' : car?.pit === 'none' && car.progressM >= atM
    if (!car || !isRacing(car) || !isDue) continue
    goOut(world, car, resultStatus)
    world.announcements.push(retirement(car.index))
    issue(world, car, {
      type: PenaltyType.Retired,
      infringement: RETIRED_MECHANICAL_FAILURE,
      seconds: null,
      otherCar: null,
      lapNum: car.lapNum,
      ...issueTimes(world),
    })
    if (bringsSafetyCar) world.safetyCarCalledAtMs = sessionMs(world.step) + 3500
  }
}
