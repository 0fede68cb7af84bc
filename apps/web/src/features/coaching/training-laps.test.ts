import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrainingLap, TrainingLaps } from '@pitboard/contract/records/records'
import { aComparedLap } from '../compare/testing/a-comparison.ts'
import { comparisonsFor, joinTraces, judgedLaps, keyOf } from './training-laps.ts'

const lap = (lapNum: number, sessionId = 'S'): TrainingLap => ({
  sessionId,
  driverIdx: 0,
  lapNum,
  lapTimeMs: 90_000,
  drivenAt: '2026-05-03T13:00:00.000Z',
})
const training = (
  laps: readonly TrainingLap[],
  references: readonly TrainingLap[],
): TrainingLaps => ({
  laps: [...laps],
  references: [...references],
  reference: null,
})

test('a lap has the name that comparisons have for it', () => {
  assert.equal(keyOf({ ...lap(3), driverIdx: 7 }), 'S.7.3')
})

test('own laps that are the references are not judged', () => {
  const judged = judgedLaps(training([lap(1), lap(2), lap(3, 'T')], [lap(2), lap(3)]))
  assert.deepEqual(judged.map(keyOf), ['S.0.1', 'T.0.3'])
})

test('each lap is compared once, with the first reference', () => {
  const laps = [4, 5, 6, 7].map((lapNum) => lap(lapNum))
  assert.deepEqual(comparisonsFor(training(laps, [lap(1), lap(2), lap(4)])), [
    'S.0.1,S.0.2,S.0.4,S.0.5',
    'S.0.1,S.0.6,S.0.7',
  ])
})

test('three laps beside the reference are one comparison, and without others there is none', () => {
  assert.deepEqual(comparisonsFor(training([lap(2), lap(3), lap(4)], [lap(1)])), [
    'S.0.1,S.0.2,S.0.3,S.0.4',
  ])
  assert.deepEqual(comparisonsFor(training([], [lap(1)])), [])
  assert.deepEqual(comparisonsFor(training([], [])), [])
})

const timeMs = [0, 250, 500, 750, 1_000]
const traced = (lapNum: number, known: Parameters<typeof aComparedLap>[1] = {}) =>
  aComparedLap(lapNum, { timeMs, ...known })

const other = (lapNum: number) => aComparedLap(lapNum, { timeMs }, { sessionId: 'T' })

test('the traces of all comparisons are put together, by session and without laps that have none', () => {
  const joined = joinTraces(
    training([lap(2), lap(3), lap(9, 'U'), lap(4, 'T')], [lap(1), lap(8)]),
    [
      { trackId: 7, laps: [traced(1), traced(2)] },
      { trackId: 7, laps: [traced(1), traced(3), other(4)] },
    ],
  )
  assert.deepEqual(
    joined?.sessions.map(({ id, laps }) => [id, laps.length]),
    [
      ['S', 2],
      ['T', 1],
    ],
  )
  assert.deepEqual([joined?.references.length, joined?.corners], [1, []])
  assert.equal(joined?.grid.lengthM, 20)
})

test('the way on the track is known where both of its axes are', () => {
  const way = {
    throttlePercent: [0, 50, 100, 50, 0],
    positionXM: [0, 5, null, 15, 20],
    positionZM: [7, 7, 7, null, 7],
  }
  const joined = joinTraces(training([], [lap(1), lap(2)]), [
    { trackId: 7, laps: [traced(1, way), traced(2)] },
  ])
  const [first, second] = joined?.references ?? []
  assert.deepEqual(first?.line, [[0, 7], [5, 7], null, null, [20, 7]])
  assert.deepEqual(first?.throttlePercent, [0, 50, 100, 50, 0])
  assert.ok(second?.line.every((place) => place === null))
  assert.deepEqual(
    second?.throttlePercent,
    timeMs.map(() => null),
  )
})

test('without a trace nothing is coached', () => {
  const gone = aComparedLap(
    1,
    {},
    { state: 'missing', details: null, lengthM: null, columns: null },
  )
  assert.equal(joinTraces(training([], [lap(1)]), [{ trackId: null, laps: [gone] }]), null)
  assert.equal(joinTraces(training([], [lap(1)]), []), null)
})
