import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { PenaltyType, ResultStatus } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../../testing/a-session.ts'
import { hasNoPenalties, hasNoStatus, hasNoStops } from './bare-columns.ts'

const STOP = {
  lapNum: 3,
  pitLaneTimeMs: 20_000,
  stopTimeMs: 2_500,
}
const SERVED = {
  penaltyType: PenaltyType.TimePenalty,
  infringementType: 0,
  otherVehicleIdx: null,
  penaltyTime: 5,
  lapNum: 2,
  penaltyIssuedTime: 0,
}

const isBare = (
  columnIsBare: (session: LiveSession) => boolean,
  known: Partial<Driver>,
  session: Partial<LiveSession> = {},
) => {
  const simple = { resultStatus: ResultStatus.Active, position: 2 }
  const drivers = [aDriver({ ...simple, ...known }), aDriver({ ...simple, driverIdx: 1 })]
  return columnIsBare(aSession({ drivers, ...session }))
}

test('the column of the stops is bare until a car has stopped', () => {
  assert.equal(isBare(hasNoStops, {}), true)
  assert.equal(isBare(hasNoStops, { pitStops: [STOP] }), false)
})

for (const [rule, known, bare] of [
  ['without penalties', {}, true],
  ['with seconds that are added at the end', { totalPenaltiesSeconds: 5 }, false],
  ['with a drive-through to serve', { unservedDriveThroughs: 1 }, false],
  ['with a stop-go to serve', { unservedStopGos: 1 }, false],
  ['with seconds that were served', { penalties: [SERVED] }, false],
] as const) {
  test(`${rule} the column of the penalties is ${bare ? 'bare' : 'not bare'}`, () => {
    const penalties = 'penalties' in known ? [...known.penalties] : []
    assert.equal(isBare(hasNoPenalties, { ...known, penalties }), bare)
  })
}

for (const [rule, known, bare] of [
  ['all simply drive', {}, true],
  ['a car is in the pits', { pitStatus: 1 }, false],
  ['a car has been there', { pitStops: [STOP] }, false],
  ['a car has retired', { resultStatus: ResultStatus.Retired }, false],
  ['a car has finished', { resultStatus: ResultStatus.Finished }, false],
] as const) {
  test(`the column of the status is ${bare ? 'bare' : 'not bare'} where ${rule}`, () => {
    const pitStops = 'pitStops' in known ? [...known.pitStops] : []
    assert.equal(isBare(hasNoStatus, { ...known, pitStops }), bare)
  })
}
