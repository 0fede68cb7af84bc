import type { SessionDetail } from '@pitboard/contract/session'

type Outline = SessionDetail['trackOutline']
type Point = readonly [x: number, y: number]

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface TrackPath {
  /** An SVG path, with gaps where the track is not known. */
  readonly path: string
  /** The start line's place; null before it is known. */
  readonly start: Point | null
}

/** Twenty degrees at a time find the track's longest axis well enough for a picture. */
const TURNS = Array.from({ length: 9 }, (_, step) => (step * 20 * Math.PI) / 180)

/** The outline laid into the box, turned so that it becomes large; null before any is known. */
export function trackPath(outline: Outline, box: Box): TrackPath | null {
  const known = outline.filter((point) => point !== null)
  if (known.length < 2) return null
  const smooth = smoothed(smoothed(outline))
  const placements = TURNS.map((angle) => place(known, angle, box))
  const { project } = placements.reduce((a, b) => (b.scale > a.scale ? b : a))
  let path = ''
  let drawing = false
  for (const point of smooth) {
    if (point) path += `${drawing ? 'L' : 'M'}${project(point).map(tenths).join(' ')}`
    drawing = point !== null
  }
  const [first] = smooth
  return { path: outline.includes(null) ? path : `${path}Z`, start: first ? project(first) : null }
}

/** Cars stand left and right of the line on the grid: a line through them would be jagged. */
function smoothed(outline: Outline): Outline {
  return outline.map((point, index) => {
    const before = outline.at(index - 1)
    const after = outline[(index + 1) % outline.length]
    if (!point || !before || !after) return point
    return [(before[0] + 2 * point[0] + after[0]) / 4, (before[1] + 2 * point[1] + after[1]) / 4]
  })
}

function place(points: readonly Point[], angle: number, box: Box) {
  const turned = points.map((point) => turn(point, angle))
  const xs = turned.map(([x]) => x)
  const ys = turned.map(([, y]) => y)
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)]
  const spanX = Math.max(...xs) - minX || 1
  const spanY = Math.max(...ys) - minY || 1
  const scale = Math.min(box.width / spanX, box.height / spanY)
  const left = box.left + (box.width - spanX * scale) / 2
  const top = box.top + (box.height - spanY * scale) / 2
  const project = (point: Point): Point => {
    const [x, y] = turn(point, angle)
    return [left + (x - minX) * scale, top + (y - minY) * scale]
  }
  return { scale, project }
}

function turn([x, y]: Point, angle: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [x * cos - y * sin, x * sin + y * cos]
}

function tenths(value: number): string {
  return value.toFixed(1)
}
