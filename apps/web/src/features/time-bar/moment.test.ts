import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentMs, readMoment } from './moment.ts'

const replay = {
  events: [
    { seq: 12, kind: 'overtake' as const, atMs: 83_000 },
    { seq: 1, kind: 'overtake' as const, atMs: 200 },
  ],
}

function at(text: string): number | null {
  const moment = readMoment(text)
  return moment && momentMs(moment, replay)
}

test('a link leads to a second, or to shortly before an event', () => {
  assert.deepEqual(['83', 'e12', 'e1', 'e99'].map(at), [83_000, 78_000, 0, 0])
  for (const text of ['', 'e', '-1', '1.5', 'e1x', '1234567']) assert.equal(at(text), null, text)
})
