import {
  addRow,
  createSeries,
  dropAfter,
  dropBefore,
  type Series,
  timeAt,
  valueAt,
} from './series.ts'
import { SENT_COLUMNS, type SentRow } from './trace-decoder.ts'

const ERS_CAPACITY_JOULES = 4_000_000
const MS_AT_STANDSTILL = 0

/** Names the columns of `positions`. */
export const Position = {
  distanceM: 0,
  lapTimeMs: 1,
  lap: 2,
  lastLapTimeMs: 3,
  state: 4,
  /** It is the time of reception in Unix ms. */
  receivedMs: 5,
} as const
/** Each is a bit of `Position.state`. */
export const CarState = { inPits: 1, outLap: 2, inLap: 4, paused: 8, invalid: 16 } as const

const InGarage = 0
const InLap = 2
const OutLap = 3
const FINISHED = 3

/** The samples are those received of one car, of the current lap and the one before. */
export interface CarSamples {
  readonly positions: Series
  readonly controls: Series
  readonly places: Series
  readonly energy: Series
  readonly aero: Series
  readonly all: readonly Series[]
  has2026Regulations: boolean
}

/** These lists name the columns of `controls`, `places`, `energy` and `aero`. */
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

/** Creates the samples of a car of which nothing has been received. */
export function createCarSamples(): CarSamples {
  const positions = createSeries(Object.keys(Position).length)
  const controls = createSeries(CONTROL_COLUMNS.length)
  const places = createSeries(PLACE_COLUMNS.length)
  const energy = createSeries(ENERGY_COLUMNS.length)
  const aero = createSeries(AERO_COLUMNS.length)
  const all = [positions, controls, places, energy, aero]
  return { positions, controls, places, energy, aero, all, has2026Regulations: false }
}

/** Returns the time of the oldest sample; Infinity without any. */
export function oldestMs({ all }: CarSamples): number {
  let oldest = Infinity
  for (const series of all) if (series.length > 0) oldest = Math.min(oldest, timeAt(series, 0))
  return oldest
}

/** Removes the samples before this session time in ms. */
export function dropSamplesBefore({ all }: CarSamples, timeMs: number): void {
  for (const series of all) dropBefore(series, timeMs)
}

/** Removes the samples after this session time in ms. */
export function dropSamplesAfter({ all }: CarSamples, timeMs: number): void {
  for (const series of all) dropAfter(series, timeMs)
}

const SENT_COLUMNS_MAX = Math.max(
  ...Object.values(SENT_COLUMNS).map((columns) => Object.keys(columns).length),
)
/**
 * A row that is not stored as it was sent is read into this array, which is used again, because one for each
 * car and packet would be garbage.
 */
const sent = new Float64Array(SENT_COLUMNS_MAX)

function sentAt(column: number): number {
  return sent[column] ?? NaN
}

/** The moment has what is known of a sample of timing beside its row. */
export interface SampleMoment {
  readonly timeMs: number
  readonly receivedMs: number
  /** It has the bits of `CarState` that are not in its row. */
  readonly state: number
}

/** Adds a car's row of LapData to its positions. While the car stands before a lap begins, the row replaces the last one. */
export function addTiming(
  { positions }: CarSamples,
  { timeMs, receivedMs, state }: SampleMoment,
  { read, view, at }: SentRow,
): void {
  read(view, at, sent, 0)
  const columns = SENT_COLUMNS.lapData
  const lapTimeMs = sentAt(columns.currentLapTimeMs)
  const last = positions.length - 1
  const lap = readLap(positions)
  const isStanding =
    lapTimeMs === MS_AT_STANDSTILL &&
    last >= 0 &&
    valueAt(positions, last, Position.lapTimeMs) === MS_AT_STANDSTILL &&
    valueAt(positions, last, Position.lap) === lap
  // Before a lap begins, on the grid or in a formation lap, only the last place counts.
  if (isStanding) dropAfter(positions, timeAt(positions, last) - 1)
  const to = addRow(positions, timeMs)
  if (to < 0) return
  const { numbers } = positions
  numbers[to + Position.distanceM] = sentAt(columns.lapDistance)
  numbers[to + Position.lapTimeMs] = lapTimeMs
  numbers[to + Position.lap] = lap
  numbers[to + Position.lastLapTimeMs] = sentAt(columns.lastLapTimeMs)
  numbers[to + Position.state] = readState() | state
  numbers[to + Position.receivedMs] = receivedMs
}

