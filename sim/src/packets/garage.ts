import { currentStint, tyreAgeLaps, type Car } from '../world/car.ts'
import { hard, intermediate, medium, soft } from '../world/compounds.ts'
import type { World } from '../world/world.ts'

const SECONDS_PER_PERCENT_WEAR = 0.03

export function carSetupsOf(world: World) {
  const cars = world.cars.map(({ entry, index }) =>
    entry.restricted
      ? {}
      : {
          frontWing: 20 + (index % 9),
          rearWing: 16 + (index % 7),
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
    car.entry.restricted
      ? {}
      : {
          tyresWear: wheels(wearPercent(world, car)),
          tyresDamage: wheels(Math.floor(wearPercent(world, car))),
          engineIceWear: 12,
          engineBlown: car.resultStatus === 7 ? 1 : 0,
        },
  )
  return { cars }
}

/** 13 dry and 7 wet sets, the fitted one first of its kind. */
export function tyreSetsOf(car: Car) {
  const kinds = [...row(soft, 7), ...row(medium, 3), ...row(hard, 3), ...row(intermediate, 7)]
  if (car.entry.restricted) return { carIdx: car.index, fittedIdx: 255 }
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
