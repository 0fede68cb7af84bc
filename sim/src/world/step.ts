import { plain, startLight } from './announcement.ts'
import { isOut, isRacing } from './car.ts'
import { move } from './move.ts'
import { updateOrder } from './order.ts'
import { noteTimers } from './pit-lane.ts'
import { valueAt } from '../tracks/track.ts'
import { isRaceKind } from '../setup/situations.ts'
import { closeSession, openGarages } from './garage.ts'
import { decideAttacks, paceOf } from './traffic.ts'
import { controlRedFlag, stopRace } from './red-flag.ts'
import { controlDrs, controlSafetyCar } from './race-control.ts'
import { wantedSpeed } from './speed.ts'
import { retireCars } from './stewards.ts'
import { soakTrack, turnWeather } from './weather.ts'
import {
  FORMATION_M_PER_STEP,
  GRID_STEPS,
  gridM,
  sessionMs,
  STEPS_PER_SECOND,
  type World,
} from './world.ts'

const LIGHT_STEPS = 60
const SWAPPED_FROM_STEP = -16 * STEPS_PER_SECOND
const SWAPPED_TO_STEP = -6 * STEPS_PER_SECOND
/** A Session packet is sent that often. */
export const SESSION_STEPS = STEPS_PER_SECOND / 2

/** Prepares the first frame. */
export function beginRace(world: World): void {
  world.announcements.push(plain('SSTA'))
  turnWeather(world)
}

/** Drives the race on by 1/60 s. */
export function stepWorld(world: World): void {
  world.step++
  world.ranSteps++
  if (!isRaceKind(world.setup.kind)) driveTimed(world)
  else if (world.step <= 0) formUp(world)
  else if (world.step <= GRID_STEPS) showLights(world)
  else if (world.stoppage) stopRace(world, world.stoppage)
  else driveOn(world)
  if (world.step % SESSION_STEPS === 0) turnWeather(world)
}

export function isSample(world: World): boolean {
  return world.step % world.stepsPerSample === 0
}

function showLights(world: World): void {
  const { step } = world
  if (step === GRID_STEPS) world.announcements.push(plain('LGOT'))
  else if (step % LIGHT_STEPS === 0 && step <= 5 * LIGHT_STEPS) {
    world.announcements.push(startLight(step / LIGHT_STEPS))
  }
}

/** A session by lap times: each car goes out at its own time. */
function driveTimed(world: World): void {
  if (world.step < GRID_STEPS) return
  openGarages(world)
  for (const car of world.cars) {
    if (car.pit !== 'none' || !isRacing(car)) continue
    move(world, car, paceOf(world, car) * valueAt(world.track.speed, car.progressM))
  }
  closeSession(world)
  if (isSample(world)) updateOrder(world)
}

/** The formation lap, behind each other and slowly, to the grid. The last two change places for a while. */
function formUp(world: World): void {
  const [last, secondLast] = world.cars.toSorted((a, b) => b.gridPosition - a.gridPosition)
  const isSwapped = world.step > SWAPPED_FROM_STEP && world.step < SWAPPED_TO_STEP
  if (last && secondLast) {
    last.position = isSwapped ? secondLast.gridPosition : last.gridPosition
    secondLast.position = isSwapped ? last.gridPosition : secondLast.gridPosition
    world.order = world.cars.toSorted((a, b) => a.position - b.position)
  }
  for (const car of world.cars) {
    car.progressM = gridM(car.position) + world.step * FORMATION_M_PER_STEP
    car.speed = world.step < 0 ? FORMATION_M_PER_STEP * STEPS_PER_SECOND : 0
  }
}

function driveOn(world: World): void {
  soakTrack(world)
  const running = world.cars
    .filter((car) => !isOut(car))
    .toSorted((a, b) => b.progressM - a.progressM || a.position - b.position)
  decideAttacks(world, running)
  running.forEach((car, rank) => move(world, car, wantedSpeed(world, car, running, rank)))
  for (const car of world.cars) if (isOut(car)) move(world, car, 0)
  retireCars(world)
  applyTakeover(world)
  strandCar(world)
  controlSafetyCar(world)
  controlDrs(world)
  controlRedFlag(world)
  if (isSample(world)) sample(world)
  if (world.lastCarHomeMs === null && !world.cars.some(isRacing)) {
    world.lastCarHomeMs = sessionMs(world.step)
  }
}

function sample(world: World): void {
  for (const car of world.cars) noteTimers(world, car)
  updateOrder(world)
}

/** A human leaves and the AI drives the car; the human may return. */
function applyTakeover(world: World): void {
  const { takeover } = world.plan
  const car = takeover && world.cars[takeover.car]
  if (!car || !isRacing(car)) return
  car.aiDriving = car.progressM >= takeover.leavesAtM && car.progressM < takeover.returnsAtM
}

/** A car spins and stands beside the track for a while: its sector takes more than a minute. */
function strandCar(world: World): void {
  const { stuck } = world.plan
  const car = stuck && world.cars[stuck.car]
  if (!car) return
  const now = sessionMs(world.step)
  const isDue = car.progressM >= stuck.atM && car.pit === 'none'
  if (car.stuckUntilMs === null && isDue) car.stuckUntilMs = now + stuck.forMs
  car.isStuckNow = car.stuckUntilMs !== null && now < car.stuckUntilMs && isRacing(car)
}
