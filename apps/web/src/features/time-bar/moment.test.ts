import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentMs, readMoment } from './moment.ts'

const replay = {
  events: [
    { seq: 12, kind: 'overtake' as const, atMs: 83_000 },
    { seq: 1, kind: 'overtake' as const, atMs: 200 },
  ],
  laps: [
    { lapNum: 1, atMs: 30_000 },
    { lapNum: 2, atMs: 120_000 },
  ],
}

function at(text: string): number | null {
  const moment = readMoment(text)
  return moment && momentMs(moment, replay)
}

test('a link leads to a second, to shortly before an event, or to a lap of the leader', () => {
  assert.deepEqual(['l1', 'l2', 'l3', 'l100'].map(at), [30_000, 120_000, 0, 0])
  assert.deepEqual(['83', 'e12', 'e1', 'e99', 'e99-9'].map(at), [83_000, 78_000, 0, 0, 0])
  assert.deepEqual(['e12-0', 'e12-40', 'e1-1'].map(at), [78_000, 118_000, 0])
  for (const text of [
    '',
    'e',
    '-1',
    '1.5',
    'e1x',
    'e1-',
    'e1-1-1',
    'e-1',
    'l',
    'l1234',
    'l2x',
    'xl2',
    '1234567',
  ])
    assert.equal(at(text), null, text)
})
