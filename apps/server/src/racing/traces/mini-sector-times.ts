import { MINI_SECTORS } from '@pitboard/contract/live/mini-sectors'
import { TRACE_GRID_M } from '@pitboard/contract/traces/lap-traces'
import { numbersOf } from '@pitboard/telemetry/traces/trace-codec'
import type { TracedLap } from '@pitboard/telemetry/traces/traced-lap'

/** At a lower rate, times between two samples would be guesses. */
const SAMPLE_HZ_MIN = 9

/** Returns the times of a lap in its mini-sectors, which add up to it; null if a part of it is unknown. */
export function miniSectorTimes({ columns, lengthM, sampleHz }: TracedLap): number[] | null {
  const column = columns.get('timeMs')
  if (!column || sampleHz === null || sampleHz < SAMPLE_HZ_MIN) return null
  const timeMs = numbersOf('timeMs', column)
  const ends = Array.from({ length: MINI_SECTORS + 1 }, (_, index) =>
    timeAt(timeMs, (index * lengthM) / MINI_SECTORS, lengthM),
  )
  const times = ends.slice(1).map((endMs, index) => endMs - (ends[index] ?? NaN))
  return times.every((ms) => ms > 0) ? times : null
}

/** Returns the time rounded to a millisecond; NaN in a gap. */
function timeAt(timeMs: Float64Array, distanceM: number, lengthM: number): number {
  const point = Math.min(Math.floor(distanceM / TRACE_GRID_M), timeMs.length - 2)
  const [before, after] = [timeMs[point] ?? NaN, timeMs[point + 1] ?? NaN]
  const fromM = point * TRACE_GRID_M
  const stepM = Math.min(fromM + TRACE_GRID_M, lengthM) - fromM
  return Math.round(before + ((after - before) * (distanceM - fromM)) / stepM)
}
