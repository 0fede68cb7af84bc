import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type AlignedLap, gridCount, gridDistance, nearestIndex, valueAt } from './aligned-lap.ts'
import { cornerFigures } from './corner-figures.ts'
import type { Corner } from './find-corners.ts'
import { lapDelta } from './lap-delta.ts'
import { cornerLosses, decidingPhases, lapPhases } from './lap-phases.ts'

const GRID = { stepM: 5, lengthM: 1203 }
const corner = (number: number, startM: number, apexM: number, endM: number): Corner => ({
  number,
  startM,
  apexM,
  endM,
  direction: 'right',
  angleDeg: 90,
})
const CORNERS = [corner(1, 300, 340, 380), corner(2, 800, 850, 900)]

interface Driven {
  /** Returns km/h. */
  readonly speed: (distanceM: number) => number
  readonly brakes?: readonly (readonly [fromM: number, toM: number])[]
}

function drive({ speed, brakes = [] }: Driven): AlignedLap {
  const distances = Array.from({ length: gridCount(GRID) }, (_, index) => gridDistance(GRID, index))
  let ms = 0
  const timeMs = distances.map((distanceM, index) => {
    const before = distances[index - 1]
    if (before !== undefined) ms += ((distanceM - before) / speed(before)) * 3600
    return ms
  })
  const isBraking = (distanceM: number) =>
    brakes.some(([fromM, toM]) => distanceM >= fromM && distanceM < toM)
  return {
    timeMs,
    speedKmh: distances.map(speed),
    brakePercent: distances.map((distanceM) => (isBraking(distanceM) ? 80 : 0)),
  }
}

const REFERENCE = drive({
  speed: () => 200,
  brakes: [
    [250, 310],
    [740, 820],
  ],
})
/** This lap is slower only while it brakes for the second corner, which it does earlier. */
const EARLY = drive({
  speed: (distanceM) => (distanceM >= 700 && distanceM < 800 ? 150 : 200),
  brakes: [
    [250, 310],
    [700, 820],
  ],
})

describe('the delta of two laps', () => {
  test('it is zero at the line and the difference of the lap times at its end', () => {
    const delta = lapDelta(EARLY.timeMs, REFERENCE.timeMs)
    assert.equal(delta[0], 0)
    assert.equal(delta.at(-1), (EARLY.timeMs.at(-1) ?? 0) - (REFERENCE.timeMs.at(-1) ?? 0))
  })

  test('it is unknown where one of the laps is', () => {
    assert.deepEqual(lapDelta([0, null, 20], [0, 9, null]), [0, null, null])
  })

  test('between two points it lies on a straight line, beside a gap it is unknown', () => {
    assert.equal(valueAt(GRID, [0, 10, null], 2.5), 5)
    assert.equal(valueAt(GRID, [0, 10, null], 5), 10)
    assert.equal(valueAt(GRID, [0, 10, null], 6), null)
  })

  test('every point of the grid is the nearest one to its own distance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: gridCount(GRID) - 1 }), (index) => {
        assert.equal(nearestIndex(GRID, gridDistance(GRID, index)), index)
      }),
    )
  })
})

