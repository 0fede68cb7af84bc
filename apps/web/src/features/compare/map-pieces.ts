import { gridCount } from '@pitboard/analysis/comparison/aligned-lap'
import type { ShownComparison } from './compared/compared-laps.ts'

/** The piece of the track has one colour. */
export interface MapPiece {
  /** Both points of the grid are included. */
  readonly first: number
  readonly last: number
  /** It is the place of the quickest lap among those shown, or a step of speed; null where none stands out. */
  readonly value: number | null
}

/** This many are 50 m, about as long as a braking zone. */
const POINTS_PER_PIECE = 10
/** Laps that differ less are equal here. */
const STANDS_OUT_MS = 5
export const SPEED_STEPS = 6

/** Returns for each piece of the track which lap is the quickest there; it is null if none stands out. */
export function gainPieces({ grid, laps }: ShownComparison): MapPiece[] {
  return piecesOf(gridCount(grid), (first, last) => {
    const times = laps.map(({ aligned: { timeMs } }) => {
      const [from, to] = [timeMs[first] ?? null, timeMs[last] ?? null]
      return from === null || to === null ? Infinity : to - from
    })
    const [quickest = Infinity, second = Infinity] = times.toSorted((a, b) => a - b)
    const standsOut = second - quickest >= STANDS_OUT_MS && second < Infinity
    return standsOut ? times.indexOf(quickest) : null
  })
}

/** Returns how quick the reference is in each piece, in steps between its slowest and its fastest point. */
export function speedPieces(comparison: ShownComparison): MapPiece[] {
  const { grid, laps } = comparison
  const speeds = laps[0].aligned.speedKmh
  const reach = speedReach(comparison)
  return piecesOf(gridCount(grid), (first) => {
    const speed = speeds[first] ?? null
    if (speed === null || reach === null) return null
    const share = (speed - reach[0]) / Math.max(reach[1] - reach[0], 1)
    return Math.min(Math.floor(share * SPEED_STEPS), SPEED_STEPS - 1)
  })
}

/** Returns the slowest and the fastest speed of the reference; null if they are not known. */
export function speedReach({ laps }: ShownComparison): readonly [number, number] | null {
  const known = laps[0].aligned.speedKmh.filter((speed) => speed !== null)
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)]
}

/** Neighbours of one value are one piece. */
function piecesOf(
  count: number,
  valueOf: (first: number, last: number) => number | null,
): MapPiece[] {
  const pieces: MapPiece[] = []
  for (let first = 0; first < count - 1; first += POINTS_PER_PIECE) {
    const last = Math.min(first + POINTS_PER_PIECE, count - 1)
    const value = valueOf(first, last)
    const before = pieces.at(-1)
    if (before && before.value === value) pieces[pieces.length - 1] = { ...before, last }
    else pieces.push({ first, last, value })
  }
  return pieces
}
