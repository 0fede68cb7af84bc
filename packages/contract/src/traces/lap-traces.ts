import { type Static, Type } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { SessionTypeNumber, TrackNumber, TyreCompoundNumber } from '../wire/enumeration-schemas.ts'
import { SessionParams } from '../wire/path-params.ts'
import { describe, Instant, Milliseconds, nullable, Uuid } from '../wire/schema.ts'
import { TRACE_CHANNELS, type TraceChannel } from './trace-channels.ts'

/** Two points of a trace are this far apart, except that the last point is at the line. */
export const TRACE_GRID_M = 5

export const DRIVER_IDX_MAX = 23
export const LAP_NUM_MAX = 255

/**
 * A lap is hard to compare if it has one of these flags:
 * - `outLap`: it began in the pit lane or in the garage; `inLap`: it ended there.
 * - `standingStart`: it began on the grid.
 * - `flashback`: a part of it was driven again; the trace has what counts.
 * - `paused`: the game was paused in it.
 * - `gaps`: more than half a second is without data, where the trace is null.
 */
export const LAP_FLAGS = [
  'outLap',
  'inLap',
  'standingStart',
  'flashback',
  'paused',
  'gaps',
] as const
export type LapFlag = (typeof LAP_FLAGS)[number]

const LapFlags = Type.Array(Type.Enum([...LAP_FLAGS]), {
  description:
    '`outLap`, `inLap`: began or ended in the pits; `standingStart`: began on the grid; `flashback`: partly driven again; `paused`: the game was paused; `gaps`: parts without data. Without a trace only `outLap`, `inLap` and `standingStart` are known.',
})

const lapTimes = {
  lapTimeMs: nullable(Milliseconds, 'Lap time in ms; null if unknown.'),
  sector1TimeMs: nullable(Milliseconds, 'Time of sector 1 in ms; null if unknown.'),
  sector2TimeMs: nullable(Milliseconds, 'Time of sector 2 in ms; null if unknown.'),
  sector3TimeMs: nullable(Milliseconds, 'Time of sector 3 in ms; null if unknown.'),
  isValid: Type.Boolean({ description: 'False if the game does not count the lap.' }),
}

const lapNum = Type.Integer({ description: 'Lap, from 1.', minimum: 1, maximum: LAP_NUM_MAX })
const driverIdx = Type.Integer({
  description: 'Car index of the driver in the session.',
  minimum: 0,
  maximum: DRIVER_IDX_MAX,
})

export const SessionLap = Type.Object({
  lapNum,
  ...lapTimes,
  tyreCompound: nullable(TyreCompoundNumber, 'Visual compound; null if unknown.'),
  flags: LapFlags,
  hasTrace: Type.Boolean({ description: 'Whether `trace` of this lap answers.' }),
})
export type SessionLap = Static<typeof SessionLap>

const driverFields = {
  driverIdx,
  name: Type.String({ description: 'Name of the driver; empty if the game hides it.' }),
  team: Type.String({ description: 'Name of the team; empty if unknown.' }),
  teamColour: Type.String({ description: 'Colour as `#rrggbb`; empty if unknown.' }),
}

export const DriverLaps = Type.Object({
  ...driverFields,
  isRecorder: Type.Boolean({
    description: 'Whether it is the car of the recording user, whose traces are the most precise.',
  }),
  laps: Type.Array(SessionLap, { description: 'Completed laps in order.' }),
})
export type DriverLaps = Static<typeof DriverLaps>

const sessionFields = {
  sessionId: describe(Uuid, 'Id of the recorded session.'),
  trackId: describe(TrackNumber, 'Track.'),
  trackName: Type.String({ description: 'Name of the track in English.' }),
  sessionType: describe(SessionTypeNumber, 'Type of the session.'),
  sessionStartTime: describe(Instant, 'When the session started, UTC.'),
  gameVersion: nullable(Type.Integer(), 'Year of the game (2024); null if unknown.'),
}

export const SessionLaps = Type.Object({
  ...sessionFields,
  trackLengthM: nullable(Type.Integer(), 'Length of a lap in m; null if unknown.'),
  traces: Type.Enum(['ready', 'pending', 'none'], {
    description:
      '`ready`: the traces are made; `pending`: they are being made, ask again; `none`: the session has no telemetry to make them from.',
  }),
  drivers: Type.Array(DriverLaps, { description: 'The cars in the order of their indexes.' }),
})
export type SessionLaps = Static<typeof SessionLaps>

export const TraceColumn = Type.Array(nullable(Type.Number()), { maxItems: 5_000 })

function column(channel: TraceChannel) {
  const { description, unit, interpolation } = TRACE_CHANNELS[channel]
  const kind = interpolation === 'held' ? 'The last value sent.' : 'Linear between samples.'
  const text = unit === '' ? description : `${description} Unit: ${unit}.`
  return nullable(TraceColumn, `${text} ${kind}`)
}

/** A column has one value for each distance; null where the channel is unknown. */
const TraceColumns = Type.Object({
  timeMs: column('timeMs'),
  speedKmh: column('speedKmh'),
  throttlePercent: column('throttlePercent'),
  brakePercent: column('brakePercent'),
  steeringPercent: column('steeringPercent'),
  gear: column('gear'),
  engineRpm: column('engineRpm'),
  drsOpen: column('drsOpen'),
  activeAeroOn: column('activeAeroOn'),
  overtakeOn: column('overtakeOn'),
  ersDeployMode: column('ersDeployMode'),
  ersStorePercent: column('ersStorePercent'),
  positionXM: column('positionXM'),
  positionZM: column('positionZM'),
} satisfies Record<TraceChannel, unknown>)
type TraceColumns = Static<typeof TraceColumns>

/** The fields say what is known of a lap beside its trace. */
export const LapDetails = Type.Object({
  ...sessionFields,
  ...driverFields,
  lapNum,
  ...lapTimes,
  tyreCompound: nullable(TyreCompoundNumber, 'Visual compound; null if unknown.'),
  flags: LapFlags,
  sampleHz: nullable(
    Type.Number(),
    'How often speed and pedals were received per second, on average; null if unknown.',
  ),
})
export type LapDetails = Static<typeof LapDetails>

/** The trace has the channels of a lap against distance (docs/lap-traces.md). */
export const LapTrace = Type.Object({
  ...LapDetails.properties,
  trackLengthM: Type.Integer({ description: 'Length of a lap in m.' }),
  distanceM: Type.Array(Type.Number(), {
    description: `Distances from the line in m: every ${TRACE_GRID_M} m, and the end of the lap.`,
    maxItems: 5_000,
  }),
  channels: describe(
    TraceColumns,
    'The channels, each with one value for each distance, null where nothing was received. A channel is null as a whole if the game does not send it or the driver restricts it.',
  ),
})
export type LapTrace = Static<typeof LapTrace>

export const lapTraces = endpointTable({
  laps: {
    method: 'GET',
    path: '/api/Sessions/{sessionId}/laps',
    summary: 'The laps of a recorded session, and which of them have a trace',
    params: SessionParams,
    response: SessionLaps,
  },
  trace: {
    method: 'GET',
    path: '/api/Sessions/{sessionId}/laps/{driverIdx}/{lapNum}/trace',
    summary: 'Speed, pedals and other channels of a lap against distance',
    params: Type.Object({
      ...SessionParams.properties,
      driverIdx,
      lapNum,
    }),
    query: Type.Object({
      format: Type.Optional(
        Type.Enum(['json', 'csv'], {
          description: 'Format of the answer; a CSV has a row for each distance.',
          default: 'json',
        }),
      ),
    }),
    response: LapTrace,
  },
})
