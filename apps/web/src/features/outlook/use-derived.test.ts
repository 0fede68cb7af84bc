import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionEventKind } from '@pitboard/contract/sessions/session-events'
import { ResultStatus, SafetyCarStatus, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { CAR_OUTLOOKS } from './car-outlooks.ts'
import { cacheByKey, gapsKey, lapsKey } from './use-derived.ts'

const first = aDriver({ driverIdx: 4, numberOfLaps: 3 })
const second = aDriver({ driverIdx: 5, numberOfLaps: 3, position: 2 })
const race = aSession({ drivers: [first, second], events: [anEvent(1, 'safetyCar')] })

function anEvent(seq: number, kind: SessionEventKind) {
  return {
    seq,
    kind,
    timeMs: 0,
    lapNum: 1,
    driverIdx: null,
    otherDriverIdx: null,
    value: null,
    seconds: null,
  }
}

function withSecond(known: Partial<Driver>): LiveSession {
  return { ...race, drivers: [first, { ...second, ...known }] }
}

function withEvent(kind: SessionEventKind): LiveSession {
  return { ...race, events: [...race.events, anEvent(2, kind)] }
}

const stop = { lapNum: 3, pitLaneTimeMs: null, stopTimeMs: null }
const stint = { tyreCompound: TyreCompound.Soft, actualTyreCompound: null, endLap: null }

const WORN = { frontLeft: 1, frontRight: 2, rearLeft: 3, rearRight: 4 }

/** Each case says what changes, and of which keys. */
const CHANGES: readonly (readonly [string, LiveSession, 'none' | 'cars' | 'gaps' | 'laps'])[] = [
  ['nothing', { ...race, version: 9, sessionTimeMs: 100 }, 'none'],
  ['place on the track', withSecond({ lapDistance: 300 }), 'none'],
  ['an overtake', withEvent('overtake'), 'none'],
  ['wear of tyres', withSecond({ tyreWear: WORN }), 'cars'],
  ['age of tyres', withSecond({ currentTyreAgeLaps: 9 }), 'cars'],
  ['sector', withSecond({ sector: 2 }), 'cars'],
  ['position', withSecond({ position: 3 }), 'gaps'],
  ['pit lane', withSecond({ pitStatus: 1 }), 'gaps'],
  ['gap to the leader', withSecond({ deltaToLeader: 900 }), 'gaps'],
  ['interval', withSecond({ deltaToCarAhead: 900 }), 'gaps'],
  ['another session', { ...race, id: 'other' }, 'laps'],
  ['safety car status', { ...race, safetyCarStatus: SafetyCarStatus.Full }, 'laps'],
  ['a call of the safety car', withEvent('safetyCar'), 'laps'],
  ['a red flag', withEvent('redFlag'), 'laps'],
  ['another car', withSecond({ driverIdx: 6 }), 'laps'],
  ['a lap', withSecond({ numberOfLaps: 4 }), 'laps'],
  ['a stop', withSecond({ pitStops: [stop] }), 'laps'],
  ['a new set of tyres', withSecond({ tyres: [stint] }), 'laps'],
  ['a retirement', withSecond({ resultStatus: ResultStatus.Retired }), 'laps'],
]

for (const [what, changed, level] of CHANGES) {
  test(`panels work out again for a change of ${what}: ${level}`, () => {
    const { keyOf: carsKey } = CAR_OUTLOOKS
    assert.equal(lapsKey(changed) !== lapsKey(race), level === 'laps')
    assert.equal(gapsKey(changed) !== gapsKey(race), level === 'laps' || level === 'gaps')
    assert.equal(carsKey(changed) !== carsKey(race), level !== 'none')
  })
}

test('a session without a call of race control has a key of its own, too', () => {
  const calm = { ...race, events: [] }
  assert.notEqual(lapsKey(calm), lapsKey(race))
  assert.equal(lapsKey(calm), lapsKey({ ...race, events: [anEvent(2, 'pitStop')] }))
})

test('a value is derived once for each key, and again after its key has changed', () => {
  let derived = 0
  const read = cacheByKey({
    keyOf: ({ id }) => id,
    derive: ({ version }) => {
      derived++
      return { version }
    },
  })
  const one = read(race)
  assert.deepEqual(one, { version: 1 })
  assert.equal(read({ ...race, version: 2 }), one)
  assert.deepEqual(read({ ...race, id: 'other', version: 3 }), { version: 3 })
  assert.deepEqual(read({ ...race, version: 4 }), { version: 4 })
  assert.equal(derived, 3)
})
