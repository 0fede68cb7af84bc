import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { compareLive } from './compare-live.ts'

const LEAST = {
  id: 'a',
  receiving: false,
  sessionType: SessionType.TimeTrial,
  numberOfDrivers: 1,
  viewers: 0,
  seasons: [],
}

test('each reason to watch a session outweighs all that follow', () => {
  const all = { ...LEAST, receiving: true, sessionType: SessionType.Race, numberOfDrivers: 20 }
  const seasons = [{ id: 's', name: 'Winter Cup' }]
  const order = [
    { ...all, numberOfDrivers: 2, seasons },
    { ...all, id: 'f', viewers: 2 },
    { ...all, id: 'd', viewers: 1 },
    { ...all, id: 'c', viewers: 1 },
    { ...all, numberOfDrivers: 19, id: 'h', viewers: 9 },
    { ...all, sessionType: SessionType.Q3, numberOfDrivers: 4, seasons },
    { ...all, sessionType: SessionType.Q3, numberOfDrivers: 22 },
    { ...all, sessionType: SessionType.P1, numberOfDrivers: 22, viewers: 9 },
    { ...LEAST, receiving: true, numberOfDrivers: 22, viewers: 9 },
    { ...all, receiving: false, viewers: 99 },
    LEAST,
  ]
  assert.deepEqual(order.toReversed().toSorted(compareLive), order)
})
