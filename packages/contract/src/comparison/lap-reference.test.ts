import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LAP_REFERENCES_PATTERN, parseLapReferences, writeLapReferences } from './lap-reference.ts'

const laps = (count: number) =>
  Array.from({ length: count }, (_, lap) => `0190aaaa-0000-7000-8000-000000000001.1.${lap}`)

describe('the laps that an address names', () => {
  const ID = '0190aaaa-0000-7000-8000-000000000001'
  test('they are read as they are written, at most four, each once', () => {
    const five = [1, 2, 3, 4, 5].map((lap) => ({ sessionId: ID, driverIdx: 19, lap }))
    const text = writeLapReferences([...five.slice(0, 1), ...five])
    assert.deepEqual(parseLapReferences(text), five.slice(0, 4))
  })
  test('what is not a lap is left out', () => {
    assert.deepEqual(parseLapReferences(`,x.1.2,${ID}.1,${ID}.1.2.3, ${ID}.0.7`), [
      { sessionId: ID, driverIdx: 0, lap: 7 },
    ])
  })
})

test('an address has at most four laps', () => {
  const pattern = new RegExp(LAP_REFERENCES_PATTERN)
  for (const [count, isOne] of [
    [0, false],
    [1, true],
    [4, true],
    [5, false],
  ] as const) {
    assert.equal(pattern.test(laps(count).join(',')), isOne, `${count}`)
  }
})
