import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Outline, TrackPoint } from '../track/track-geometry.ts'
import { type LapGrid, gridDistance } from './aligned-lap.ts'

/**
 * Distances are in metres from the line. `startM` is larger than `endM` where the corner lies over the line.
 */
export interface Corner {
  /** Corners are numbered from 1, in the order in which a lap passes them. */
  readonly number: number
  readonly startM: number
  /**
   * The apex is where half of the angle has been turned, because that does not wander with the line of a car.
   */
  readonly apexM: number
  readonly endM: number
  readonly direction: 'left' | 'right'
  readonly angleDeg: number
}

/** Curvature is measured over this distance to both sides, which hides the noise of positions. */
const REACH_M = 15
/** Curvature is in 1/m: a corner begins at a radius of 330 m and ends at one of 500 m. */
const BEND_MIN = 0.003
const BEND_END = 0.002
/** A car may straighten the line for this distance within one corner. */
const JOIN_M = 45
const ANGLE_MIN_DEG = 12
/** Longer gaps between known positions could hide a corner. */
const GAP_MAX_M = 60
const DEGREES = 180 / Math.PI

/**
 * Returns the corners of a track by the curvature of the line that a car drove, numbered in their order.
 * Official numbers may differ, since they count kinks that cars drive straight through. The list is empty
 * where the line is incomplete.
 */
export function findCorners(line: Outline, grid: LapGrid): Corner[] {
  const points = closeGaps(line.slice(0, -1), grid.stepM)
  if (points === null || points.length < 10) return []
  const bends = curvature(points, Math.max(Math.round(REACH_M / grid.stepM), 1))
  const arcs = findArcs(bends, Math.round(JOIN_M / grid.stepM))
  return arcs
    .flatMap((arc) => measureArc(arc, bends, grid))
    .toSorted((a, b) => a.apexM - b.apexM)
    .map((corner, index) => ({ number: index + 1, ...corner }))
}

/** Bridges short gaps with straight lines; returns null if a gap is too long. */
function closeGaps(line: Outline, stepM: number): TrackPoint[] | null {
  const count = line.length
  const longest = Math.floor(GAP_MAX_M / stepM)
  const closed = line.map((point, index) => {
    if (point) return point
    const back = distanceToPoint(line, index, -1, longest)
    const ahead = distanceToPoint(line, index, 1, longest)
    const before = line[(index - back + count) % count]
    const after = line[(index + ahead) % count]
    if (!before || !after || back + ahead > longest + 1) return null
    const share = back / (back + ahead)
    return [
      before[0] + (after[0] - before[0]) * share,
      before[1] + (after[1] - before[1]) * share,
    ] as const
  })
  const known = closed.filter((point) => point !== null)
  return known.length === count ? known : null
}

function distanceToPoint(line: Outline, from: number, direction: 1 | -1, longest: number): number {
  const count = line.length
  for (let steps = 1; steps <= longest; steps++) {
    if (line[(from + direction * steps + count) % count]) return steps
  }
  return longest + 1
}

/**
 * Returns the signed curvature at each point in 1/m: that of the circle through the point and its two
 * neighbours.
 */
function curvature(points: readonly TrackPoint[], reach: number): number[] {
  const count = points.length
  const raw = points.map((point, index) => {
    const before = points[(index - reach + count) % count]
    const after = points[(index + reach) % count]
    return before && after ? bendOf(before, point, after) : 0
  })
  return raw.map((_, index) => {
    const around = [-2, -1, 0, 1, 2].map((offset) => bendAt(raw, index + offset + count))
    return around.reduce((sum, value) => sum + value, 0) / around.length
  })
}

function bendOf([ax, az]: TrackPoint, [bx, bz]: TrackPoint, [cx, cz]: TrackPoint): number {
  const cross = (bx - ax) * (cz - bz) - (bz - az) * (cx - bx)
  const sides =
    Math.hypot(bx - ax, bz - az) * Math.hypot(cx - bx, cz - bz) * Math.hypot(cx - ax, cz - az)
  return sides === 0 ? 0 : (2 * cross) / sides
}

interface Arc {
  /** It may count beyond the last point where the arc lies over the line. */
  readonly first: number
  readonly last: number
}

/**
 * Finds runs of points that bend in one direction, and joins those of one direction where little lies between
 * them.
 */
function findArcs(bends: readonly number[], joined: number): Arc[] {
  const count = bends.length
  // A run that lies over the line is found whole if the search begins on a straight.
  const begin = bends.findIndex((bend) => Math.abs(bend) < BEND_END)
  if (begin < 0) return []
  const arcs: Arc[] = []
  let first = -1
  let sign = 0
  for (let index = begin; index <= begin + count; index++) {
    const bend = bendAt(bends, index)
    const isBent = Math.abs(bend) >= BEND_END && index < begin + count
    if (first >= 0 && (!isBent || Math.sign(bend) !== sign)) {
      addArc(arcs, { first, last: index - 1 }, bends, joined)
      first = -1
    }
    if (isBent && first < 0) {
      first = index
      sign = Math.sign(bend)
    }
  }
  return arcs
}

function addArc(arcs: Arc[], arc: Arc, bends: readonly number[], joined: number): void {
  if (sharpestOf(arc, bends) < BEND_MIN) return
  const before = arcs.at(-1)
  const isSame =
    before !== undefined &&
    arc.first - before.last <= joined &&
    Math.sign(bendAt(bends, before.last)) === Math.sign(bendAt(bends, arc.first))
  if (isSame) arcs[arcs.length - 1] = { first: before.first, last: arc.last }
  else arcs.push(arc)
}

/** The line is closed, so that the first point follows the last one. */
function bendAt(bends: readonly number[], index: number): number {
  return itemAt(bends, index % bends.length)
}

function sharpestOf({ first, last }: Arc, bends: readonly number[]): number {
  let sharpest = 0
  for (let index = first; index <= last; index++) {
    sharpest = Math.max(sharpest, Math.abs(bendAt(bends, index)))
  }
  return sharpest
}

function measureArc(
  { first, last }: Arc,
  bends: readonly number[],
  grid: LapGrid,
): Omit<Corner, 'number'>[] {
  const count = bends.length
  const turned = (index: number) => bendAt(bends, index) * grid.stepM * DEGREES
  let total = 0
  for (let index = first; index <= last; index++) total += turned(index)
  if (Math.abs(total) < ANGLE_MIN_DEG) return []
  let apex = first
  for (let sum = turned(first); Math.abs(sum) < Math.abs(total) / 2 && apex < last;) {
    apex++
    sum += turned(apex)
  }
  return [
    {
      startM: gridDistance(grid, first % count),
      apexM: gridDistance(grid, apex % count),
      endM: gridDistance(grid, last % count),
      // The world's z axis points down on a map with x to the right.
      direction: total > 0 ? 'right' : 'left',
      angleDeg: Math.round(Math.abs(total)),
    },
  ]
}
