import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { hasNoFinish } from './early-end.ts'

const RACE = { sessionType: SessionType.Race, drivers: [aDriver({})], events: [] }
const FLAG = {
  seq: 1,
  kind: 'chequeredFlag',
  timeMs: 1,
  lapNum: null,
  driverIdx: null,
  otherDriverIdx: null,
  value: null,
  seconds: null,
} as const

test('a race without flag and finishers was left early; what is timed has no finish', () => {
  assert.equal(hasNoFinish(aSession(RACE)), true)
  assert.equal(hasNoFinish(aSession({ ...RACE, events: [FLAG] })), false)
  const drivers = [aDriver({}), aDriver({ resultStatus: ResultStatus.Finished })]
  assert.equal(hasNoFinish(aSession({ ...RACE, drivers })), false)
  assert.equal(hasNoFinish(aSession({ ...RACE, sessionType: SessionType.Q1 })), false)
})
