import assert from 'node:assert/strict'
import { test } from 'node:test'
import { positionBandOf } from './position-band.ts'
import type { PitLoss } from './pit-loss.ts'

const LOSS: PitLoss = {
  lowMs: 21_500,
  medianMs: 22_000,
  highMs: 22_500,
  source: 'session',
  stops: 3,
}

function bandAt(gapsSeconds: readonly number[], stayChance: number, loss: PitLoss = LOSS) {
  const rivals = gapsSeconds.map((seconds) => ({ afterMs: seconds * 1000, stayChance }))
  return positionBandOf({ afterMs: 20_000, loss, certainlyAhead: 0 }, rivals)
}

test('where every car is far away and none comes in, the position is certain', () => {
  assert.deepEqual(bandAt([2, 5, 60], 1), { best: 3, worst: 3 })
})

test('cars about as far away as a stop costs widen it to both sides', () => {
  assert.deepEqual(bandAt([2, 18, 19.5, 20.5, 22], 1), { best: 3, worst: 5 })
})

test('cars that may come in too make it better, and together', () => {
  const stay = bandAt([2, 5, 8, 10], 1)
  const likely = bandAt([2, 5, 8, 10], 0.8)
  assert.deepEqual(stay, { best: 5, worst: 5 })
  assert.ok(likely && likely.best < 5 && likely.worst === 5, JSON.stringify(likely))
})

test('it does not exist before the cost of a stop is known', () => {
  assert.equal(bandAt([2, 60], 1, { ...LOSS, stops: 2 }), null)
  assert.equal(bandAt([2, 60], 1, { ...LOSS, source: 'game', stops: 0 }), null)
  assert.ok(bandAt([2, 60], 1, { ...LOSS, source: 'track' }))
})
