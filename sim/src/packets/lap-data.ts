import { isRaceKind } from '../setup/situations.ts'
import {
  type Car,
  currentStint,
  isHome,
  isInvalid,
  isOut,
  isRacing,
  stopsOf,
} from '../world/car.ts'
import { pitLaneTimerMs, pitStopTimerMs } from '../world/pit-lane.ts'
import { leaderOf, sessionMs, type World } from '../world/world.ts'
import { extraCarsOf } from './extra-cars.ts'
import { MARK_M } from '../world/timing.ts'

const CORNER_CUTTING: readonly number[] = [7, 8, 9, 27, 28, 29]
const PitStatus = { none: 0, lane: 1, box: 2 } as const
const InGarage = 0
const FlyingLap = 1
const InLap = 2
const OutLap = 3
const OnTrack = 4
const NO_CAR = 255
/** A gap of 2023 has 16 bits. */
const LONGEST_GAP_MS = 65_535

export function lapDataOf(world: World) {
  const cars = [...carsLapData(world), ...extraCarsOf(world).lapData]
  if (world.setup.kind === 'timeTrial') {
    return {
      cars,
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
    // The lap number stays at the flag, and the distance restarts.
    lapDistance: isHome(car) ? car.progressM % track.lengthM : car.progressM - lapStartM,
    totalDistance: car.progressM,
    safetyCarDeltaSeconds: 0,
    carPosition: car.position,
    currentLapNum: car.lapNum,
    pitStatus: PitStatus[car.pit],
    numPitStops: stopsOf(car),
    sector: car.sector,
    currentLapInvalid: isInvalid(car) ? 1 : 0,
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

/** Time in ms since the car in front was where this car is; 0 if it never was. */
function gapMs(world: World, car: Car, front: Car): number {
  if (!isRaceKind(world.setup.kind)) return 0
  if (car === front || isOut(car) || car.progressM <= 0) return 0
  // The gap after the flag is that of the result.
  if (!isRacing(car)) return Math.max(0, car.endMs - front.endMs)
  const nowMs = sessionMs(world.step)
  const mark = Math.floor(car.progressM / MARK_M)
  const [before, after] = [front.marks[mark], front.marks[mark + 1]]
  if (before === undefined) return 0
  // A car in front that has not reached the next mark is where it is now.
  const lengthM = after === undefined ? front.progressM - mark * MARK_M : MARK_M
  const share = lengthM > 0 ? (car.progressM - mark * MARK_M) / lengthM : 0
  const passedMs = before + ((after ?? nowMs) - before) * share
  return Math.max(0, Math.round(nowMs - passedMs))
}

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
