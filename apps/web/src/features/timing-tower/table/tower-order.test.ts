import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../../testing/a-session.ts'
import { flyingPlaces } from '../../live/lap-projection.ts'
import { readTowerOrder, towerOrderKey } from './tower-order.ts'

const FLYING = { driverStatus: 1, currentSector1TimeMs: 29_000 }

/** The twelve cars are in the order of their places; the last one and the fourth are on a flying lap. */
const SESSION = aSession({
  sessionType: SessionType.Q1,
  trackLength: 5000,
  drivers: Array.from({ length: 12 }, (_, place) =>
    aDriver({
      driverIdx: place,
      position: place + 1,
      driverStatus: 0,
      ...(place === 3 ? { ...FLYING, lapDistance: 2000 } : {}),
      ...(place === 11 ? { ...FLYING, lapDistance: 3000 } : {}),
    }),
  ),
})

function orderOf(rows: number, isFlyingFirst: boolean) {
  return readTowerOrder(towerOrderKey(SESSION, rows, 10, isFlyingFirst ? flyingPlaces : null))
}

describe('the rows of the tower', () => {
  test('are the positions', () => {
    assert.deepEqual(orderOf(Infinity, false), {
      places: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      first: 0,
      atRisk: [10, 11],
    })
  })

  test('begin with the flying laps if that is wanted, first the one that ends next', () => {
    const { places, first, atRisk } = orderOf(Infinity, true)
    assert.deepEqual(places, [11, 3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10])
    assert.equal(first, 2)
    assert.deepEqual(atRisk, [10, 11], 'whoever is flying is at risk as before')
  })

  test('have nobody at risk in a session that eliminates nobody, and may have no car', () => {
    const nobody = aSession({ drivers: [] })
    const none = { places: [], first: 0, atRisk: [] }
    assert.deepEqual(readTowerOrder(towerOrderKey(nobody, 20, null, null)), none)
    assert.deepEqual(readTowerOrder(towerOrderKey(nobody, 20, 10, flyingPlaces)), none)
    assert.deepEqual(readTowerOrder(towerOrderKey(SESSION, 2, null, null)), {
      places: [0, 1],
      first: 0,
      atRisk: [],
    })
  })

  test('are no more than there is room for', () => {
    assert.deepEqual(orderOf(1, true), { places: [11], first: 1, atRisk: [10, 11] })
  })
})