/**
 * Returns the lap of a sample. The game stays at the last lap at the flag; what follows counts as one more
 * lap.
 */
function readLap(positions: Series): number {
  const { currentLapNum, lastLapTimeMs, resultStatus } = SENT_COLUMNS.lapData
  const lapNum = sentAt(currentLapNum)
  const last = positions.length - 1
  if (last < 0 || sentAt(resultStatus) < FINISHED) return lapNum
  const lap = valueAt(positions, last, Position.lap)
  if (lap === lapNum + 1) return lap
  const hasNewTime = valueAt(positions, last, Position.lastLapTimeMs) !== sentAt(lastLapTimeMs)
  return lap === lapNum && hasNewTime ? lap + 1 : lapNum
}

function readState(): number {
  const pitStatus = sentAt(SENT_COLUMNS.lapData.pitStatus)
  const driverStatus = sentAt(SENT_COLUMNS.lapData.driverStatus)
  return (
    (pitStatus !== 0 || driverStatus === InGarage ? CarState.inPits : 0) |
    (driverStatus === OutLap ? CarState.outLap : 0) |
    (driverStatus === InLap ? CarState.inLap : 0)
  )
}

/**
 * Adds a car's row of CarTelemetry at this session time in ms: speed in km/h, pedals and steering in percent.
 */
export function addControls(
  { controls, has2026Regulations }: CarSamples,
  timeMs: number,
  { read, view, at }: SentRow,
): void {
  const to = addRow(controls, timeMs)
  if (to < 0) return
  const { numbers } = controls
  // They are sent in the order of `CONTROL_COLUMNS`.
  read(view, at, numbers, to)
  const { throttle, brake, steer, drs } = SENT_COLUMNS.carTelemetry
  numbers[to + throttle] = (numbers[to + throttle] ?? NaN) * 100
  numbers[to + brake] = (numbers[to + brake] ?? NaN) * 100
  numbers[to + steer] = (numbers[to + steer] ?? NaN) * 100
  if (has2026Regulations) numbers[to + drs] = NaN
}

/** Adds a car's position in metres from Motion, at this session time in ms. */
export function addPlace({ places }: CarSamples, timeMs: number, row: SentRow): void {
  const to = addRow(places, timeMs)
  if (to >= 0) row.read(row.view, row.at, places.numbers, to)
}

/** Adds a car's ERS mode and its stored energy in percent from CarStatus, at this session time in ms. */
export function addEnergy({ energy }: CarSamples, timeMs: number, row: SentRow): void {
  const to = addRow(energy, timeMs)
  if (to < 0) return
  row.read(row.view, row.at, sent, 0)
  const { ersDeployMode, ersStoreEnergy, fuelCapacity } = SENT_COLUMNS.carStatus
  // A driver who restricts their telemetry sends zeros; every car has a tank (R29).
  const isSent = sentAt(fuelCapacity) > 0
  const stored = (sentAt(ersStoreEnergy) / ERS_CAPACITY_JOULES) * 100
  energy.numbers[to] = isSent ? sentAt(ersDeployMode) : NaN
  energy.numbers[to + 1] = isSent ? Math.min(100, Math.max(0, stored)) : NaN
}

/** Adds a car's active aerodynamics and overtake mode, which only cars of the 2026 regulations have. */
export function addAero(samples: CarSamples, timeMs: number, row: SentRow): void {
  row.read(row.view, row.at, sent, 0)
  const { activeAeroMode, overtakeActive, has2026Regulations } = SENT_COLUMNS.carTelemetry2
  samples.has2026Regulations = sentAt(has2026Regulations) === 1
  if (!samples.has2026Regulations) return
  const to = addRow(samples.aero, timeMs)
  if (to < 0) return
  samples.aero.numbers[to] = sentAt(activeAeroMode)
  samples.aero.numbers[to + 1] = sentAt(overtakeActive)
}
