import type { Lap, Penalty, PitStop, TyreStint, Warning } from '@pitboard/contract/sessions/driver'
import { WarningType } from '@pitboard/contract/wire/enumerations'
import { classify, pointsOf } from '../world/classification.ts'
import { type Car, isInvalid, type Issued } from '../world/car.ts'
import type { Overtake, WeatherTurn, World } from '../world/world.ts'

/** What happened, in the terms of the contract, to compare with a recording. */
export interface Truth {
  /** The index of the list is the car index. */
  readonly drivers: readonly TruthDriver[]
  /** Car indices in the order of the result. */
  readonly classification: readonly number[]
  readonly overtakes: readonly Omit<Overtake, 'sentMs'>[]
  readonly numberOfSafetyCars: number
  readonly weatherTurns: readonly Omit<WeatherTurn, 'sentMs'>[]
}

interface TruthDriver {
  readonly driverIdx: number
  readonly name: string
  readonly isHuman: boolean
  readonly startingPosition: number
  readonly finishingPosition: number
  readonly resultStatus: number
  readonly numberOfLaps: number
  readonly points: number
  /** Completed laps. */
  readonly lapTimes: Lap[]
  /** `endLap` of the last stint is the last completed lap. */
  readonly tyres: TyreStint[]
  readonly pitStops: PitStop[]
  readonly penalties: Penalty[]
  readonly warnings: Warning[]
  /** Completed laps, without penalties. */
  readonly totalRaceTime: number
  readonly totalPenaltiesSeconds: number
}

export const CORNER_CUTTING: readonly number[] = [7, 8, 9, 27, 28, 29]

export function truthOf(world: World): Truth {
  const result = classify(world)
  return {
    drivers: world.cars.map((car) => truthOfCar(world, car, result.indexOf(car) + 1)),
    classification: result.map(({ index }) => index),
    overtakes: world.overtakes.map(({ sentMs: _sentMs, ...rest }) => rest),
    numberOfSafetyCars: world.safetyCarPeriods,
    weatherTurns: world.weatherTurns.map(({ sentMs: _sentMs, ...rest }) => rest),
  }
}

export function truthOfCar(world: World, car: Car, finishingPosition: number): TruthDriver {
  return {
    driverIdx: car.index,
    name: car.entry.name,
    isHuman: car.entry.human,
    startingPosition: car.gridPosition,
    finishingPosition,
    resultStatus: car.resultStatus,
    numberOfLaps: car.laps.length,
    points: pointsOf(world, car, finishingPosition),
    lapTimes: car.laps.map((lap) => ({
      lapTime: lap.lapTimeMs,
      sector1Time: lap.sector1Ms,
      sector2Time: lap.sector2Ms,
      sector3Time: lap.sector3Ms,
      invalidLap: isInvalid(lap),
    })),
    tyres: car.stints.map(({ compound, endLap }) => ({
      tyreCompound: compound.visual,
      actualTyreCompound: compound.actual,
      endLap: endLap ?? car.laps.length,
    })),
    pitStops: car.pitStops.map(({ lapNum, pitLaneTimeMs, stopTimeMs }) => ({
      lapNum,
      pitLaneTimeMs,
      stopTimeMs,
    })),
    penalties: car.penalties.map(penaltyOf),
    warnings: car.warnings.map(warningOf),
    totalRaceTime: car.laps.reduce((sum, lap) => sum + lap.lapTimeMs, 0),
    totalPenaltiesSeconds: car.penaltySeconds,
  }
}

export function penaltyOf(issued: Issued): Penalty {
  return {
    penaltyType: issued.type,
    penaltyTime: issued.seconds,
    infringementType: issued.infringement,
    otherVehicleIdx: issued.otherCar,
    lapNum: issued.lapNum,
    penaltyIssuedTime: issued.atMs,
  }
}

export function warningOf(issued: Issued): Warning {
  const cutting = CORNER_CUTTING.includes(issued.infringement)
  return {
    warningType: cutting ? WarningType.CornerCutting : WarningType.Other,
    infringementType: issued.infringement,
    lapNum: issued.lapNum,
    warningTime: issued.atMs,
  }
}
