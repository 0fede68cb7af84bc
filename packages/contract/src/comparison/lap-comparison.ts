import { type Static, Type } from 'typebox'
import { LapDetails } from '../traces/lap-traces.ts'
import type { TraceChannel } from '../traces/trace-channels.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { TrackNumber } from '../wire/enumeration-schemas.ts'
import { describe, nullable, Uuid } from '../wire/schema.ts'
import { COMPARED_LAPS_MAX, LAP_REFERENCES_PATTERN } from './lap-reference.ts'
import { CHANNEL_PACKING } from './packed-column.ts'

export const PackedColumn = Type.Array(nullable(Type.Integer()), { maxItems: 5_000 })

function packed(channel: TraceChannel) {
  const kind =
    CHANNEL_PACKING[channel] === 'slopes'
      ? 'The change of the change since the last known value.'
      : 'The change since the last known value.'
  return nullable(PackedColumn, kind)
}

const PackedColumns = Type.Object({
  timeMs: packed('timeMs'),
  speedKmh: packed('speedKmh'),
  throttlePercent: packed('throttlePercent'),
  brakePercent: packed('brakePercent'),
  steeringPercent: packed('steeringPercent'),
  gear: packed('gear'),
  engineRpm: packed('engineRpm'),
  drsOpen: packed('drsOpen'),
  activeAeroOn: packed('activeAeroOn'),
  overtakeOn: packed('overtakeOn'),
  ersDeployMode: packed('ersDeployMode'),
  ersStorePercent: packed('ersStorePercent'),
  positionXM: packed('positionXM'),
  positionZM: packed('positionZM'),
} satisfies Record<TraceChannel, unknown>)
export type PackedColumns = Static<typeof PackedColumns>

/**
 * A compared lap is:
 * - `ready` with its trace,
 * - `pending` while the traces of its session are being made,
 * - `noTrace` if the lap has no telemetry,
 * - `otherTrack` if it was driven on another track than the first lap,
 * - `otherLayout` on the same track, but on a layout of another length,
 * - `missing` if the lap does not exist or the caller may not see it: the answer does not say which.
 */
export const COMPARED_STATES = [
  'ready',
  'pending',
  'noTrace',
  'otherTrack',
  'otherLayout',
  'missing',
] as const

export const ComparedLap = Type.Object({
  sessionId: describe(Uuid, 'Id of the recorded session, as asked for.'),
  driverIdx: Type.Integer({ description: 'Car index of the driver, as asked for.' }),
  lapNum: Type.Integer({ description: 'Lap, as asked for.' }),
  state: Type.Enum([...COMPARED_STATES], {
    description:
      '`ready`: with its trace; `pending`: the trace is being made, ask again; `noTrace`: without telemetry; `otherTrack`: on another track than the first lap; `otherLayout`: on a layout of another length; `missing`: not found, or not for the caller.',
  }),
  details: nullable(LapDetails, 'The lap; null if it is missing.'),
  lengthM: nullable(
    Type.Number(),
    'Length of the lap in m: the last point of the trace; the others are 5 m apart. Null without a trace.',
  ),
  columns: nullable(
    PackedColumns,
    'The trace, packed; null without one. A column has the channel of its name in steps of its resolution, null in a gap; it is null as a whole if the game does not send it or the driver restricts it.',
  ),
})
export type ComparedLap = Static<typeof ComparedLap>

export const LapComparison = Type.Object({
  trackId: nullable(TrackNumber, 'Track of the first lap that was found; null without one.'),
  laps: Type.Array(ComparedLap, { description: 'The laps in the order asked for.' }),
})
export type LapComparison = Static<typeof LapComparison>

export const lapComparisons = endpointTable({
  compare: {
    method: 'GET',
    path: '/api/Laps/compare',
    summary:
      'Up to four laps of one track with their traces, from any sessions that the caller may see',
    query: Type.Object({
      laps: Type.String({
        description: `The laps as \`SESSION.DRIVER.LAP\` with commas between them, at most ${COMPARED_LAPS_MAX}.`,
        pattern: LAP_REFERENCES_PATTERN,
        'x-expected': `must be 1 to ${COMPARED_LAPS_MAX} laps like SESSION.DRIVER.LAP, with commas between them`,
        maxLength: COMPARED_LAPS_MAX * 50,
      }),
    }),
    response: LapComparison,
  },
})
