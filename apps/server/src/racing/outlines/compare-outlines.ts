import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { TrackPoint } from '@pitboard/analysis/track/track-geometry'

export type Outline = SessionDetail['trackOutline']

/** Sessions draw these of a track. The pit lane has its points at the same distances. */
export interface TrackLines {
  readonly trackOutline: Outline
  readonly pitLane: Outline
}

/** A point or two may be missing where the first car left the grid. */
const KNOWN_SHARE_MIN = 0.97
/** Chords are shorter than the track, and cars do not follow the middle. */
const LENGTH_SHARE_MAX = 0.06
/** It is the width of a wide track, with its run-off, left and right. */
const DEVIATION_METRES_MAX = 30
/** Some lanes run behind the paddock, but none on the other side of the circuit. */
const LANE_DEVIATION_METRES_MAX = 200
/** Every car may have been too slow around a box. */
const LANE_STEPS = [1, 2, 3, 4]
const LANE_METRES_MIN = 100
const LANE_METRES_MAX = 2_000

/** Returns whether an outline can be the whole of a track of this length. */
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

/** Returns whether a pit lane can be that of a track of this length: one piece, beside the outline. */
export function isPlausiblePitLane({ trackOutline, pitLane }: TrackLines, length: number): boolean {
  const count = pitLane.length
  if (count !== trackOutline.length) return false
  let metres = 0
  let pieces = 0
  for (const [place, point] of pitLane.entries()) {
    if (!point) continue
    const beside = trackOutline[place]
    if (beside && distance(point, beside) > LANE_DEVIATION_METRES_MAX) return false
    const ahead = LANE_STEPS.find((step) => pitLane[(place + step) % count])
    const next = ahead === undefined ? null : pitLane[(place + ahead) % count]
    if (!next || ahead === undefined) {
      pieces++
      continue
    }
    const step = distance(point, next)
    if (step > (4 * ahead * length) / count) return false
    metres += step
  }
  return pieces === 1 && metres >= LANE_METRES_MIN && metres <= LANE_METRES_MAX
}

/** Returns whether two outlines show the same track, wherever both are known. */
export function agreeOutlines(one: Outline, other: Outline): boolean {
  if (one.length !== other.length) return false
  return one.every((point, place) => {
    const same = other[place]
    return !point || !same || distance(point, same) <= DEVIATION_METRES_MAX
  })
}

/** Creates a function that fills what a session has not drawn yet. The same lines give the same result. */
export function createTrackFill(known: TrackLines | null): (own: TrackLines) => TrackLines {
  let last: { readonly own: TrackLines; readonly filled: TrackLines } | null = null
  return ({ trackOutline, pitLane }) => {
    const isSame = last?.own.trackOutline === trackOutline && last.own.pitLane === pitLane
    if (last && isSame) return last.filled
    const filled = {
      trackOutline: fillOutline(trackOutline, known?.trackOutline ?? null),
      pitLane: fillOutline(pitLane, known?.pitLane ?? null),
    }
    last = { own: { trackOutline, pitLane }, filled }
    return filled
  }
}

/** Fills the gaps of an outline from what is known of the track, unless it contradicts the cars. */
export function fillOutline(own: Outline, known: Outline | null): Outline {
  if (!known || !own.includes(null) || !agreeOutlines(own, known)) return own
  return own.map((point, place) => point ?? known[place] ?? null)
}

/** Returns the mean of an outline of this many sessions and of a new one. */
export function averageOutlines(stored: Outline, sessions: number, added: Outline): Outline {
  return stored.map((point, place) => {
    const next = added[place]
    if (!point || !next) return point ?? next ?? null
    return [mean(point[0], next[0], sessions), mean(point[1], next[1], sessions)]
  })
}

function mean(before: number, added: number, sessions: number): number {
  // The result is never -0, which JSON cannot represent.
  return Math.round(((before * sessions + added) / (sessions + 1)) * 10) / 10 + 0
}

function distance(one: TrackPoint, other: TrackPoint): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1])
}
