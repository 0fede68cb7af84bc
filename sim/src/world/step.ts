import { plain, startLight } from '../packets/announcement.ts'
import { brakeDeceleration, engineAcceleration } from '../tracks/speed-profile.ts'
import { valueAt } from '../tracks/track.ts'
import { isOut, isRacing, type Car } from './car.ts'
import { updateOrder } from './order.ts'
import { noteTimers, passPitLane } from './pit-lane.ts'
import { controlDrs, controlSafetyCar } from './race-control.ts'
import { wantedSpeed } from './speed.ts'
import { applyRulings, retireCars } from './stewards.ts'
import { takeTimes } from './timing.ts'
import { decideAttacks } from './traffic.ts'
import { soakTrack, turnWeather } from './weather.ts'
import { GRID_STEPS, sessionMs, STEPS_PER_SECOND, type World } from './world.ts'

const DT = 1 / STEPS_PER_SECOND
const LIGHT_STEPS = 60
/** A Session packet is sent that often. */
export const SESSION_STEPS = STEPS_PER_SECOND / 2

/** What the first frame tells. */
export function beginRace(world: World): void {
  world.announcements.push(plain('SSTA'))
  turnWeather(world)
}

/** Drives the race on by 1/60 s. */
export function stepWorld(world: World): void {
  world.step++
  if (world.step <= GRID_STEPS) showLights(world)
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

function driveOn(world: World): void {
  soakTrack(world)
  const running = world.cars
    .filter((car) => !isOut(car))
    .toSorted((a, b) => b.progressM - a.progressM || a.position - b.position)
  decideAttacks(world, running)
  running.forEach((car, rank) => move(world, car, wantedSpeed(world, car, running, rank)))
  for (const car of world.cars) if (isOut(car)) move(world, car, 0)
  retireCars(world)
  controlSafetyCar(world)
  controlDrs(world)
  if (isSample(world)) sample(world)
  if (world.lastCarHomeMs === null && !world.cars.some(isRacing)) {
    world.lastCarHomeMs = sessionMs(world.step)
  }
}

function sample(world: World): void {
  for (const car of world.cars) noteTimers(world, car)
  updateOrder(world)
}

function move(world: World, car: Car, wanted: number): void {
  const now = sessionMs(world.step)
  if (now < car.reactionS * 1000) return
  const start = now < 6000 ? car.launch : 1
  const fastest = car.speed + engineAcceleration(car.speed) * start * DT
  const braking = isOut(car) ? 4.5 : 1.3 * brakeDeceleration(car.speed)
  const speed = Math.max(0, Math.min(fastest, Math.max(wanted, car.speed - braking * DT)))
  car.acceleration = (speed - car.speed) / DT
  car.speed = speed
  const fromM = car.progressM
  car.progressM += speed * DT
  steer(world, car)
  if (speed === 0) return passPitLane(world, car)
  takeTimes(world, car, fromM)
  passPitLane(world, car)
  applyRulings(world, car)
  if (car.rejoining && speed > 0.8 * valueAt(world.track.speed, car.progressM)) {
    car.rejoining = false
  }
}

const PIT_LANE_M = -16
const BOX_M = -20
const RUN_OFF_M = 9

function steer(world: World, car: Car): void {
  const onGrid = sessionMs(world.step) < 5000
  const wanted = isOut(car)
    ? RUN_OFF_M
    : car.pit === 'box'
      ? BOX_M
      : car.pit === 'lane'
        ? PIT_LANE_M
        : car.attacking
          ? 3.4
          : car.rejoining
            ? -4
            : onGrid
              ? car.lateralM
              : 0
  const most = (car.pit === 'none' ? 0.035 : 0.16) * car.speed * DT
  car.lateralM += Math.max(-most, Math.min(most, wanted - car.lateralM))
}
