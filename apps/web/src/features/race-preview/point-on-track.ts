import type { Outline, TrackPoint } from '@pitboard/contract/track-geometry'

/** Where on the outline a car is that has driven so many laps; null where the track is unknown. */
export function pointOnTrack(outline: Outline, laps: number): TrackPoint | null {
  const along = (laps - Math.floor(laps)) * outline.length
  const index = Math.floor(along)
  const from = outline[index]
  const to = outline[(index + 1) % outline.length]
  if (!from || !to) return null
  const share = along - index
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}
