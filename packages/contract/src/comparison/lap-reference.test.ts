import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseLapReferences, writeLapReferences } from './lap-reference.ts'

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
