import { plain, startLight } from '../packets/announcement.ts'
import { isOut, isRacing } from './car.ts'
import { move } from './move.ts'
import { updateOrder } from './order.ts'
import { noteTimers } from './pit-lane.ts'
import { controlDrs, controlSafetyCar } from './race-control.ts'
import { wantedSpeed } from './speed.ts'
import { retireCars } from './stewards.ts'
import { decideAttacks } from './traffic.ts'
import { soakTrack, turnWeather } from './weather.ts'
import { GRID_STEPS, sessionMs, STEPS_PER_SECOND, type World } from './world.ts'

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
