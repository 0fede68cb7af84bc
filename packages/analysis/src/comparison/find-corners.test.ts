import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TrackPoint } from '../track/track-geometry.ts'
import { findCorners } from './find-corners.ts'

const STEP_M = 5

interface Piece {
  readonly lengthM: number
  /** A negative angle turns to the left. */
  readonly angleDeg: number
}

const straight = (lengthM: number): Piece => ({ lengthM, angleDeg: 0 })
const bend = (angleDeg: number, radiusM: number): Piece => ({
  lengthM: (Math.abs(angleDeg) / 180) * Math.PI * radiusM,
  angleDeg,
})

/** The track has a hairpin to the right, a chicane, a fast left and three corners back to the line. */
const TRACK = [
  straight(400),
  bend(180, 30),
  straight(300),
  bend(-60, 50),
  bend(60, 50),
  straight(250),
  bend(-90, 120),
  straight(200),
  bend(90, 60),
  straight(300),
  bend(90, 80),
  straight(300),
  bend(90, 50),
  straight(200),
]

/** Returns points along the track every few metres; the track ends where its last piece ends. */
function drive(pieces: readonly Piece[], sway: (distanceM: number) => number = () => 0) {
  const lengthM = pieces.reduce((sum, piece) => sum + piece.lengthM, 0)
  const points: TrackPoint[] = []
  let [x, z, heading, reached, at] = [0, 0, 0, 0, 0]
  for (const { lengthM: pieceM, angleDeg } of pieces) {
    const stepM = 0.05
    const steps = Math.round(pieceM / stepM)
    for (let step = 0; step < steps; step++) {
      if (at >= reached) {
        points.push([x - Math.sin(heading) * sway(at), z + Math.cos(heading) * sway(at)])
        reached += STEP_M
      }
      heading += ((angleDeg / 180) * Math.PI) / steps
      x += Math.cos(heading) * stepM
      z += Math.sin(heading) * stepM
      at += stepM
    }
  }
  return { line: [...points, points[0] ?? null], grid: { stepM: STEP_M, lengthM } }
}

function turns(pieces: readonly Piece[], sway?: (distanceM: number) => number) {
  const { line, grid } = drive(pieces, sway)
  return findCorners(line, grid)
}

describe('corners by the curvature of the line of a car', () => {
  test('each bend is one corner, numbered from the line on, with its direction and angle', () => {
    const corners = turns(TRACK)
    assert.deepEqual(
      corners.map(({ number, direction }) => `${number} ${direction}`),
      ['1 right', '2 left', '3 right', '4 left', '5 right', '6 right', '7 right'],
    )
    for (const [index, { angleDeg }] of corners.entries()) {
      const wanted = [180, 60, 60, 90, 90, 90, 90][index] ?? 0
      assert.ok(Math.abs(angleDeg - wanted) < 15, `${angleDeg} instead of ${wanted}`)
    }
  })

  test('the apex lies in the middle of the bend, within 10 m', () => {
    const [hairpin, , , fastLeft] = turns(TRACK)
    const hairpinM = 400 + (Math.PI * 30) / 2
    const fastLeftM = 400 + Math.PI * 30 + 300 + (2 * Math.PI * 50) / 3 + 250 + (Math.PI * 120) / 4
    assert.ok(Math.abs((hairpin?.apexM ?? 0) - hairpinM) <= 10, `${hairpin?.apexM} ${hairpinM}`)
    assert.ok(Math.abs((fastLeft?.apexM ?? 0) - fastLeftM) <= 10, `${fastLeft?.apexM} ${fastLeftM}`)
  })

  test('cars on other lines find the same corners, less than 30 m apart', () => {
    const middle = turns(TRACK)
    for (const phase of [0, 1, 2, 3]) {
      const other = turns(TRACK, (distanceM) => 3 * Math.sin(distanceM / 160 + phase))
      assert.equal(other.length, middle.length)
      for (const [index, corner] of other.entries()) {
        assert.ok(Math.abs(corner.apexM - (middle[index]?.apexM ?? 0)) < 30)
      }
    }
  })

  test('a kink of a few degrees is not a corner', () => {
    assert.equal(turns([...TRACK.slice(0, 1), bend(6, 200), ...TRACK.slice(1)]).length, 7)
  })

  test('two bends of one direction with a short straight between them are one corner', () => {
    const end = [bend(90, 60), straight(25), bend(90, 60)]
    assert.equal(turns([straight(150), ...end, straight(300), ...end, straight(150)]).length, 2)
  })

  test('a corner over the line is one corner', () => {
    const pieces = [bend(90, 60), straight(300), bend(180, 60), straight(300), bend(90, 60)]
    const [first, second, ...others] = turns(pieces)
    assert.deepEqual(others, [])
    assert.equal(second?.direction, 'right')
    assert.ok((first?.startM ?? 0) > (first?.endM ?? 0), JSON.stringify(first))
  })

  test('a short gap of positions changes nothing, a long one leaves the corners unknown', () => {
    const { line, grid } = drive(TRACK)
    const holes = (count: number) =>
      line.map((point, index) => (index < 200 || index >= 200 + count ? point : null))
    assert.equal(findCorners(holes(6), grid).length, 7)
    assert.deepEqual(findCorners(holes(40), grid), [])
    assert.deepEqual(findCorners([], grid), [])
  })
})
