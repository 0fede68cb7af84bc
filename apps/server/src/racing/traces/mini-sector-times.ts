import { MINI_SECTORS } from '@pitboard/contract/live/mini-sectors'
import { TRACE_GRID_M } from '@pitboard/contract/traces/lap-traces'
import { valuesOf } from '@pitboard/telemetry/traces/trace-codec'
import type { TracedLap } from '@pitboard/telemetry/traces/traced-lap'

/** Received less often, times between two samples are guesses. */
const SAMPLE_HZ_MIN = 9

/** The times of a lap in its mini-sectors, which add up to it; null if a part of it is unknown. */
export function miniSectorTimes({ columns, lengthM, sampleHz }: TracedLap): number[] | null {
  const column = columns.get('timeMs')
  if (!column || sampleHz === null || sampleHz < SAMPLE_HZ_MIN) return null
  const timeMs = valuesOf('timeMs', column)
  const ends = Array.from({ length: MINI_SECTORS + 1 }, (_, index) =>
    timeAt(timeMs, (index * lengthM) / MINI_SECTORS, lengthM),
  )
  const times = ends.slice(1).flatMap((endMs, index) => {
    const startMs = ends[index]
    return typeof endMs === 'number' && typeof startMs === 'number' ? [endMs - startMs] : []
  })
  return times.length === MINI_SECTORS && times.every((ms) => ms > 0) ? times : null
}

/** Rounded to a millisecond; null in a gap. */
function timeAt(
  timeMs: readonly (number | null)[],
  distanceM: number,
  lengthM: number,
): number | null {
  const point = Math.min(Math.floor(distanceM / TRACE_GRID_M), timeMs.length - 2)
  const [before, after] = [timeMs[point], timeMs[point + 1]]
  if (typeof before !== 'number' || typeof after !== 'number') return null
  const fromM = point * TRACE_GRID_M
  const stepM = Math.min(fromM + TRACE_GRID_M, lengthM) - fromM
  return Math.round(before + ((after - before) * (distanceM - fromM)) / stepM)
}
