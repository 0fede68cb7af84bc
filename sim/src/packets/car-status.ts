import { currentStint, isOut, tyreAgeLaps, type Car } from '../world/car.ts'
import { MARK_M } from '../world/timing.ts'
import { isRaceKind } from '../setup/situations.ts'
import { seatOf } from '../world/seats.ts'
import type { World } from '../world/world.ts'

const FUEL_PER_LAP_KG = 1.75
const RESERVE_LAPS = 0.6
const ERS_CAPACITY_J = 4_000_000
const DEPLOYED_PER_LAP_J = 2_600_000
const Flag = { none: 0, green: 1, yellow: 3 } as const

export function carStatusOf(world: World) {
  return { cars: world.cars.map((car) => carStatus(world, car)) }
}

function carStatus(world: World, car: Car) {
  const { compound } = currentStint(car)
  return {
    ...(seatOf(world, car).restricted ? {} : ownStatus(world, car)),
    tractionControl: 0,
    antiLockBrakes: 0,
    pitLimiterStatus: car.pit === 'none' ? 0 : 1,
    maxRpm: 12_500,
    idleRpm: 4000,
    maxGears: 9,
    drsAllowed: world.drsEnabled && car.attacking ? 1 : 0,
    actualTyreCompound: compound.actual,
    visualTyreCompound: compound.visual,
    tyresAgeLaps: tyreAgeLaps(car),
    vehicleFiaFlags: world.safetyCar.phase === 'none' ? Flag.none : Flag.yellow,
  }
}

/** Fields that are zero for a driver who restricts their telemetry. */
function ownStatus(world: World, car: Car) {
  const { laps, track, kind } = world.setup
  const driven = Math.max(0, Math.min(laps, car.progressM / track.lengthM))
  const lapShare = driven - Math.floor(driven)
  // Drivers lift off or attack: the margin differs by car and drifts.
  const marginLaps = RESERVE_LAPS * (1 + Math.sin(car.index * 2 + driven / 4))
  const lapsInTank = laps - driven + marginLaps
  // The battery fills and empties along the lap.
  const charge = 0.55 + 0.4 * Math.sin((car.progressM / (MARK_M * 20)) % (2 * Math.PI))
  return {
    fuelMix: 1,
    frontBrakeBias: 55,
    fuelInTank: FUEL_PER_LAP_KG * lapsInTank,
    fuelCapacity: 110,
    fuelRemainingLaps: isRaceKind(kind) ? marginLaps : lapsInTank,
    enginePowerIce: isOut(car) ? 0 : 540_000,
    enginePowerMguk: isOut(car) ? 0 : 120_000,
    ersStoreEnergy: ERS_CAPACITY_J * charge,
    ersDeployMode: car.attacking ? 3 : 1,
    ersHarvestedThisLapMguk: 400_000,
    ersHarvestedThisLapMguh: 300_000,
    ersDeployedThisLap: DEPLOYED_PER_LAP_J * lapShare,
  }
}