describe('where a lap loses time', () => {
  const phases = lapPhases(EARLY, REFERENCE, CORNERS, GRID)

  test('the parts of a lap follow each other from the line to the line', () => {
    assert.deepEqual(
      phases.map(({ kind, corner: number, fromM, toM }) => [kind, number, fromM, toM]),
      [
        ['straight', null, 0, 250],
        ['braking', 1, 250, 300],
        ['corner', 1, 300, 380],
        ['straight', 1, 380, 700],
        ['braking', 2, 700, 800],
        ['corner', 2, 800, 900],
        ['straight', 2, 900, 1203],
      ],
    )
  })

  test('what is lost in them adds up to the difference of the lap times', () => {
    const sum = phases.reduce((total, { lostMs }) => total + (lostMs ?? 0), 0)
    assert.ok(Math.abs(sum - (lapDelta(EARLY.timeMs, REFERENCE.timeMs).at(-1) ?? 0)) < 1e-6)
  })

  test('the part with the largest difference decides, and small differences are left out', () => {
    const [first, ...others] = decidingPhases(phases, 3)
    assert.deepEqual(
      [first?.kind, first?.corner, Math.round(first?.lostMs ?? 0)],
      ['braking', 2, 600],
    )
    assert.deepEqual(others, [])
  })

  test('a corner counts from the braking for it until the braking for the next one', () => {
    const losses = cornerLosses(phases)
    assert.deepEqual(
      [...losses].map(([number, lostMs]) => [number, Math.round(lostMs ?? -1)]),
      [
        [1, 0],
        [2, 600],
      ],
    )
  })

  test('corners that follow without a straight share no metre', () => {
    const chicane = [corner(1, 300, 340, 380), corner(2, 380, 410, 440)]
    const late = drive({ speed: () => 200, brakes: [[360, 400]] })
    const parts = lapPhases(late, REFERENCE, chicane, GRID)
    for (const [index, part] of parts.entries()) {
      assert.equal(part.fromM, parts[index - 1]?.toM ?? 0)
    }
    assert.equal(parts.at(-1)?.toM, GRID.lengthM)
  })

  test('a gap in one lap leaves the parts at its edges unknown, and no others', () => {
    const broken = { ...EARLY, timeMs: EARLY.timeMs.map((ms, index) => (index === 60 ? null : ms)) }
    assert.deepEqual(
      lapPhases(broken, REFERENCE, CORNERS, GRID).map(({ lostMs }) => lostMs === null),
      [false, true, true, false, false, false, false],
    )
  })
})

function partOf(lostMs: number | null, number = 0) {
  return { kind: 'corner' as const, corner: number, fromM: 0, toM: 1, lostMs }
}

describe('the parts that decide', () => {
  test('differ by 15 ms at least, the largest difference comes first, as many as asked for', () => {
    const parts = [14, 15, -15, null, 40, -90].map(partOf)
    const lost = (count: number) => decidingPhases(parts, count).map(({ lostMs }) => lostMs)
    assert.deepEqual(lost(9), [-90, 40, 15, -15])
    assert.deepEqual(lost(2), [-90, 40])
  })

  test('what a corner costs is unknown if one of its parts is', () => {
    const parts = [partOf(5, 1), partOf(7, 1), partOf(null, 2), partOf(3, 2), partOf(3, 3)]
    const start = { ...partOf(9), corner: null }
    assert.deepEqual(
      [...cornerLosses([start, ...parts])],
      [
        [1, 12],
        [2, null],
        [3, 3],
      ],
    )
    assert.deepEqual([...cornerLosses([partOf(3, 2), partOf(null, 2)])], [[2, null]])
  })

  test('a corner over the line belongs to the part where its apex is', () => {
    const flat = drive({ speed: () => 200 })
    const partsOf = (over: Corner) =>
      lapPhases(flat, flat, [over], GRID).map(({ kind, fromM, toM }) => `${kind} ${fromM} ${toM}`)
    assert.deepEqual(partsOf(corner(1, 1_190, 10, 30)), ['corner 0 30', 'straight 30 1203'])
    assert.deepEqual(partsOf(corner(1, 1_100, 1_150, 20)), ['straight 0 1100', 'corner 1100 1203'])
  })
})

describe('how a lap drives a corner', () => {
  test('speeds where the corner begins and ends and the lowest between, and where braking began', () => {
    const lap = drive({
      speed: (distanceM) => 100 + Math.abs(distanceM - 850),
      brakes: [
        [500, 520],
        [740, 820],
      ],
    })
    assert.deepEqual(cornerFigures(lap, CORNERS, CORNERS[1] ?? corner(2, 0, 0, 0), GRID), {
      entryKmh: 150,
      minimumKmh: 100,
      exitKmh: 150,
      brakingM: 740,
    })
  })

  test('a corner without braking has no braking point, and a restricted lap has no figures', () => {
    const [first = corner(1, 0, 0, 0)] = CORNERS
    const flat = drive({ speed: () => 300 })
    assert.equal(cornerFigures(flat, CORNERS, first, GRID).brakingM, null)
    const hidden = flat.timeMs.map(() => null)
    assert.deepEqual(
      cornerFigures(
        { timeMs: flat.timeMs, speedKmh: hidden, brakePercent: hidden },
        CORNERS,
        first,
        GRID,
      ),
      { entryKmh: null, minimumKmh: null, exitKmh: null, brakingM: null },
    )
  })
})
