import { isRaceKind } from '../situations.ts'
import { currentStint, isHome, isOut, stopsOf, type Car } from '../world/car.ts'
import { pitLaneTimerMs, pitStopTimerMs } from '../world/pit-lane.ts'
import { leaderOf, sessionMs, type World } from '../world/world.ts'
import { ghosts } from '../ghosts.ts'
import { gapMs } from './gaps.ts'

const CORNER_CUTTING: readonly number[] = [7, 8, 9, 27, 28, 29]
const PitStatus = { none: 0, lane: 1, box: 2 } as const
const InGarage = 0
const FlyingLap = 1
const InLap = 2
const OutLap = 3
const OnTrack = 4
const NO_CAR = 255
const ghostLap = { carPosition: 1, driverStatus: FlyingLap } as const
/** In 2023 a gap has 16 bits. */
const LONGEST_GAP_MS = 65_535

export function lapDataOf(world: World) {
  const cars = carsLapData(world)
  if (world.setup.kind === 'timeTrial') {
    return {
      cars: [...cars, ...ghosts.map(() => ghostLap)],
      timeTrialPbCarIdx: 1,
      timeTrialRivalCarIdx: 3,
    }
  }
  return { cars, timeTrialPbCarIdx: NO_CAR, timeTrialRivalCarIdx: NO_CAR }
}

export function carsLapData(world: World) {
  const leader = leaderOf(world)
  return world.cars.map((car) => carLapData(world, car, leader))
}

function carLapData(world: World, car: Car, leader: Car) {
  const { track } = world
  const lapStartM = (car.lapNum - 1) * track.lengthM
  const longest = world.setup.format === 2023 ? LONGEST_GAP_MS : Infinity
  const inFront = world.order[car.position - 2] ?? car
  return {
    lastLapTimeMs: car.lastLapMs,
    currentLapTimeMs: currentLapTimeMs(world, car),
    sector1TimeMs: car.sector1Ms,
    sector2TimeMs: car.sector2Ms,
    deltaToCarInFrontMs: Math.min(longest, gapMs(world, car, inFront)),
    deltaToRaceLeaderMs: Math.min(longest, gapMs(world, car, leader)),
    // The lap number stays at the flag, the distance starts anew.
    lapDistance: isHome(car) ? car.progressM % track.lengthM : car.progressM - lapStartM,
    totalDistance: car.progressM,
    safetyCarDeltaSeconds: 0,
    carPosition: car.position,
    currentLapNum: car.lapNum,
    pitStatus: PitStatus[car.pit],
    numPitStops: stopsOf(car),
    sector: car.sector,
    currentLapInvalid: car.lapInvalid ? 1 : 0,
    penaltiesSeconds: car.penaltySeconds,
    totalWarnings: car.warnings.length,
    cornerCuttingWarnings: car.warnings.filter((w) => CORNER_CUTTING.includes(w.infringement))
      .length,
    numUnservedDriveThroughPens: car.unservedDriveThroughs,
    numUnservedStopGoPens: car.unservedStopGos,
    gridPosition: isRaceKind(world.setup.kind) ? car.gridPosition : 0,
    driverStatus: driverStatusOf(world, car),
    resultStatus: car.resultStatus,
    pitLaneTimerActive: car.pit === 'none' || !isRaceKind(world.setup.kind) ? 0 : 1,
    pitLaneTimeMs: Math.min(65_535, pitLaneTimerMs(world, car)),
    pitStopTimeMs: isRaceKind(world.setup.kind) ? pitStopTimerMs(world, car) : 0,
    speedTrapFastestSpeedKmh: car.trapSpeedKmh,
    speedTrapFastestLap: car.trapLap,
  }
}

function driverStatusOf(world: World, car: Car): number {
  if (isRaceKind(world.setup.kind)) return isOut(car) && car.speed === 0 ? InGarage : OnTrack
  if (car.pit !== 'none') return InGarage
  if (world.setup.kind === 'timeTrial') return FlyingLap
  if (car.lapNum === currentStint(car).startLap) return OutLap
  return car.runs[0]?.laps === 1 ? InLap : FlyingLap
}

/** Stands still at the flag and where a car retires. */
function currentLapTimeMs(world: World, car: Car): number {
  if (isHome(car)) return car.lastLapMs
  if (!isRaceKind(world.setup.kind) && (car.pit !== 'none' || world.lastCarHomeMs !== null))
    return 0
  const nowMs = isOut(car) ? car.endMs : Math.round(sessionMs(world.step))
  return Math.max(0, nowMs - car.lapStartMs)
}
