import { valueAt, type Track } from '../tracks/track.ts'
import type { Car } from '../world/car.ts'
import { extraCarsOf } from './extra-cars.ts'
import type { World } from '../world/world.ts'

const UNIT = 32_767
const GRAVITY = 9.81

export function motionOf(world: World) {
  const cars = [...world.cars, ...extraCarsOf(world).motion]
  return { cars: cars.map((car) => carMotion(car, world.track)) }
}

function carMotion(car: Car, track: Track) {
  const at = car.progressM
  const [ahead, behind] = [at + 2, at - 2]
  const dx = valueAt(track.x, ahead) - valueAt(track.x, behind)
  const dy = valueAt(track.y, ahead) - valueAt(track.y, behind)
  const dz = valueAt(track.z, ahead) - valueAt(track.z, behind)
  const flat = Math.hypot(dx, dz)
  const [forwardX, forwardZ] = [dx / flat, dz / flat]
  const climb = dy / flat
  const [leftX, leftZ] = [-forwardZ, forwardX]
  return {
    worldPositionX: valueAt(track.x, at) + leftX * car.lateralM,
    worldPositionY: valueAt(track.y, at),
    worldPositionZ: valueAt(track.z, at) + leftZ * car.lateralM,
    worldVelocityX: forwardX * car.speed,
    worldVelocityY: climb * car.speed,
    worldVelocityZ: forwardZ * car.speed,
    worldForwardDirX: Math.round(forwardX * UNIT),
    worldForwardDirY: Math.round(Math.max(-1, Math.min(1, climb)) * UNIT),
    worldForwardDirZ: Math.round(forwardZ * UNIT),
    worldRightDirX: Math.round(-leftX * UNIT),
    worldRightDirZ: Math.round(-leftZ * UNIT),
    gForceLateral: (car.speed ** 2 * valueAt(track.curvature, at)) / GRAVITY,
    gForceLongitudinal: car.acceleration / GRAVITY,
    gForceVertical: 1,
    yaw: Math.atan2(forwardX, forwardZ),
    pitch: Math.atan(climb),
  }
}

/** The player's own car, wheel by wheel. */
export function motionExOf({ cars, track, order }: World, playerCar: number) {
  const car = cars[playerCar] ?? order[0]
  if (!car) return {}
  const curve = valueAt(track.curvature, car.progressM)
  return {
    suspensionPosition: wheels(3 + car.speed / 40),
    wheelSpeed: wheels(car.speed),
    wheelSlipAngle: wheels(car.speed * curve * 0.04),
    heightOfCogAboveGround: 0.3,
    localVelocityX: 0,
    localVelocityZ: car.speed,
    angularVelocityY: car.speed * curve,
    frontWheelsAngle: 3.6 * curve,
    frontAeroHeight: 0.03,
    rearAeroHeight: 0.06,
  }
}

function wheels(value: number): number[] {
  return [value, value, value, value]
}
