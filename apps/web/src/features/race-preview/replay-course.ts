import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { Outline, TrackPoint } from '@pitboard/analysis/track/track-geometry'

/** One car came round like this: its laps ended then, and it started there. */
export interface CarTimeline {
  /** It is the race time at the end of each lap. */
  readonly ends: readonly number[]
  /** It is in metres behind the line, as a negative number. */
  readonly gridMetres: number
  readonly trackLength: number
}

/** Two places of the grid are so far apart. */
const GRID_STEP_METRES = 8
/** A driver without a known lap time gets this one. */
const SOME_LAP_MS = 90_000

type Driven = Pick<Driver, 'lapTimes' | 'startingPosition'>

export function carTimeline(driver: Driven, place: number, trackLength: number): CarTimeline {
  const known = driver.lapTimes.flatMap(({ lapTime }) => lapTime ?? [])
  const meanMs =
    known.length > 0 ? known.reduce((sum, lapMs) => sum + lapMs, 0) / known.length : SOME_LAP_MS
  let endMs = 0
  const ends = driver.lapTimes.map(({ lapTime }) => (endMs += lapTime ?? meanMs))
  const grid = driver.startingPosition ?? place + 1
  return { ends, gridMetres: -grid * GRID_STEP_METRES, trackLength }
}

/** Returns metres from the line at the start of the race. */
export function metresAt(course: CarTimeline, timeMs: number): number {
  const { ends, gridMetres, trackLength } = course
  const lap = ends.findIndex((endMs) => timeMs < endMs)
  if (lap < 0) return ends.length === 0 ? gridMetres : ends.length * trackLength
  const [startMs, endMs] = [startMsOf(course, lap), itemAt(ends, lap)]
  const from = lap === 0 ? gridMetres : lap * trackLength
  const share = Math.max(0, timeMs - startMs) / (endMs - startMs)
  return from + ((lap + 1) * trackLength - from) * share
}

/** A lap begins where the one before ends, the first one with the race. */
function startMsOf({ ends }: CarTimeline, lap: number): number {
  return lap === 0 ? 0 : itemAt(ends, lap - 1)
}

/** Returns when the last known lap ended; without one, the beginning of the race. */
export function lastEndMs({ ends }: CarTimeline): number {
  return ends.at(-1) ?? 0
}

/** Returns the race time at which a car was there; the last one known for what it never reached. */
export function timeAt(course: CarTimeline, metres: number): number {
  const { ends, gridMetres, trackLength } = course
  const lap = Math.max(0, Math.floor(metres / trackLength))
  const endMs = ends[lap]
  if (endMs === undefined) return lastEndMs(course)
  const startMs = startMsOf(course, lap)
  const from = lap === 0 ? gridMetres : lap * trackLength
  const share = (metres - from) / ((lap + 1) * trackLength - from)
  return startMs + (endMs - startMs) * share
}

/** Returns where on the outline a car is that has driven that many laps; null where the track is unknown. */
export function pointOnTrack(outline: Outline, laps: number): TrackPoint | null {
  const along = (laps - Math.floor(laps)) * outline.length
  const index = Math.floor(along)
  const from = outline[index]
  const to = outline[(index + 1) % outline.length]
  if (!from || !to) return null
  const share = along - index
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}
