import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { SessionType, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { aSession } from '../../testing/a-session.ts'
import { CAR_OUTLOOKS } from './car-outlooks.ts'
import { driven, laps, stint } from './testing/driven.ts'

const worn = (percent: number) => ({
  frontLeft: percent,
  frontRight: 1,
  rearLeft: 1,
  rearRight: 1,
})

/** The tyres of this car are old enough to show what a lap costs them. */
function withTyres(place: number, position: number, known: Partial<Driver> = {}): Driver {
  return driven(place, laps(10), {
    position,
    tyres: [stint(TyreCompound.Medium, null)],
    currentTyreCompound: TyreCompound.Medium,
    currentTyreAgeLaps: 10,
    currentLapNumber: 11,
    sector: 1,
    tyreWear: worn(20),
    ...known,
  })
}

const outlooksOf = (drivers: Driver[]) =>
  CAR_OUTLOOKS.derive(aSession({ drivers, sessionType: SessionType.Race, numberOfLaps: 50 }))

test('the outlooks are those of each car, the leader first', () => {
  const outlooks = outlooksOf([
    withTyres(0, 2, { tyreWear: worn(20) }),
    withTyres(1, 1, { tyreWear: worn(30) }),
  ])
  assert.deepEqual(
    outlooks.map(({ place, stint: known }) => [place, known?.wearPercent]),
    [
      [1, 30],
      [0, 20],
    ],
  )
})

test('a car of whose tyres nothing is known is left out', () => {
  const outlooks = outlooksOf([withTyres(0, 1, { tyreWear: null }), withTyres(1, 2)])
  assert.deepEqual(
    outlooks.map(({ place, undercut }) => [place, undercut]),
    [[1, null]],
  )
})

const keyWith = (tyreWear: Driver['tyreWear']) =>
  CAR_OUTLOOKS.keyOf(aSession({ drivers: [withTyres(0, 1, { tyreWear })] }))

test('without wear the key is another one than with wear', () => {
  assert.notEqual(keyWith(null), keyWith(worn(20)))
  assert.equal(keyWith(worn(20)), keyWith({ ...worn(20), rearLeft: 19 }))
})
