import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionEvent, SessionEventKind } from '@pitboard/contract/sessions/session-events'
import { raceFlag } from './race-flag.ts'

test('a green track shows no flag', () => {
  assert.equal(raceFlag({ safetyCarStatus: 0, events: after('sessionStarted', 'lightsOut') }), null)
})

test('the safety car is shown while the game counts it', () => {
  assert.equal(raceFlag({ safetyCarStatus: 1, events: [] }), 'safetyCar')
  assert.equal(raceFlag({ safetyCarStatus: 2, events: [] }), 'virtualSafetyCar')
  assert.equal(raceFlag({ safetyCarStatus: 3, events: [] }), 'formationLap')
})

test('a red flag stands until the race goes on', () => {
  const stopped = after('lightsOut', 'redFlag')
  assert.equal(raceFlag({ safetyCarStatus: 0, events: stopped }), 'red')
  const restarted = after('lightsOut', 'redFlag', 'lightsOut')
  assert.equal(raceFlag({ safetyCarStatus: 0, events: restarted }), null)
})

test('the chequered flag stays, whatever the cars still do on their last lap', () => {
  const finished = after('lightsOut', 'chequeredFlag', 'fastestLap', 'overtake')
  assert.equal(raceFlag({ safetyCarStatus: 0, events: finished }), 'chequered')
})

function after(...kinds: SessionEventKind[]): SessionEvent[] {
  return kinds.map((kind, index) => ({
    seq: index + 1,
    kind,
    timeMs: index,
    lapNum: null,
    driverIdx: null,
    otherDriverIdx: null,
    value: null,
    seconds: null,
  }))
}
