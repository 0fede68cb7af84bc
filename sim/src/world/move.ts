import { brakeDeceleration, engineAcceleration, valueAt } from '../tracks/track.ts'
import { type Car, isOut } from './car.ts'
import { passPitLane } from './pit-lane.ts'
import { applyRulings } from './stewards.ts'
import { takeTimes } from './timing.ts'
import { sessionMs, STEPS_PER_SECOND, type World } from './world.ts'

const DT = 1 / STEPS_PER_SECOND
const START_PHASE_MS = 6000
const COASTING = 4.5
const PIT_LANE_M = -16
const BOX_M = -20
const RUN_OFF_M = 9
const PASSING_M = 3.4
const REJOINING_M = -4

/** Moves a car on by 1/60 s towards the speed its driver wants, and takes its times. */
export function move(world: World, car: Car, wanted: number): void {
  const now = sessionMs(world.step) - world.greenMs
  if (now < car.reactionS * 1000) return
  const start = now < START_PHASE_MS ? car.launch : 1
  const fastest = car.speed + engineAcceleration(car.speed) * start * DT
  const braking = isOut(car) ? COASTING : 1.3 * brakeDeceleration(car.speed)
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

function steer(world: World, car: Car): void {
  const away = lineOf(world, car) - car.lateralM
  const most = (car.pit === 'none' ? 0.035 : 0.16) * car.speed * DT
  car.lateralM += Math.max(-most, Math.min(most, away))
}

/** Returns where across the track the car wants to be. */
function lineOf(world: World, car: Car): number {
  if (isOut(car)) return RUN_OFF_M
  if (car.pit === 'box') return BOX_M
  if (car.pit === 'lane') return PIT_LANE_M
  if (car.attacking) return PASSING_M
  if (car.rejoining) return REJOINING_M
  // Cars stay in their grid column for a while after the start.
  return sessionMs(world.step) - world.greenMs < START_PHASE_MS ? car.lateralM : 0
}
