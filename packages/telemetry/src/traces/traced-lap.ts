import type { LapFlag } from '@pitboard/contract/traces/lap-traces'
import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'

/** It stands for null in a column. */
export const NO_VALUE = -0x8000_0000

/** Its numbers are multiples of the channel's resolution. */
export type TraceColumnData = Int32Array

/**
 * The lap has one value for each point of the grid, against distance. A channel that is unknown has no
 * column.
 */
export interface TracedLap {
  readonly driverIdx: number
  readonly lapNum: number
  readonly flags: readonly LapFlag[]
  /** It is the number of samples of speed and pedals per second; null without any. */
  readonly sampleHz: number | null
  /** It is the official time in ms; null if unknown. */
  readonly lapTimeMs: number | null
  /** Its tyres had done this number of laps before, in every session; null where that is unknown. */
  readonly tyreAgeLaps: number | null
  readonly evidence: LapEvidence
  readonly lengthM: number
  readonly columns: ReadonlyMap<TraceChannel, TraceColumnData>
}

/** The evidence is what the timing of a lap says of its time. */
export interface LapEvidence {
  /** The lap took this long by session time, in ms; null if an end of it is missing. */
  readonly clockMs: number | null
  /** It took this many ms longer by the times of reception than by session time, without pauses; null if unknown. */
  readonly receptionMs: number | null
  /** The timing of the next lap says this; null if that is missing. */
  readonly sentLapTimeMs: number | null
  /** It is the time by the last sample, its way to the line and its speed; null if that is unknown. */
  readonly reckonedMs: number | null
  /** It is true if the timing says that the lap is invalid. */
  readonly isInvalid: boolean
}
