/** Coordinates are in metres in the game's world. */
export type TrackPoint = readonly [x: number, z: number]
export type Outline = readonly (TrackPoint | null)[]

export interface TrackFit {
  readonly project: (x: number, z: number) => readonly [left: number, top: number]
  /** The outline is smoothed, and scaled to the box. */
  readonly points: readonly (readonly [left: number, top: number] | null)[]
  /** It is an SVG path through the known points, with gaps between them. */
  readonly path: string
  /** It has the position and the direction in degrees of the start line; it is null while that is unknown. */
  readonly line: { left: number; top: number; angle: number } | null
}

interface Box {
  readonly width: number
  readonly height: number
  readonly padding: number
}

/**
 * Fits the outline into a box at the largest scale, so that pages and share pictures draw the same track.
 * Returns null while fewer than two points are known.
 */
export function fitTrack(outline: Outline, box: Box): TrackFit | null {
  const known = outline.filter((point) => point !== null)
  if (known.length < 2) return null
  // An incomplete track is not rotated, because it would spin while it grows.
  const best = place(known, known.length === outline.length ? angleOf(known) : 0, box)
  const project = (x: number, z: number) => best.project(x, z)
  const smooth = smoothed(smoothed(outline))
  const points = smooth.map((point) => point && project(...point))
  return { project, points, path: pathOf(points), line: lineOf(points) }
}

/** A track has the same orientation wherever it is drawn: the one that fits best into a box of this shape. */
const USUAL_BOX = { width: 160, height: 100, padding: 0 }
/**
 * Recordings of a track differ by metres, so that the smallest of the rotations that fit about equally well
 * is chosen.
 */
const AS_GOOD = 0.97

function angleOf(known: readonly TrackPoint[]): number {
  const placements = TURNS.map((angle) => ({ angle, scale: place(known, angle, USUAL_BOX).scale }))
  const bestScale = Math.max(...placements.map(({ scale }) => scale))
  const good = placements.filter(({ scale }) => scale >= bestScale * AS_GOOD)
  return good.reduce((a, b) => (Math.abs(b.angle) < Math.abs(a.angle) ? b : a)).angle
}

/** Angles from -80° to 90° find the best fit; a half turn changes nothing. */
const TURNS = Array.from({ length: 18 }, (_, step) => ((step * 10 - 80) * Math.PI) / 180)

function place(known: readonly TrackPoint[], angle: number, { width, height, padding }: Box) {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const xs = known.map(([x, z]) => x * cos - z * sin)
  const ys = known.map(([x, z]) => x * sin + z * cos)
  const left = Math.min(...xs)
  const top = Math.min(...ys)
  const spanX = Math.max(...xs) - left || 1
  const spanY = Math.max(...ys) - top || 1
  const scale = Math.min((width - 2 * padding) / spanX, (height - 2 * padding) / spanY)
  const offsetX = (width - spanX * scale) / 2
  const offsetY = (height - spanY * scale) / 2
  return {
    scale,
    project: (x: number, z: number): [number, number] => [
      offsetX + (x * cos - z * sin - left) * scale,
      offsetY + (x * sin + z * cos - top) * scale,
    ],
  }
}

/** Smooths the outline, since grid places left and right of the centre line make it jagged. */
function smoothed(outline: Outline): Outline {
  return outline.map((point, index) => {
    const before = outline.at(index - 1)
    const after = outline[(index + 1) % outline.length]
    if (!point || !before || !after) return point
    return [(before[0] + 2 * point[0] + after[0]) / 4, (before[1] + 2 * point[1] + after[1]) / 4]
  })
}

function pathOf(points: TrackFit['points']): string {
  let path = ''
  let drawing = false
  for (const point of points) {
    if (!point) {
      drawing = false
      continue
    }
    path += `${drawing ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`
    drawing = true
  }
  return points.includes(null) ? path : `${path}Z`
}

function lineOf([first, second]: TrackFit['points']): TrackFit['line'] {
  if (!first || !second) return null
  const angle = (Math.atan2(second[1] - first[1], second[0] - first[0]) * 180) / Math.PI
  return { left: first[0], top: first[1], angle }
}

/** Returns the known share of the track, from 0 to 1. */
export function knownShare(outline: Outline): number {
  if (outline.length === 0) return 0
  return outline.filter((point) => point !== null).length / outline.length
}
