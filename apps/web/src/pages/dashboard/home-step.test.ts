import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecorderStatus } from '@pitboard/contract/ingest/recorder-status'
import type { Season } from '@pitboard/contract/seasons/season'
import { anEvent, aSeason } from '../../testing/a-season.ts'
import { findHomeStep, recorderState } from './home-step.ts'

const STATUS: RecorderStatus = {
  isPaired: true,
  report: null,
  liveSessionId: null,
  hasRecorded: true,
}
const REPORT = {
  problem: null,
  listenPort: 20_777,
  foundPort: null,
  format: null,
  packetsPerSecond: 0,
}
const FAULT = { ...REPORT, problem: 'portTaken' } as const

const listOf = (...seasons: Season[]) => ({ totalElements: seasons.length, seasons })
const stepOf = (state: Partial<Parameters<typeof findHomeStep>[0]>) =>
  findHomeStep({
    status: STATUS,
    seasons: listOf(),
    ownsLeague: false,
    isDriver: false,
    hasSessions: true,
    ...state,
  })?.kind

test('the next step is one: a live session, a faulty recorder, an empty calendar, a first season', () => {
  const empty = listOf(aSeason({}))
  const live = { ...STATUS, report: FAULT, liveSessionId: 'session' }
  assert.equal(stepOf({ status: live, seasons: empty }), 'live')
  assert.equal(stepOf({ status: { ...STATUS, report: FAULT }, seasons: empty }), 'recorder')
  assert.equal(stepOf({ seasons: empty, isDriver: true }), 'calendar')
  assert.equal(stepOf({}), 'season')
  assert.equal(stepOf({ seasons: listOf(aSeason({ events: [anEvent(7)] })) }), undefined)
})

test('a user who only drives, and one who helps in the league of another, are not led to a season of their own', () => {
  assert.equal(stepOf({ isDriver: true }), undefined)
  assert.equal(stepOf({ hasSessions: false }), undefined)
  assert.equal(stepOf({ hasSessions: false, ownsLeague: true }), 'season')
})

test('a recorder that is off or waits is no fault', () => {
  for (const [status, state] of [
    [{}, 'recorderOff'],
    [{ isPaired: false }, 'recorderOff'],
    [{ isPaired: false, hasRecorded: false }, 'recorderMissing'],
    [{ report: REPORT }, 'recorderWaits'],
    [{ report: { ...REPORT, problem: 'noPackets' } }, 'recorderWaits'],
    [{ report: { ...REPORT, packetsPerSecond: 60 } }, 'recorderReceives'],
    [{ report: FAULT }, 'recorderFaulty'],
  ] as const) {
    assert.equal(recorderState({ ...STATUS, ...status }), state)
  }
  assert.equal(
    stepOf({ status: { ...STATUS, report: { ...REPORT, problem: 'noPackets' } } }),
    'season',
  )
})
