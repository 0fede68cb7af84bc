import { isOut, type Car } from '../world/car.ts'
import { pitLaneTimerMs } from '../world/pit-lane.ts'
import { leaderOf, sessionMs, type World } from '../world/world.ts'
import { gapMs } from './gaps.ts'

const CORNER_CUTTING: readonly number[] = [7, 8, 9, 27, 28, 29]
const PitStatus = { none: 0, lane: 1, box: 2 } as const
const OnTrack = 4
const InGarage = 0
const NO_CAR = 255

export function lapDataOf(world: World) {
  const leader = leaderOf(world)
  const cars = world.cars.map((car) => carLapData(world, car, leader))
  return { cars, timeTrialPbCarIdx: NO_CAR, timeTrialRivalCarIdx: NO_CAR }
}

function carLapData(world: World, car: Car, leader: Car) {
  const { track } = world
  const lapStartM = (car.lapNum - 1) * track.lengthM
  const inFront = world.order[car.position - 2] ?? car
  return {
    lastLapTimeMs: car.lastLapMs,
    currentLapTimeMs: currentLapTimeMs(world, car),
    sector1TimeMs: car.sector1Ms,
    sector2TimeMs: car.sector2Ms,
    deltaToCarInFrontMs: gapMs(world, car, inFront),
    deltaToRaceLeaderMs: gapMs(world, car, leader),
    // The lap number stays at the flag, the distance starts anew.
    lapDistance: car.resultStatus === 3 ? car.progressM % track.lengthM : car.progressM - lapStartM,
    totalDistance: car.progressM,
    safetyCarDeltaSeconds: 0,
    carPosition: car.position,
    currentLapNum: car.lapNum,
    pitStatus: PitStatus[car.pit],
    numPitStops: car.stints.length - 1,
    sector: car.sector,
    currentLapInvalid: car.lapInvalid ? 1 : 0,
    penaltiesSeconds: car.penaltySeconds,
    totalWarnings: car.warnings.length,
    cornerCuttingWarnings: car.warnings.filter((w) => CORNER_CUTTING.includes(w.infringement))
      .length,
    numUnservedDriveThroughPens: car.unservedDriveThroughs,
    gridPosition: car.gridPosition,
    driverStatus: isOut(car) && car.speed === 0 ? InGarage : OnTrack,
    resultStatus: car.resultStatus,
    pitLaneTimerActive: car.pit === 'none' ? 0 : 1,
    pitLaneTimeMs: Math.min(65_535, pitLaneTimerMs(world, car)),
    pitStopTimeMs: car.pit === 'none' ? 0 : car.stopTimeMs,
    speedTrapFastestSpeedKmh: car.trapSpeedKmh,
    speedTrapFastestLap: car.trapLap,
  }
}

/** Stands still at the flag and where a car retires. */
function currentLapTimeMs(world: World, car: Car): number {
  if (car.resultStatus === 3) return car.lastLapMs
  const nowMs = isOut(car) ? car.endMs : Math.round(sessionMs(world.step))
  return Math.max(0, nowMs - car.lapStartMs)
}
