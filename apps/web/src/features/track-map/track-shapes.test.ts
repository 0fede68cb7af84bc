import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { fitTrack, type Outline, type TrackFit } from '@pitboard/analysis/track/track-geometry'
import { setGlobals } from '../../testing/set-globals.ts'
import { drawPitLane, markAt, traceLine, tracePart } from './track-shapes.ts'

const POINTS = 200
const BOX = { width: 400, height: 400, padding: 20 }

/** Returns a round track, or a lane inside it from that many points before the line to that many behind. */
function circle(radius: number, isKnown: (fromLine: number) => boolean = () => true): Outline {
  return Array.from({ length: POINTS }, (_, place) => {
    const angle = (place / POINTS) * 2 * Math.PI
    const isPart = isKnown(place > POINTS / 2 ? place - POINTS : place)
    return isPart ? [radius * Math.cos(angle), radius * Math.sin(angle)] : null
  })
}

const fit = fitTrack(circle(800), BOX)
assert.ok(fit)
const { points } = fit
const lane = circle(780, (fromLine) => fromLine >= -6 && fromLine <= 8)

test('the pit lane leaves the track before its first point and joins it after its last, across the line', () => {
  const drawn = drawPitLane(fit, lane, 0)
  assert.equal(drawn.points.length, 6 + 1 + 8 + 2)
  assert.deepEqual(drawn.points[0], points[POINTS - 7])
  assert.deepEqual(drawn.points.at(-1), points[9])
  assert.ok(drawn.shifts.every((pixels) => pixels === 0))
})

test('on a small map the lane lies beside the road, on its own side, and cars are moved with it', () => {
  const { points: drawn, shifts } = drawPitLane(fit, lane, 9)
  const [track, middle] = [points[0], drawn[7]]
  assert.ok(track && middle)
  const away = Math.hypot(middle[0] - track[0], middle[1] - track[1])
  assert.ok(Math.abs(away - 9) < 0.2, `${away} pixels`)
  const [centre] = [fit.project(0, 0)]
  const fromCentre = (point: readonly [number, number]) =>
    Math.hypot(point[0] - centre[0], point[1] - centre[1])
  assert.ok(fromCentre(middle) < fromCentre(track))
  const [left, top] = fit.project(780, 0)
  assert.ok(
    Math.hypot(left + (shifts[0] ?? 0) - middle[0], top + (shifts[1] ?? 0) - middle[1]) < 0.01,
  )
  assert.deepEqual([shifts[200], shifts[201]], [0, 0])
})

test('a lane with a gap around a box is one lane, and what lies further away is not part of it', () => {
  const gapped = lane.map((point, place) => (place >= 2 && place <= 4 ? null : point))
  assert.equal(drawPitLane(fit, gapped, 9).points.length, 17 - 3)
  const two = lane.map((point, place) => (place === 100 ? ([-780, 0] as const) : point))
  assert.equal(drawPitLane(fit, two, 9).points.length, 17)
  assert.deepEqual(drawPitLane(fit, [], 9).points, [])
})

test('a mark has the direction of travel, and points out of the circuit', () => {
  const mark = markAt(points, 0.25)
  const [next, at] = [points[51], points[50]]
  assert.ok(mark && next && at)
  const along = (next[0] - at[0]) * mark.along[0] + (next[1] - at[1]) * mark.along[1]
  assert.ok(along > 0)
  const centre = fit.project(0, 0)
  assert.ok((at[0] - centre[0]) * mark.out[0] + (at[1] - centre[1]) * mark.out[1] > 0)
})

/** The square of 800 m is driven clockwise from its upper left corner, and a metre is a pixel. */
const SQUARE: TrackFit['points'] = [
  [100, 100],
  [200, 100],
  [300, 100],
  [300, 200],
  [300, 300],
  [200, 300],
  [100, 300],
  [100, 200],
]

for (const [share, at, along, out] of [
  [0, [100, 100], [1, 0], [0, -1]],
  [0.0625, [150, 100], [1, 0], [0, -1]],
  [0.25, [300, 100], [0, 1], [1, 0]],
  [0.5, [300, 300], [-1, 0], [0, 1]],
  [0.8125, [100, 250], [0, -1], [-1, 0]],
  [-0.1875, [100, 250], [0, -1], [-1, 0]],
  [1.25, [300, 100], [0, 1], [1, 0]],
  [2.25, [300, 100], [0, 1], [1, 0]],
] as const) {
  test(`${share} of a lap is at ${at.join()}, and out of the circuit is ${out.join()}`, () => {
    const mark = markAt(SQUARE, share)
    assert.ok(mark)
    const rounded = [mark.at, mark.along, mark.out].map((pair) => pair.map((one) => one + 0))
    assert.deepEqual(rounded, [[...at], [...along], [...out]])
  })
}

test('out of a circuit that is driven the other way round is out of it too', () => {
  const mark = markAt(SQUARE.toReversed(), 0.125)
  assert.deepEqual(
    [mark?.at, mark?.out.map((one) => one + 0)],
    [
      [100, 300],
      [0, 1],
    ],
  )
})

