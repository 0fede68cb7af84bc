import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Outline, TrackFit } from '@pitboard/analysis/track/track-geometry'

/** This is known of the track in its box. */
export type MapFit = Pick<TrackFit, 'project' | 'points'>

type Point = readonly [left: number, top: number]
type Points = readonly (Point | null)[]

/** It is a place on the track, in pixels of the whole map, with the directions along the track and out of it. */
export interface TrackMark {
  readonly at: Point
  readonly along: Point
  readonly out: Point
}

/** Around a box every car may have been too slow to show the pit lane. */
const GAP = [1, 2, 3, 4]

/** Draws a smooth line through the points; a full circle is closed. */
export function traceLine(points: Points): Path2D {
  const path = new Path2D()
  const isClosed = points.length > 2 && !points.includes(null)
  for (const [place, point] of points.entries()) {
    if (!point) continue
    const before = points[place - 1] ?? (isClosed ? points.at(-1) : null)
    const next = points[place + 1] ?? (isClosed ? points[0] : null)
    if (!before) path.moveTo(...point)
    else if (place === 0) path.moveTo(...middle(before, point))
    if (before && next) path.quadraticCurveTo(...point, ...middle(point, next))
    else path.lineTo(...point)
  }
  if (isClosed) path.closePath()
  return path
}

export interface DrawnLane {
  readonly points: readonly Point[]
  /** It says how far out the lane is drawn, x and y for each point of the outline, in pixels of the whole map. */
  readonly shifts: Float64Array
}

/**
 * Draws the pit lane from where it leaves the track to where it joins it again; it is empty if none is known. On a
 * small map the road is wider than in truth, so that the lane is drawn at least so many pixels beside its middle.
 */
export function drawPitLane(fit: MapFit, pitLane: Outline, pixels: number): DrawnLane {
  const count = fit.points.length
  const shifts = new Float64Array(2 * count)
  const places = findLane(pitLane)
  if (pitLane.length !== count || places.length === 0) return { points: [], shifts }
  const sides = places.map((place) => sideOf(fit, pitLane, place))
  const side = Math.sign(sides.reduce((sum, metres) => sum + metres, 0)) || 1
  const points = places.map((place, index): Point => {
    const taper = Math.min(1, (index + 1) / 3, (places.length - index) / 3)
    const room = Math.max(0, pixels - side * itemAt(sides, index)) * taper * side
    const [x, y] = acrossAt(fit.points, place)
    shifts[2 * place] = x * room
    shifts[2 * place + 1] = y * room
    const [left, top] = fit.project(...(pitLane[place] ?? [0, 0]))
    return [left + x * room, top + y * room]
  })
  const [entry = 0, exit = 0] = [places[0], places.at(-1)]
  const [from, to] = [fit.points.at(entry - 1), fit.points[(exit + 1) % count]]
  return { points: [...(from ? [from] : []), ...points, ...(to ? [to] : [])], shifts }
}

/** Finds the places of the outline along which there is a pit lane, in the order of driving: the longest piece. */
function findLane(pitLane: Outline): readonly number[] {
  const count = pitLane.length
  const isKnown = (place: number) => (pitLane[(place + count) % count] ?? null) !== null
  const pieces = pitLane.flatMap((point, place) => {
    const isEntry = point !== null && !GAP.some((step) => isKnown(place - step))
    return isEntry ? [followLane(place)] : []
  })
  return pieces.toSorted((a, b) => b.length - a.length)[0] ?? []

  function followLane(entry: number): number[] {
    const places: number[] = []
    for (let step = 0; step < count; step++) {
      if (isKnown(entry + step)) places.push((entry + step) % count)
      else if (!GAP.some((next) => isKnown(entry + step + next))) break
    }
    return places
  }
}

/** Returns how far to the right of the track's middle the pit lane is, in pixels. */
function sideOf({ points, project }: MapFit, pitLane: Outline, place: number): number {
  const [lane, track] = [pitLane[place], points[place]]
  if (!lane || !track) return 0
  const [left, top] = project(...lane)
  const [x, y] = acrossAt(points, place)
  return (left - track[0]) * x + (top - track[1]) * y
}

/** Returns the unit vector to the right of the direction of travel. */
function acrossAt(points: Points, place: number): Point {
  const [before, next] = [points.at(place - 1), points[(place + 1) % points.length]]
  if (!before || !next) return [0, 0]
  const [x, y] = [next[0] - before[0], next[1] - before[1]]
  const length = Math.hypot(x, y) || 1
  return [-y / length, x / length]
}

/** Returns a place of the track by its share of the lap; null where the track is unknown. */
export function markAt(points: Points, share: number): TrackMark | null {
  const at = pointAlong(points, share)
  const next = pointAlong(points, share + 1 / points.length)
  if (!at || !next) return null
  const [x, y] = [next[0] - at[0], next[1] - at[1]]
  const length = Math.hypot(x, y) || 1
  const along: Point = [x / length, y / length]
  const [midLeft, midTop] = middleOf(points)
  const side = along[1] * (at[0] - midLeft) - along[0] * (at[1] - midTop) >= 0 ? 1 : -1
  return { at, along, out: [along[1] * side, -along[0] * side] }
}

/** Traces a part of the track from one share of the lap to another, which may lie beyond the line. */
export function tracePart(points: Points, from: number, to: number): Path2D {
  const steps = Math.max(1, Math.ceil((to - from) * points.length))
  const part = Array.from({ length: steps + 1 }, (_, step) =>
    pointAlong(points, from + ((to - from) * step) / steps),
  )
  const path = new Path2D()
  for (const [place, point] of part.entries()) {
    if (!point) continue
    if (part[place - 1]) path.lineTo(...point)
    else path.moveTo(...point)
  }
  return path
}

function pointAlong(points: Points, share: number): Point | null {
  const place = (((share % 1) + 1) % 1) * points.length
  const before = points[Math.floor(place) % points.length]
  const next = points[(Math.floor(place) + 1) % points.length]
  if (!before || !next) return null
  const part = place - Math.floor(place)
  return [before[0] + (next[0] - before[0]) * part, before[1] + (next[1] - before[1]) * part]
}

function middleOf(points: Points): Point {
  const known = points.filter((point) => point !== null)
  const sum = (axis: 0 | 1) => known.reduce((total, point) => total + point[axis], 0)
  return [sum(0) / known.length, sum(1) / known.length]
}

function middle(one: Point, other: Point): Point {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]
}
