export interface Outline {
  /** Centre line, one node a metre from the start line on. */
  readonly x: Float64Array
  readonly z: Float64Array
}

const DRAFT_NODES_PER_CORNER = 40
const SMOOTHING_M = 11

/** A smooth closed line of exactly `lengthM` metres through freehand corners. */
export function drawOutline(
  points: readonly (readonly [number, number])[],
  lengthM: number,
): Outline {
  let line = catmullRom(points)
  // Smoothing shortens the line a little, and stretching spreads the nodes: it settles quickly.
  for (let round = 0; round < 3; round++) {
    line = evenlySpaced(line, lengthM)
    if (round === 0) line = smoothed(line, SMOOTHING_M)
  }
  return line
}

function catmullRom(points: readonly (readonly [number, number])[]): Outline {
  const count = points.length
  const x = new Float64Array(count * DRAFT_NODES_PER_CORNER)
  const z = new Float64Array(count * DRAFT_NODES_PER_CORNER)
  for (let i = 0; i < count; i++) {
    const [a, b, c, d] = [i - 1, i, i + 1, i + 2].map((k) => points[(k + count) % count] ?? [0, 0])
    if (!a || !b || !c || !d) continue
    for (let k = 0; k < DRAFT_NODES_PER_CORNER; k++) {
      const t = k / DRAFT_NODES_PER_CORNER
      x[i * DRAFT_NODES_PER_CORNER + k] = blend(a[0], b[0], c[0], d[0], t)
      z[i * DRAFT_NODES_PER_CORNER + k] = blend(a[1], b[1], c[1], d[1], t)
    }
  }
  return { x, z }
}

function blend(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
}

function evenlySpaced({ x, z }: Outline, lengthM: number): Outline {
  const count = x.length
  const along = new Float64Array(count + 1)
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count
    along[i + 1] =
      read(along, i) + Math.hypot(read(x, next) - read(x, i), read(z, next) - read(z, i))
  }
  const total = read(along, count)
  const scale = lengthM / total
  const result = { x: new Float64Array(lengthM), z: new Float64Array(lengthM) }
  let segment = 0
  for (let metre = 0; metre < lengthM; metre++) {
    const wanted = (metre / lengthM) * total
    while (read(along, segment + 1) <= wanted) segment++
    const from = read(along, segment)
    const t = (wanted - from) / (read(along, segment + 1) - from)
    const next = (segment + 1) % count
    result.x[metre] = scale * (read(x, segment) * (1 - t) + read(x, next) * t)
    result.z[metre] = scale * (read(z, segment) * (1 - t) + read(z, next) * t)
  }
  return result
}

function smoothed({ x, z }: Outline, sigmaM: number): Outline {
  const reach = Math.ceil(sigmaM * 3)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / sigmaM) ** 2),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const convolve = (values: Float64Array): Float64Array =>
    values.map((_, at) =>
      weights.reduce((total, w, i) => total + (w / sum) * readRound(values, at + i - reach), 0),
    )
  return { x: convolve(x), z: convolve(z) }
}

/** A node of a closed line; the index may lie outside it by one lap either way. */
export function readRound(values: Float64Array, index: number): number {
  const count = values.length
  return read(values, (index + count) % count)
}

function read(values: Float64Array, index: number): number {
  const value = values[index]
  if (value === undefined) throw new RangeError(`No node ${index} of ${values.length}`)
  return value
}
