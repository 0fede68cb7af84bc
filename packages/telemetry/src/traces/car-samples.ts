import { createSeries, type Series } from './series.ts'
import type { TraceRow } from './trace-decoder.ts'

const ERS_CAPACITY_JOULES = 4_000_000
const MS_AT_STANDSTILL = 0

/** The columns of `positions`. */
export const Position = { distanceM: 0, lapTimeMs: 1, lap: 2, lastLapTimeMs: 3, state: 4 } as const
/** Bits of `Position.state`. */
export const CarState = { inPits: 1, outLap: 2, inLap: 4, paused: 8 } as const

const InGarage = 0
const InLap = 2
const OutLap = 3
const FINISHED = 3

/** What was received of one car, of the current lap and the one before. */
export interface CarSamples {
  readonly positions: Series
  readonly controls: Series
  readonly places: Series
  readonly energy: Series
  readonly aero: Series
  /** Of lap data; `isAfterPause` where the game was paused before it. */
  addTiming(timeMs: number, row: TraceRow<'lapData'>, isAfterPause: boolean): void
  addControls(timeMs: number, row: TraceRow<'carTelemetry'>): void
  addPlace(timeMs: number, row: TraceRow<'motion'>): void
  addEnergy(timeMs: number, row: TraceRow<'carStatus'>): void
  addAero(timeMs: number, row: TraceRow<'carTelemetry2'>): void
  /** Infinity without any sample. */
  oldestMs(): number
  dropBefore(timeMs: number): void
  dropAfter(timeMs: number): void
}

/** Columns of `controls`, `places`, `energy` and `aero`, by channel. */
export const CONTROL_COLUMNS = [
  'speedKmh',
  'throttlePercent',
  'brakePercent',
  'steeringPercent',
  'gear',
  'engineRpm',
  'drsOpen',
] as const
export const PLACE_COLUMNS = ['positionXM', 'positionZM'] as const
export const ENERGY_COLUMNS = ['ersDeployMode', 'ersStorePercent'] as const
export const AERO_COLUMNS = ['activeAeroOn', 'overtakeOn'] as const

export function createCarSamples(): CarSamples {
  const positions = createSeries(Object.keys(Position).length)
  const controls = createSeries(CONTROL_COLUMNS.length)
  const places = createSeries(PLACE_COLUMNS.length)
  const energy = createSeries(ENERGY_COLUMNS.length)
  const aero = createSeries(AERO_COLUMNS.length)
  const all = [positions, controls, places, energy, aero]
  // Used again for each row: an array of its own for each would be garbage.
  const position = new Float64Array(Object.keys(Position).length)
  const control = new Float64Array(CONTROL_COLUMNS.length)
  const place = new Float64Array(PLACE_COLUMNS.length)
  let has2026Regulations = false

  function addTiming(timeMs: number, row: TraceRow<'lapData'>, isAfterPause: boolean): void {
    const last = positions.length - 1
    const lap = lapOf(row)
    const isStanding =
      row.currentLapTimeMs === MS_AT_STANDSTILL &&
      last >= 0 &&
      positions.valueAt(last, Position.lapTimeMs) === MS_AT_STANDSTILL &&
      positions.valueAt(last, Position.lap) === lap
    // Before a lap begins, on the grid or in a formation lap, only the last place counts.
    if (isStanding) positions.dropAfter(positions.timeAt(last) - 1)
    position[Position.distanceM] = row.lapDistance
    position[Position.lapTimeMs] = row.currentLapTimeMs
    position[Position.lap] = lap
    position[Position.lastLapTimeMs] = row.lastLapTimeMs
    position[Position.state] = stateOf(row) | (isAfterPause ? CarState.paused : 0)
    positions.push(timeMs, position)
  }

  /** At the flag the game stays at the last lap; what follows counts as one more. */
  function lapOf({ currentLapNum, lastLapTimeMs, resultStatus }: TraceRow<'lapData'>): number {
    const last = positions.length - 1
    if (last < 0 || resultStatus < FINISHED) return currentLapNum
    const lap = positions.valueAt(last, Position.lap)
    if (lap === currentLapNum + 1) return lap
    const hasNewTime = positions.valueAt(last, Position.lastLapTimeMs) !== lastLapTimeMs
    return lap === currentLapNum && hasNewTime ? lap + 1 : currentLapNum
  }

  return {
    ...{ positions, controls, places, energy, aero, addTiming },
    addControls(timeMs, { speedKmh, throttle, brake, steer, gear, engineRpm, drs }) {
      control[0] = speedKmh
      control[1] = throttle * 100
      control[2] = brake * 100
      control[3] = steer * 100
      control[4] = gear
      control[5] = engineRpm
      control[6] = has2026Regulations ? NaN : drs
      controls.push(timeMs, control)
    },
    addPlace(timeMs, { worldPositionX, worldPositionZ }) {
      place[0] = worldPositionX
      place[1] = worldPositionZ
      places.push(timeMs, place)
    },
    addEnergy(timeMs, { fuelCapacity, ersDeployMode, ersStoreEnergy }) {
      // A driver who restricts their telemetry sends zeros; every car has a tank (R29).
      const isSent = fuelCapacity > 0
      const stored = (ersStoreEnergy / ERS_CAPACITY_JOULES) * 100
      energy.push(timeMs, isSent ? [ersDeployMode, Math.min(100, Math.max(0, stored))] : [])
    },
    addAero(timeMs, row) {
      has2026Regulations = row.has2026Regulations === 1
      if (has2026Regulations) aero.push(timeMs, [row.activeAeroMode, row.overtakeActive])
    },
    oldestMs: () =>
      all.reduce(
        (oldest, series) => (series.length > 0 ? Math.min(oldest, series.timeAt(0)) : oldest),
        Infinity,
      ),
    dropBefore(timeMs) {
      for (const series of all) series.dropBefore(timeMs)
    },
    dropAfter(timeMs) {
      for (const series of all) series.dropAfter(timeMs)
    },
  }
}

function stateOf({ pitStatus, driverStatus }: TraceRow<'lapData'>): number {
  return (
    (pitStatus !== 0 || driverStatus === InGarage ? CarState.inPits : 0) |
    (driverStatus === OutLap ? CarState.outLap : 0) |
    (driverStatus === InLap ? CarState.inLap : 0)
  )
}
