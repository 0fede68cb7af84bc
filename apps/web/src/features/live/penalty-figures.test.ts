import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PenaltyType, ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { netPosition, servedSeconds } from './penalty-figures.ts'

test('a time penalty that is not to be added any more was served', () => {
  const penalties = [aPenalty(PenaltyType.TimePenalty, 5), aPenalty(PenaltyType.TimePenalty, 10)]
  assert.equal(servedSeconds(aDriver({ penalties, totalPenaltiesSeconds: 10 })), 5)
  assert.equal(servedSeconds(aDriver({ penalties, totalPenaltiesSeconds: 15 })), 0)
  const other = [aPenalty(PenaltyType.DriveThrough, null)]
  assert.equal(servedSeconds(aDriver({ penalties: other, totalPenaltiesSeconds: 0 })), 0)
})

test('open seconds count for the net position, of every car', () => {
  assert.deepEqual(
    netOf([{ deltaToLeader: 0, totalPenaltiesSeconds: 5 }, at(3000), at(6000)]),
    [2, 1, 3],
  )
  assert.deepEqual(
    netOf([
      at(0),
      { ...at(3000), totalPenaltiesSeconds: 5 },
      { ...at(6000), totalPenaltiesSeconds: 5 },
    ]),
    [1, 2, 3],
  )
})

test('a car without a known gap stays where it is, and one that is out does not count', () => {
  assert.deepEqual(netOf([{ ...at(0), totalPenaltiesSeconds: 5 }, at(null), at(9000)]), [1, 2, 3])
  const retired = { ...at(1000), resultStatus: ResultStatus.Retired }
  assert.deepEqual(netOf([{ ...at(0), totalPenaltiesSeconds: 5 }, retired, at(3000)]), [2, null, 1])
})

test('of cars with the same gap the one that is ahead stays there, and one without a place is nowhere', () => {
  assert.deepEqual(netOf([{ ...at(0), totalPenaltiesSeconds: 3 }, at(3000), at(3000)]), [1, 2, 3])
  assert.deepEqual(netOf([at(0), { ...at(1000), position: null }, at(2000)]), [1, null, 2])
})

function at(deltaToLeader: number | null): Partial<Driver> {
  return { deltaToLeader }
}

function netOf(known: readonly Partial<Driver>[]): (number | null)[] {
  const drivers = known.map((each, place) =>
    aDriver({ driverIdx: place, position: place + 1, ...each }),
  )
  const session = aSession({ drivers })
  return session.drivers.map((driver) => netPosition(driver, session))
}

function aPenalty(penaltyType: number, penaltyTime: number | null) {
  return {
    penaltyType,
    penaltyTime,
    infringementType: 0,
    otherVehicleIdx: null,
    lapNum: 1,
    penaltyIssuedTime: 0,
  }
}
