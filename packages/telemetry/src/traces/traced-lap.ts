import type { LapFlag } from '@pitboard/contract/traces/lap-traces'
import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'

/** Stands for null in a column. */
export const NO_VALUE = -0x8000_0000

/** Its numbers are multiples of the channel's resolution. */
export type TraceColumnData = Int32Array

/** A lap against distance: one value for each point of the grid. A channel that is unknown has no column. */
export interface TracedLap {
  readonly driverIdx: number
  readonly lapNum: number
  readonly flags: readonly LapFlag[]
  /** Is the number of samples of speed and pedals per second; null without any. */
  readonly sampleHz: number | null
  /** Is the official time in ms; null if unknown. */
  readonly lapTimeMs: number | null
  /** How many laps its tyres had done before, in every session; null where that is unknown. */
  readonly tyreAgeLaps: number | null
  readonly evidence: LapEvidence
  readonly lengthM: number
  readonly columns: ReadonlyMap<TraceChannel, TraceColumnData>
}

/** What the timing of a lap says of its time. */
export interface LapEvidence {
  /** How long it took by session time, in ms; null if an end of it is missing. */
  readonly clockMs: number | null
  /** It took so many ms longer by the times of reception than by session time, without pauses; null if unknown. */
  readonly receptionMs: number | null
  /** What the timing of the next lap says; null if that is missing. */
  readonly sentLapTimeMs: number | null
  /** The time by the last sample, its way to the line and its speed; null if that is unknown. */
  readonly reckonedMs: number | null
  /** Whether the timing says that it is invalid. */
  readonly isInvalid: boolean
}
