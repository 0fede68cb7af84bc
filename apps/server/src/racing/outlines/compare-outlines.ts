import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { TrackPoint } from '@pitboard/contract/sessions/track-geometry'

export type Outline = SessionDetail['trackOutline']

/** A point or two may be missing where the first car left the grid. */
const KNOWN_SHARE_MIN = 0.97
/** Chords are shorter than the track, and cars take other lines than the middle. */
const LENGTH_SHARE_MAX = 0.06
/** The width of a wide track, with its run-off, left and right. */
const DEVIATION_METRES_MAX = 30

/** Whether an outline can be the whole of a track of this length. */
export function isPlausibleOutline(outline: Outline, trackLength: number): boolean {
  const known = outline.filter((point) => point !== null)
  if (known.length === 0 || known.length < outline.length * KNOWN_SHARE_MIN) return false
  const spacing = trackLength / outline.length
  let length = 0
  for (const [place, point] of known.entries()) {
    const next = known[(place + 1) % known.length]
    const step = next ? distance(point, next) : 0
    // A car that is put back on the track draws a line across it.
    if (step > 4 * spacing) return false
    length += step
  }
  return Math.abs(length - trackLength) <= trackLength * LENGTH_SHARE_MAX
}

/** Whether two outlines show the same track, wherever both are known. */
export function agreeOutlines(one: Outline, other: Outline): boolean {
  if (one.length !== other.length) return false
  return one.every((point, place) => {
    const same = other[place]
    return !point || !same || distance(point, same) <= DEVIATION_METRES_MAX
  })
}

/**
 * Fills what a session has not drawn yet from what is known of the track, unless it contradicts the cars.
 * The same outline gives the same result.
 */
export function createOutlineFill(known: Outline | null): (own: Outline) => Outline {
  let last: { readonly own: Outline; readonly filled: Outline } | null = null
  return (own) => {
    if (last?.own !== own) last = { own, filled: fillOutline(own, known) }
    return last.filled
  }
}

function fillOutline(own: Outline, known: Outline | null): Outline {
  if (!known || !own.includes(null) || !agreeOutlines(own, known)) return own
  return own.map((point, place) => point ?? known[place] ?? null)
}

/** The mean of an outline of so many sessions and of a new one. */
export function averageOutlines(stored: Outline, sessions: number, added: Outline): Outline {
  return stored.map((point, place) => {
    const next = added[place]
    if (!point || !next) return point ?? next ?? null
    return [mean(point[0], next[0], sessions), mean(point[1], next[1], sessions)]
  })
}

function mean(before: number, added: number, sessions: number): number {
  // Never -0, which JSON cannot represent.
  return Math.round(((before * sessions + added) / (sessions + 1)) * 10) / 10 + 0
}

function distance(one: TrackPoint, other: TrackPoint): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1])
}
