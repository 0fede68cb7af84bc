import type { LapFlag } from '@pitboard/contract/traces/lap-traces'
import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'

/** Stands for null in a column. */
export const NO_VALUE = -0x8000_0000

/** A column of multiples of its channel's resolution. */
export type TraceColumnData = Int32Array

/** A lap against distance: one value for each point of the grid. A channel that is unknown has no column. */
export interface TracedLap {
  readonly driverIdx: number
  readonly lapNum: number
  readonly flags: readonly LapFlag[]
  /** Samples of speed and pedals per second; null without any. */
  readonly sampleHz: number | null
  /** The official time in ms; null if unknown. */
  readonly lapTimeMs: number | null
  /** How long the lap took by the time stamps of its datagrams, in ms; null if an end of it is missing. */
  readonly clockMs: number | null
  readonly lengthM: number
  readonly columns: ReadonlyMap<TraceChannel, TraceColumnData>
}
