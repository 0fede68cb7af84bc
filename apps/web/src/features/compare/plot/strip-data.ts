import type { LapGrid } from '@pitboard/analysis/comparison/aligned-lap'
import type { Channel } from '@pitboard/contract/comparison/packed-column'
import type { Corner } from '@pitboard/analysis/comparison/find-corners'
import type { LapLook } from '../compared/compared-laps.ts'

interface StripLine extends Pick<LapLook, 'colour' | 'dash'> {
  readonly values: Channel
}

/** The chart shows one channel of all laps against distance. */
export interface StripData {
  readonly grid: LapGrid
  readonly lines: readonly StripLine[]
  /** Null stands for as far as the lines in the window reach. */
  readonly range: readonly [number, number] | null
  /** Left out, round values are found. */
  readonly ticks?: readonly number[]
  readonly format: (value: number) => string
  readonly height: number
  readonly isHeld: boolean
  readonly corners: readonly Corner[]
  /** The numbers of the corners stand above the lines. */
  readonly hasCornerNumbers: boolean
  /** Distances stand below the lines. */
  readonly hasDistances: boolean
}
