import type { ChartDriver } from '../laps/chart-driver.ts'
import type { LapLine } from '../laps/lap-lines.ts'
import type { Neutralised } from '@pitboard/analysis/laps/neutralised-laps'

export interface PlotLine extends LapLine {
  readonly driver: ChartDriver
  /** These laps get a ring. */
  readonly ringed: ReadonlySet<number>
}

export interface LinePlotData {
  readonly lastLap: number
  readonly lines: readonly PlotLine[]
  readonly neutralised: readonly Neutralised[]
  /** Each line has its driver's code at its end. */
  readonly named?: true
  /** The smallest value stands at the top. */
  readonly reversed: boolean
  readonly range: readonly [number, number]
  /** Returns where a value is drawn. */
  readonly place: (value: number) => number
  readonly format: (value: number) => string
  /** These values get a line across. */
  readonly ticks: readonly number[]
}