test('where the track is unknown nothing can be marked', () => {
  const gapped = SQUARE.map((point, place) => (place === 2 ? null : point))
  assert.equal(markAt(gapped, 0.25), null)
  assert.equal(markAt(gapped, 0.2), null)
  assert.equal(markAt(gapped, 0.1), null, 'its direction is unknown')
  assert.ok(markAt(gapped, 0.75))
})

/** Records the lines that are drawn, as words. */
function recordPaths(t: TestContext) {
  class Path2D {
    readonly steps: string[] = []
    moveTo = (...to: readonly number[]) => this.steps.push(`to ${to.join()}`)
    lineTo = (...to: readonly number[]) => this.steps.push(`line ${to.join()}`)
    quadraticCurveTo = (...to: readonly number[]) => this.steps.push(`curve ${to.join()}`)
    closePath = () => this.steps.push('close')
  }
  setGlobals(t, { Path2D })
  return (path: unknown) => (path instanceof Path2D ? path.steps : null)
}

test('a full circle is a closed line without corners', (t) => {
  const stepsOf = recordPaths(t)
  const triangle = [
    [0, 0],
    [10, 0],
    [10, 20],
  ] as const
  assert.deepEqual(stepsOf(traceLine(triangle)), [
    'to 5,10',
    'curve 0,0,5,0',
    'curve 10,0,10,10',
    'curve 10,20,5,10',
    'close',
  ])
})

test('two points are a line, and a gap ends one', (t) => {
  const stepsOf = recordPaths(t)
  assert.deepEqual(
    stepsOf(
      traceLine([
        [0, 0],
        [10, 0],
      ]),
    ),
    ['to 0,0', 'line 0,0', 'line 10,0'],
  )
  assert.deepEqual(stepsOf(traceLine([[0, 0], [10, 0], [20, 10], null, [30, 0]])), [
    'to 0,0',
    'line 0,0',
    'curve 10,0,15,5',
    'line 20,10',
    'to 30,0',
    'line 30,0',
  ])
})

for (const [rule, from, to, steps] of [
  ['a side', 0, 0.25, ['to 100,100', 'line 200,100', 'line 300,100']],
  ['what lies across the line', 0.875, 1.125, ['to 100,200', 'line 100,100', 'line 200,100']],
  ['less than a step', 0.03125, 0.0625, ['to 125,100', 'line 150,100']],
] as const) {
  test(`of the track ${rule} is traced`, (t) => {
    assert.deepEqual(recordPaths(t)(tracePart(SQUARE, from, to)), steps)
  })
}

test('a part of the track that is unknown is left out', (t) => {
  const gapped = SQUARE.map((point, place) => (place === 2 ? null : point))
  assert.deepEqual(recordPaths(t)(tracePart(gapped, 0, 0.5)), [
    'to 100,100',
    'to 300,200',
    'line 300,300',
  ])
})

const FIT: TrackFit = { project: (x, z) => [x, z], points: SQUARE, path: '', line: null }

/** Returns a lane beside the upper side and the first corner, this many metres inside of them. */
function innerLane(metres: number): Outline {
  return SQUARE.map((point, place) =>
    place > 0 && place < 3 && point ? [point[0], 100 + metres] : null,
  )
}

test('a lane is drawn on its own side, as far as a small map needs, and less where it joins', () => {
  const { points: drawn, shifts } = drawPitLane(FIT, innerLane(10), 40)
  const [from, first, second, to] = drawn
  assert.deepEqual([from, to], [SQUARE[0], SQUARE[3]])
  // 30 px are lacking, of which a third is added at either end.
  assert.deepEqual(first, [200, 120])
  assert.equal(shifts[3], 10)
  assert.ok(second && second[1] > 110)
})

test('a lane that is far enough away is drawn where it is', () => {
  const { points: drawn, shifts } = drawPitLane(FIT, innerLane(60), 40)
  assert.deepEqual(drawn.slice(1, 3), [
    [200, 160],
    [300, 160],
  ])
  assert.ok(shifts.every((pixels) => pixels === 0))
})

test('a lane outside of the circuit is drawn further out', () => {
  const { points: drawn } = drawPitLane(FIT, innerLane(-10), 40)
  assert.deepEqual(drawn[1], [200, 80])
})

test('a lane of another outline is not drawn', () => {
  assert.deepEqual(drawPitLane(FIT, innerLane(10).slice(1), 40).points, [])
  assert.deepEqual(
    drawPitLane(
      FIT,
      SQUARE.map(() => null),
      40,
    ).points,
    [],
  )
})

test('of two pieces the longer one is the lane', () => {
  const long: TrackFit = {
    ...FIT,
    points: Array.from({ length: 20 }, (_, x) => [x * 10, 0] as const),
  }
  const pieces = (...places: readonly number[]): Outline =>
    long.points.map((point, place) => (places.includes(place) ? point : null))
  assert.deepEqual(
    drawPitLane(long, pieces(2, 8, 9, 10), 0).points.map(([left]) => left),
    [70, 80, 90, 100, 110],
  )
  assert.deepEqual(
    drawPitLane(long, pieces(2, 3, 6, 7), 0).points.map(([left]) => left),
    [10, 20, 30, 60, 70, 80],
    'around a box it may be unknown',
  )
})
