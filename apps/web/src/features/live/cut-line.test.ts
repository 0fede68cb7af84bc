import { advancingCount } from '@pitboard/analysis/outcome/advancing-count'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { cutDeltaMs } from './cut-line.ts'

const { Q1, Q2, Q3, SprintShootout1, OneShotQualifying } = SessionType

test('the first part eliminates half of those beyond ten, the second leaves ten', () => {
  assert.equal(advancingCount(aPart(Q1, 20)), 15)
  assert.equal(advancingCount(aPart(SprintShootout1, 22)), 16)
  assert.equal(advancingCount(aPart(Q2, 15)), 10)
  assert.equal(advancingCount(aPart(Q2, 20)), 10, 'those eliminated may still be listed')
})

test('the last part, other qualifyings and small fields eliminate nobody', () => {
  assert.equal(advancingCount(aPart(Q3, 20)), null)
  assert.equal(advancingCount(aPart(OneShotQualifying, 20)), null)
  assert.equal(advancingCount(aPart(Q1, 10)), null)
})

test('who is out lacks time to the last who advances; who advances is ahead of the first out', () => {
  const session = aPart(Q1, 20)
  const [pole, last, out] = [0, 14, 15].map((place) => session.drivers[place] ?? aDriver({}))
  assert.ok(pole && last && out)
  assert.equal(cutDeltaMs(out, session), 100)
  assert.equal(cutDeltaMs(last, session), -100)
  assert.equal(cutDeltaMs(pole, session), -1500)
  assert.equal(cutDeltaMs({ ...pole, bestLapTimeMs: null }, session), null)
})

test('nobody lacks time where nobody is eliminated, a place is unknown, or the rival has no lap', () => {
  const [first] = aPart(Q3, 20).drivers
  assert.ok(first)
  assert.equal(cutDeltaMs(first, aPart(Q3, 20)), null)
  const session = aPart(Q1, 20)
  assert.equal(cutDeltaMs({ ...first, position: null }, session), null)
  const drivers = session.drivers.map((driver, place) =>
    place === 15 ? { ...driver, bestLapTimeMs: null } : driver,
  )
  assert.equal(cutDeltaMs(first, { ...session, drivers }), null)
})

function aPart(sessionType: number, cars: number) {
  const drivers = Array.from({ length: cars }, (_, place) =>
    aDriver({ driverIdx: place, position: place + 1, bestLapTimeMs: 90_000 + place * 100 }),
  )
  return aSession({ sessionType, drivers })
}
