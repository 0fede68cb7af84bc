import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import { finalTimeMs, placeOf, resultOrder } from './result-order.ts'

function aCar(driverIdx: number, finishingPosition: number | null, position: number | null) {
  return { ...BLANK_DRIVER, driverIdx, finishingPosition, position }
}

test('the result is by finishing position, otherwise by position; the others come last', () => {
  const drivers = [aCar(0, null, null), aCar(1, 3, 1), aCar(2, null, 2), aCar(3, 1, 9)]
  assert.deepEqual(
    resultOrder({ drivers }).map(({ driverIdx }) => driverIdx),
    [3, 2, 1, 0],
  )
  assert.equal(placeOf(aCar(0, null, null)), null)
})

test('the final time is that of the race with its penalties', () => {
  assert.equal(finalTimeMs({ totalRaceTime: 90_000, totalPenaltiesSeconds: 5 }), 95_000)
  assert.equal(finalTimeMs({ totalRaceTime: null, totalPenaltiesSeconds: 5 }), null)
})
