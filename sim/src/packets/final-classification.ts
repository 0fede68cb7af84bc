import { encodePacket } from '@pitboard/telemetry/encode'
import type { Header } from '@pitboard/telemetry/formats/model'
import { bestLapMs, classify, pointsOf } from '../world/classification.ts'
import { stopsOf, type Car } from '../world/car.ts'
import { has } from '../setup/setup.ts'
import { isRaceKind } from '../setup/situations.ts'
import type { World } from '../world/world.ts'

const CURRENT = 255
const MAX_STINTS = 8
/** A qualifying session shows those of some race before. */
const LEFTOVER_POINTS: readonly number[] = [26, 15, 6, 4]
const Reason = { finished: 2, terminalDamage: 3, mechanicalFailure: 8 } as const

export function encodeFinalClassification(world: World, header: Partial<Header>): Uint8Array {
  const { format } = world.setup
  const order = classify(world)
  const cars = world.cars.map((car) => result(world, car, order.indexOf(car) + 1))
  // A spectator's game undercounts at times; the slots are all there.
  const numCars = has(world.setup, 'spectating') ? cars.length - 1 : cars.length
  if (format < 2025) return encodePacket(format, 'finalClassification', header, { numCars, cars })
  const reasoned = cars.map((car) => ({ ...car, resultReason: reasonOf(car.resultStatus) }))
  return encodePacket(format, 'finalClassification', header, { numCars, cars: reasoned })
}

function result(world: World, car: Car, position: number) {
  const stints = car.stints.slice(0, MAX_STINTS)
  const best = bestLapMs(car)
  const isRace = isRaceKind(world.setup.kind)
  return {
    position,
    numLaps: car.laps.length,
    gridPosition: isRace ? car.gridPosition : 1,
    points: isRace ? pointsOf(world, car, position) : (LEFTOVER_POINTS[position - 1] ?? 0),
    numPitStops: stopsOf(car),
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
