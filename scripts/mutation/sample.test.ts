import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateShare, isSampled } from './sample.ts'

const mutants = Array.from({ length: 2_000 }, (_, line) => ({
  mutatorName: 'EqualityOperator',
  replacement: 'a < b',
  line,
  column: 3,
  endLine: line,
  endColumn: 9,
}))

function draw(percent: number, seed: string): number[] {
  const drawn = mutants.filter((mutant) => isSampled({ percent, seed }, 'a.ts', mutant))
  return drawn.map(({ line }) => line)
}

test('a sample has about its share of the mutations, the same ones for a seed', () => {
  assert.deepEqual(draw(20, '1'), draw(20, '1'))
  assert.notDeepEqual(draw(20, '1'), draw(20, '2'))
  assert.ok(Math.abs(draw(20, '1').length - 400) < 60)
  assert.equal(draw(100, '1').length, 2_000)
})

test('the interval is that of Wilson, narrower the more of all was drawn, and a point for all', () => {
  const many = 1_000_000
  assert.deepEqual(round(estimateShare({ killed: 85, sampled: 100, all: many })), ['76.7', '90.7'])
  assert.deepEqual(round(estimateShare({ killed: 10, sampled: 10, all: many })), ['72.2', '100.0'])
  assert.deepEqual(round(estimateShare({ killed: 85, sampled: 100, all: 120 })), ['81.9', '87.6'])
  assert.deepEqual(round(estimateShare({ killed: 85, sampled: 100, all: 100 })), ['85.0', '85.0'])
  assert.deepEqual(round(estimateShare({ killed: 0, sampled: 0, all: 9 })), ['0.0', '100.0'])
})

function round({ from, to }: { from: number; to: number }): string[] {
  return [from.toFixed(1), to.toFixed(1)]
}
