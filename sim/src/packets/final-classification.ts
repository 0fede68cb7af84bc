import { encodePacket } from '@pitboard/telemetry/encode'
import type { Header } from '@pitboard/telemetry/formats/model'
import { bestLapMs, classify, pointsOf } from '../classification.ts'
import type { Car } from '../world/car.ts'
import type { World } from '../world/world.ts'

const CURRENT = 255
const MAX_STINTS = 8
const Reason = { finished: 2, terminalDamage: 3, mechanicalFailure: 8 } as const

export function encodeFinalClassification(world: World, header: Partial<Header>): Uint8Array {
  const { format } = world.setup
  const order = classify(world)
  const cars = world.cars.map((car) => result(world, car, order.indexOf(car) + 1))
  const numCars = cars.length
  if (format === 2024) return encodePacket(format, 'finalClassification', header, { numCars, cars })
  const reasoned = cars.map((car) => ({ ...car, resultReason: reasonOf(car.resultStatus) }))
  return encodePacket(format, 'finalClassification', header, { numCars, cars: reasoned })
}

function result(world: World, car: Car, position: number) {
  const stints = car.stints.slice(0, MAX_STINTS)
  const best = bestLapMs(car)
  return {
    position,
    numLaps: car.laps.length,
    gridPosition: car.gridPosition,
    points: pointsOf(world, car, position),
    numPitStops: car.stints.length - 1,
    resultStatus: car.resultStatus,
    bestLapTimeMs: best === Infinity ? 0 : best,
    totalRaceTimeSeconds: car.laps.reduce((sum, lap) => sum + lap.lapTimeMs, 0) / 1000,
    penaltiesTimeSeconds: car.penaltySeconds,
    numPenalties: car.penalties.filter((issued) => issued.seconds !== null).length,
    numTyreStints: stints.length,
    tyreStintsActual: stints.map(({ compound }) => compound.actual),
    tyreStintsVisual: stints.map(({ compound }) => compound.visual),
    tyreStintsEndLaps: stints.map(({ endLap }) => endLap ?? CURRENT),
  }
}

function reasonOf(resultStatus: Car['resultStatus']): number {
  if (resultStatus === 3) return Reason.finished
  return resultStatus === 4 ? Reason.terminalDamage : Reason.mechanicalFailure
}
