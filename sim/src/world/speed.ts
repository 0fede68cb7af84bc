import { brakeDeceleration, valueAt } from '../tracks/track.ts'
import { type Car, isHome, isOut, isStuck } from './car.ts'
import { followingSpeed, paceOf } from './traffic.ts'
import { boxProgress, PIT_SPEED, pitEntryProgress } from './pit-lane.ts'
import type { World } from './world.ts'

const COOL_DOWN = 0.62
const VIRTUAL_SHARE = 0.6
const SAFETY_CAR_LEADER = { share: 0.58, top: 46 }
const SAFETY_CAR_CATCH_UP = { share: 0.78, top: 68 }

/** The speed a driver wants at this moment, m/s; `rank` is the place in the running order. */
export function wantedSpeed(world: World, car: Car, running: readonly Car[], rank: number): number {
  if (isOut(car) || isStuck(car)) return 0
  if (car.pit !== 'none') return pitLaneSpeed(world, car)
  const profile = valueAt(world.track.speed, car.progressM)
  const cruising = isHome(car)
    ? profile * COOL_DOWN
    : Math.min(racingSpeed(world, car, profile, rank), pitEntrySpeed(world, car))
  return Math.min(cruising, followingSpeed(world, car, running, rank, profile))
}

function racingSpeed(world: World, car: Car, profile: number, rank: number): number {
  const pace = paceOf(world, car)
  const { phase } = world.safetyCar
  if (phase === 'none' || phase === 'returned') return profile * pace * (car.attacking ? 1.035 : 1)
  if (phase === 'virtual') return profile * VIRTUAL_SHARE
  const limit = rank === 0 ? SAFETY_CAR_LEADER : SAFETY_CAR_CATCH_UP
  return Math.min(profile * limit.share, limit.top)
}

function pitEntrySpeed(world: World, car: Car): number {
  const entry = pitEntryProgress(world, car)
  if (entry === null || entry < car.progressM) return Infinity
  const braking = 0.8 * brakeDeceleration(PIT_SPEED)
  return Math.sqrt(PIT_SPEED ** 2 + 2 * braking * (entry - car.progressM))
}

function pitLaneSpeed(world: World, car: Car): number {
  if (car.pit === 'box') return 0
  const toBox = boxProgress(world, car) - car.progressM
  if (toBox <= 0 || !car.servedStop?.stopTimeMs) return PIT_SPEED
  return Math.min(PIT_SPEED, Math.sqrt(2 * 7 * toBox) + 0.2)
}
