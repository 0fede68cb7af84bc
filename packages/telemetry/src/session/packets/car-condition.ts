import type { CarCondition, CarDamage, TyreWear } from '@pitboard/contract/sessions/car-condition'
import { AidStatus } from '@pitboard/contract/wire/enumerations'
import type { PacketKind } from '../../formats/model.ts'
import type { Row, SessionDecoder } from '../state/session-decoder.ts'
import type { AeroState, DamageState, EnergyState, TrackedSession } from '../state/state.ts'
import { acceptPacket } from '../stream/order.ts'
import { toTenth, toWhole } from './motion.ts'
import { carsOf, storePacket } from './stored-packet.ts'

const ersCapacityJoules = 4_000_000
/** These are F1 classic, F2 and F2 of the previous year. */
const formulasWithoutErs: ReadonlySet<number> = new Set([1, 2, 7])

/** R29: stores the latest packet with damage, wings or modes. It is decoded when it is requested. */
export function storeCondition(
  session: TrackedSession,
  kind: PacketKind,
  bytes: Uint8Array,
  decoder: SessionDecoder,
): void {
  if (kind !== 'carDamage' && kind !== 'carTelemetry' && kind !== 'carTelemetry2') return
  const read = decoder.readHeader(bytes)
  if (read.kind === 'rejected' || !acceptPacket(session, kind, read.header)) return
  const { condition } = session
  switch (kind) {
    case 'carDamage':
      condition[kind] = storePacket(session, condition[kind], bytes, read.header, decoder)
      return
    case 'carTelemetry':
      condition[kind] = storePacket(session, condition[kind], bytes, read.header, decoder)
      return
    case 'carTelemetry2':
      condition[kind] = storePacket(session, condition[kind], bytes, read.header, decoder)
  }
}

/** R29: returns the condition of a car. What restricted telemetry sends as zero is unknown. */
export function conditionOf(
  session: TrackedSession,
  idx: number,
  isTelemetryPublic: boolean,
): CarCondition {
  const energy = energyOf(session)[idx] ?? null
  const aero = aeroOf(session)[idx] ?? null
  const isSent = isTelemetryPublic && (energy?.isSent ?? true)
  const damage = isSent ? (damageOf(session)[idx] ?? null) : null
  const values = isSent ? (energy?.values ?? null) : null
  const electric = hasErs(session) ? values : null
  // Twenty cars have one ten times a second, and spread objects take several times as long as this list.
  return {
    fuelRemainingLaps: values?.fuelRemainingLaps ?? null,
    ersStorePercent: electric?.ersStorePercent ?? null,
    ersDeployedPercent: electric?.ersDeployedPercent ?? null,
    ersDeployMode: electric?.ersDeployMode ?? null,
    drsStatus: aero === null ? drsStatus(session, idx, energy) : null,
    activeAeroStatus: aero?.activeAeroStatus ?? null,
    overtakeStatus: aero?.overtakeStatus ?? null,
    tyreWear: damage?.tyreWear ?? null,
    damage: damage?.damage ?? null,
  }
}

function hasErs({ info }: TrackedSession): boolean {
  return !formulasWithoutErs.has(info.formula)
}

function drsStatus(
  session: TrackedSession,
  idx: number,
  energy: EnergyState | null,
): CarCondition['drsStatus'] {
  const wings = carsOf(session.condition.carTelemetry, (packet) =>
    packet.kind === 'carTelemetry' ? packet.cars.map(({ drs }) => ({ isDrsOpen: drs === 1 })) : [],
  )
  if (wings[idx]?.isDrsOpen === true) return AidStatus.Active
  if (energy === null) return null
  return energy.isDrsAllowed ? AidStatus.Available : AidStatus.Unavailable
}

function energyOf({ condition }: TrackedSession): readonly EnergyState[] {
  return carsOf(condition.carStatus, (packet) =>
    packet.kind === 'carStatus' ? packet.cars.map(readEnergy) : [],
  )
}

function readEnergy(status: Row<'carStatus'>): EnergyState {
  return {
    // Every car has a tank.
    isSent: status.fuelCapacity > 0,
    isDrsAllowed: status.drsAllowed === 1,
    values: {
      fuelRemainingLaps: Number.isFinite(status.fuelRemainingLaps)
        ? toTenth(status.fuelRemainingLaps)
        : null,
      ersStorePercent: shareOfStore(status.ersStoreEnergy),
      ersDeployedPercent: shareOfStore(status.ersDeployedThisLap),
      ersDeployMode: status.ersDeployMode,
    },
  }
}

function shareOfStore(joules: number): number | null {
  return percentOf((joules / ersCapacityJoules) * 100)
}

function percentOf(value: number): number | null {
  return Number.isFinite(value) ? toWhole(Math.min(100, Math.max(0, value))) : null
}

function aeroOf({ condition }: TrackedSession): readonly (AeroState | null)[] {
  return carsOf(condition.carTelemetry2, (packet) =>
    packet.kind === 'carTelemetry2' ? packet.cars.map(readAero) : [],
  )
}

function readAero(sent: Row<'carTelemetry2'>): AeroState | null {
  if (sent.has2026Regulations !== 1) return null
  return {
    activeAeroStatus: aidStatus(sent.activeAeroMode, sent.activeAeroAvailable),
    overtakeStatus: aidStatus(sent.overtakeActive, sent.overtakeAvailable),
  }
}

function aidStatus(active: number, available: number): number {
  if (active === 1) return AidStatus.Active
  return available === 1 ? AidStatus.Available : AidStatus.Unavailable
}

function damageOf({ condition }: TrackedSession): readonly DamageState[] {
  return carsOf(condition.carDamage, (packet) =>
    packet.kind === 'carDamage'
      ? packet.cars.map((sent) => ({ tyreWear: readWear(sent), damage: readDamage(sent) }))
      : [],
  )
}

function readWear({ tyresWear }: Row<'carDamage'>): TyreWear | null {
  const [rearLeft, rearRight, frontLeft, frontRight] = tyresWear.map(percentOf)
  if (typeof rearLeft !== 'number' || typeof rearRight !== 'number') return null
  if (typeof frontLeft !== 'number' || typeof frontRight !== 'number') return null
  return { frontLeft, frontRight, rearLeft, rearRight }
}

function readDamage(sent: Row<'carDamage'>): CarDamage {
  return {
    frontLeftWing: sent.frontLeftWingDamage,
    frontRightWing: sent.frontRightWingDamage,
    rearWing: sent.rearWingDamage,
    floor: sent.floorDamage,
    diffuser: sent.diffuserDamage,
    sidepod: sent.sidepodDamage,
    gearbox: sent.gearBoxDamage,
    engine: sent.engineDamage,
    drsFault: sent.drsFault === 1,
    ersFault: sent.ersFault === 1,
  }
}
