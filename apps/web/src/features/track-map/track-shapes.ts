import type { Outline, TrackFit } from '@pitboard/contract/sessions/track-geometry'

type Point = readonly [left: number, top: number]
type Points = readonly (Point | null)[]

/** A place on the track, in pixels of the whole map, with the directions along the track and out of it. */
export interface TrackMark {
  readonly at: Point
  readonly along: Point
  readonly out: Point
}

/** Around a box every car may have been too slow to show the pit lane. */
const LANE_GAP_MAX = 4

/** A smooth line through the points; a full circle is closed. */
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

/** The pit lane from where it leaves the track to where it joins it again; empty if none is known. */
export function joinPitLane({ points, project }: TrackFit, pitLane: Outline): Point[] {
  const count = pitLane.length
  const at = (place: number) => pitLane[(place + count) % count] ?? null
  const isEntry = (place: number) =>
    at(place) !== null && gapBefore(place).every((earlier) => at(earlier) === null)
  const entry = pitLane.findIndex((_, place) => isEntry(place))
  if (count !== points.length || entry < 0) return []
  const lane: Point[] = []
  let last = entry
  for (let place = entry; place < entry + count && place - last <= LANE_GAP_MAX; place++) {
    const point = at(place % count)
    if (!point) continue
    lane.push(project(...point))
    last = place
  }
  const [from, to] = [points.at(entry - 1), points[(last + 1) % count]]
  return [...(from ? [from] : []), ...lane, ...(to ? [to] : [])]
}

function gapBefore(place: number): number[] {
  return Array.from({ length: LANE_GAP_MAX }, (_, step) => place - step - 1)
}

/** A place of the track by its share of the lap; null where the track is unknown. */
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

/** A part of the track from one share of the lap to another, which may lie beyond the line. */
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
