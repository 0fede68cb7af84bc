import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Channel } from '@pitboard/contract/comparison/packed-column'
import { gridCount } from './aligned-lap.ts'
import { cornerFigures } from './corner-figures.ts'
import type { Corner } from './find-corners.ts'

const GRID = { stepM: 5, lengthM: 100 }
const FIRST = aCorner(1, 20, 25, 30)
const SECOND = aCorner(2, 60, 70, 80)

describe('the speeds of a corner', () => {
  test('are those where it begins and ends, and the lowest from there to there', () => {
    const speedKmh = channel({ 55: 10, 60: 90, 65: 80, 70: 70, 75: 85, 80: 95, 85: 10 }, 200)
    const { entryKmh, minimumKmh, exitKmh } = figuresOf({ speedKmh })
    assert.deepEqual([entryKmh, minimumKmh, exitKmh], [90, 70, 95])
    assert.equal(figuresOf({ speedKmh: channel({ 60: 50 }, 200) }).minimumKmh, 50)
    assert.equal(figuresOf({ speedKmh: channel({ 80: 50 }, 200) }).minimumKmh, 50)
  })

  test('leave out gaps', () => {
    const speedKmh = channel({ 65: null, 70: 90 }, 200)
    assert.equal(figuresOf({ speedKmh }).minimumKmh, 90)
  })

  test('of a corner over the line are those at its end and its beginning', () => {
    const overLine = aCorner(3, 90, 95, 10)
    const minimumOf = (atM: number) =>
      figuresOf({ speedKmh: channel({ [atM]: 50 }, 200), corner: overLine }).minimumKmh
    assert.deepEqual([90, 100, 0, 10].map(minimumOf), [50, 50, 50, 50])
    assert.deepEqual([85, 15, 50].map(minimumOf), [200, 200, 200])
  })
})

describe('the braking for a corner', () => {
  test('begins where the pedal is pressed by a tenth', () => {
    assert.equal(brakingOf({ 50: 9, 55: 10, 60: 80 }), 55)
    assert.equal(brakingOf({ 50: 9 }), null)
  })

  test('is the one that slows the car most between the apex before and its own', () => {
    assert.equal(brakingOf({ 35: 50, 50: 30, 55: 30 }), 50)
    assert.equal(brakingOf({ 35: 60, 50: 30, 55: 30 }), 35, 'the first of two alike')
    assert.equal(brakingOf({ 35: 70, 50: 30, 55: 30 }), 35)
    assert.equal(brakingOf({ 50: 30, 55: 5, 60: 30, 65: 20 }), 60)
    assert.equal(brakingOf({ 20: 90, 50: 30 }), 50)
    assert.equal(brakingOf({ 25: 90, 50: 30 }), 25)
    assert.equal(brakingOf({ 50: 30, 70: 90 }), 70)
    assert.equal(brakingOf({ 50: 30, 75: 90 }), 50)
  })

  test('begins at the line at the earliest', () => {
    assert.equal(brakingOfFirst({ 0: 90, 5: 10 }), 0)
    assert.equal(brakingOfFirst({ 95: 90, 10: 20 }), 10)
  })

  test('of a corner whose apex is the end of the lap is within the lap', () => {
    const last = aCorner(3, 90, 100, 5)
    const { brakingM } = figuresOf({ brakePercent: channel({ 100: 90 }, 0), corner: last })
    assert.equal(brakingM, 100)
  })
})

type Pressures = Readonly<Record<number, number | null>>

/** Builds a channel that has these values at their distances, and the usual one everywhere else. */
function channel(values: Pressures, usual: number): Channel {
  return Array.from({ length: gridCount(GRID) }, (_, index) => {
    const value = values[index * GRID.stepM]
    return value === undefined ? usual : value
  })
}

function brakingOf(pressures: Pressures): number | null {
  return figuresOf({ brakePercent: channel(pressures, 0) }).brakingM
}

function brakingOfFirst(pressures: Pressures): number | null {
  return figuresOf({ brakePercent: channel(pressures, 0), corner: FIRST }).brakingM
}

interface Lap {
  readonly speedKmh?: Channel
  readonly brakePercent?: Channel
  readonly corner?: Corner
}

function figuresOf({ speedKmh, brakePercent, corner = SECOND }: Lap) {
  const lap = {
    timeMs: channel({}, 0),
    speedKmh: speedKmh ?? channel({}, 200),
    brakePercent: brakePercent ?? channel({}, 0),
  }
  return cornerFigures(lap, [FIRST, SECOND, aCorner(3, 90, 95, 10)], corner, GRID)
}

function aCorner(number: number, startM: number, apexM: number, endM: number): Corner {
  return { number, startM, apexM, endM, direction: 'right', angleDeg: 90 }
}
