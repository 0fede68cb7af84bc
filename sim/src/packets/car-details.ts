import { type Car, currentStint, isOut, tyreAgeLaps } from '../world/car.ts'
import { SMALL_COLLISION } from '../plan/rulings.ts'
import { hard, intermediate, medium, soft } from '../plan/compounds.ts'
import { seatOf } from '../world/seats.ts'
import type { World } from '../world/world.ts'
import { valueAt } from '../tracks/track.ts'

const SECONDS_PER_PERCENT_WEAR = 0.03
const STRAIGHT_CURVATURE = 0.001
const STRAIGHT_MODE_MPS = 55

export function carSetupsOf(world: World) {
  const cars = world.cars.map((car) =>
    seatOf(world, car).restricted
      ? {}
      : {
          frontWing: 20 + (car.index % 9),
          rearWing: 16 + (car.index % 7),
          onThrottle: 55,
          offThrottle: 52,
          frontCamber: -3.1,
          rearCamber: -1.6,
          frontToe: 0.04,
          rearToe: 0.16,
          frontSuspension: 34,
          rearSuspension: 8,
          frontAntiRollBar: 9,
          rearAntiRollBar: 4,
          frontSuspensionHeight: 22,
          rearSuspensionHeight: 48,
          brakePressure: 98,
          brakeBias: 55,
          engineBraking: 40,
          rearLeftTyrePressure: 21.5,
          rearRightTyrePressure: 21.5,
          frontLeftTyrePressure: 24,
          frontRightTyrePressure: 24,
          fuelLoad: 10,
        },
  )
  return { cars, nextFrontWingValue: 24 }
}

export function carDamageOf(world: World) {
  const cars = world.cars.map((car) =>
    seatOf(world, car).restricted
      ? {}
      : {
          tyresWear: wheels(wearPercent(world, car)),
          tyresDamage: wheels(Math.floor(wearPercent(world, car))),
          ...damageOf(world, car),
          engineIceWear: 12,
          engineBlown: car.resultStatus === 7 ? 1 : 0,
        },
  )
  return { cars }
}

/** A car that hits another one loses a part of its front wing, the other one of its floor. */
function damageOf(world: World, car: Car) {
  const caused = collisionsOf(car).length
  const suffered = world.cars
    .flatMap(collisionsOf)
    .filter(({ otherCar }) => otherCar === car.index).length
  return {
    frontLeftWingDamage: Math.min(100, 18 * caused),
    frontRightWingDamage: Math.min(100, 7 * caused),
    floorDamage: Math.min(100, 9 * suffered),
    diffuserDamage: Math.min(100, 4 * suffered),
    ersFault: car.resultStatus === 7 ? 1 : 0,
  }
}

function collisionsOf({ penalties, warnings }: Car) {
  return [...penalties, ...warnings].filter(({ infringement }) => infringement === SMALL_COLLISION)
}

/** Active aerodynamics and overtake mode, which replace the DRS in 2026. */
export function carTelemetry2Of(world: World) {
  const cars = world.cars.map((car) => {
    const isStraight = isOnStraight(world, car)
    return {
      activeAeroMode: isStraight && car.speed > STRAIGHT_MODE_MPS ? 1 : 0,
      activeAeroAvailable: isStraight ? 1 : 0,
      overtakeAvailable: car.attacking ? 1 : 0,
      overtakeActive: car.attacking && isStraight ? 1 : 0,
      has2026Regulations: 1,
    }
  })
  return { cars }
}

function isOnStraight({ track }: World, { progressM }: Car): boolean {
  return Math.abs(valueAt(track.curvature, progressM)) < STRAIGHT_CURVATURE
}

/** 13 dry and 7 wet sets, the fitted one first of its kind. */
export function tyreSetsOf(world: World, car: Car) {
  const kinds = [...row(soft, 7), ...row(medium, 3), ...row(hard, 3), ...row(intermediate, 7)]
  if (seatOf(world, car).restricted) return { carIdx: car.index, fittedIdx: 255 }
  const { compound } = currentStint(car)
  const fittedIdx = kinds.findIndex(({ visual }) => visual === compound.visual)
  const sets = kinds.map(({ actual, visual }, i) => ({
    actualTyreCompound: actual,
    visualTyreCompound: visual,
    wear: i === fittedIdx ? 3 * tyreAgeLaps(car) : 0,
    available: 1,
    recommendedSession: 15,
    lifeSpan: 20,
    usableLife: 24,
    fitted: i === fittedIdx ? 1 : 0,
  }))
  return { carIdx: car.index, sets, fittedIdx }
}

function row<T>(kind: T, count: number): T[] {
  return Array.from({ length: count }, () => kind)
}

function wearPercent(world: World, car: Car): number {
  const { compound, startLap } = currentStint(car)
  const lapsDriven = Math.max(0, car.progressM / world.track.lengthM - (startLap - 1))
  return lapsDriven * compound.wear * (100 / SECONDS_PER_PERCENT_WEAR)
}

function wheels(value: number): number[] {
  return [value, value, value, value]
}

const GEARS = 8
const TOP_SPEED_KMH = 335

export function carTelemetryOf(world: World) {
  const cars = world.cars.map((car) => carTelemetry(world, car))
  return { cars, mfdPanelIndex: 255, mfdPanelIndexSecondaryPlayer: 255, suggestedGear: 0 }
}

function carTelemetry(world: World, car: Car) {
  const speedKmh = Math.round(car.speed * 3.6)
  const share = Math.min(1, speedKmh / TOP_SPEED_KMH)
  const gear = speedKmh < 5 ? 1 : Math.min(GEARS, 1 + Math.floor(share * GEARS))
  const inGear = share * GEARS - (gear - 1)
  const engineRpm = Math.round(isOut(car) ? 0 : 6200 + 5600 * Math.max(0, Math.min(1, inGear)))
  const revLightsPercent = Math.max(0, Math.round((engineRpm - 9000) / 28))
  const curve = valueAt(world.track.curvature, car.progressM)
  const braking = car.acceleration < -1
  return {
    speedKmh,
    throttle: braking || isOut(car) ? 0 : Math.min(1, 0.45 + Math.max(0, car.acceleration) / 8),
    steer: Math.max(-1, Math.min(1, -curve * 28)),
    brake: braking ? Math.min(1, -car.acceleration / 35) : 0,
    gear,
    engineRpm,
    drs: world.drsEnabled && car.attacking && speedKmh > 250 && isOnStraight(world, car) ? 1 : 0,
    revLightsPercent: Math.min(100, revLightsPercent),
    revLightsBitValue: (1 << Math.round(Math.min(100, revLightsPercent) * 0.15)) - 1,
    brakesTemperature: wheels(braking ? 620 : 380),
    tyresSurfaceTemperature: wheels(Math.round(92 - 20 * world.wetness)),
    tyresInnerTemperature: wheels(Math.round(97 - 16 * world.wetness)),
    engineTemperature: 108,
    tyresPressure: [22.1, 22.1, 24.4, 24.4],
    surfaceType: wheels(0),
  }
}
