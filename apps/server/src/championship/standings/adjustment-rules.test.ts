import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { AdjustmentKind } from '@pitboard/contract/seasons/adjustment'
import { ApiError } from '../../platform/http/api-error.ts'
import { adjustmentEffect, type AdjustmentFields, parseAdjustment } from './adjustment-rules.ts'

const CAR = { sessionId: 'race', driverIdx: 4 }
const AMOUNTS = { seconds: 5.25, points: -3, places: 2 }
/** No kind of decision needs as much. */
const ALL = { ...CAR, name: 'A', ...AMOUNTS }
const NO_AMOUNTS = { seconds: null, points: null, places: null }
const OF_SEASON = { ...ALL, sessionId: null, driverIdx: null }

function fieldsOf(kind: AdjustmentKind, fields: Partial<AdjustmentFields> = {}): AdjustmentFields {
  return { kind, ...ALL, ...fields }
}

suite('a steward decision has the terms of its kind alone', () => {
  for (const [title, fields, terms] of [
    [
      'a time penalty: a car and seconds',
      fieldsOf('timePenalty'),
      { ...CAR, name: null, ...NO_AMOUNTS, seconds: 5.25 },
    ],
    [
      'lost positions: a car and places',
      fieldsOf('positions'),
      { ...CAR, name: null, ...NO_AMOUNTS, places: 2 },
    ],
    [
      'a disqualification: a car',
      fieldsOf('disqualification'),
      { ...CAR, name: null, ...NO_AMOUNTS },
    ],
    [
      'points of a session: a car and points',
      fieldsOf('points'),
      { ...CAR, name: null, ...NO_AMOUNTS, points: -3 },
    ],
    [
      'points of the season: a driver’s name and points',
      fieldsOf('points', OF_SEASON),
      { sessionId: null, driverIdx: null, name: 'A', ...NO_AMOUNTS, points: -3 },
    ],
    [
      'points of a team: its name and points, never a session',
      fieldsOf('teamPoints'),
      { sessionId: null, driverIdx: null, name: 'A', ...NO_AMOUNTS, points: -3 },
    ],
  ] as const) {
    test(title, () => {
      assert.deepEqual(parseAdjustment(fields), { kind: fields.kind, ...terms })
    })
  }
})

suite('a steward decision is refused', () => {
  for (const [title, fields, path] of [
    ['a time penalty without seconds', fieldsOf('timePenalty', { seconds: null }), 'body/seconds'],
    ['a time penalty of no seconds', fieldsOf('timePenalty', { seconds: 0 }), 'body/seconds'],
    ['a time penalty without a session', fieldsOf('timePenalty', OF_SEASON), 'body/sessionId'],
    ['lost positions without places', fieldsOf('positions', { places: null }), 'body/places'],
    ['lost positions of no places', fieldsOf('positions', { places: 0 }), 'body/places'],
    ['lost positions without a car', fieldsOf('positions', { driverIdx: null }), 'body/driverIdx'],
    [
      'a disqualification without a session',
      fieldsOf('disqualification', { sessionId: null }),
      'body/sessionId',
    ],
    [
      'a disqualification without a car',
      fieldsOf('disqualification', { driverIdx: null }),
      'body/driverIdx',
    ],
    ['no points', fieldsOf('points', { points: null }), 'body/points'],
    ['0 points', fieldsOf('points', { points: 0 }), 'body/points'],
    [
      'points of a session without a car',
      fieldsOf('points', { driverIdx: null }),
      'body/driverIdx',
    ],
    [
      'points of the season without a name',
      fieldsOf('points', { ...OF_SEASON, name: null }),
      'body/name',
    ],
    ['points of a team without its name', fieldsOf('teamPoints', { name: null }), 'body/name'],
    ['no points of a team', fieldsOf('teamPoints', { points: null }), 'body/points'],
  ] as const) {
    test(`${title}: ${path} is missing`, () => {
      assert.throws(
        () => parseAdjustment(fields),
        (error) => {
          assert.ok(error instanceof ApiError)
          assert.equal(error.status, 400)
          assert.deepEqual(error.more, { errors: [{ path, message: 'is missing' }] })
          return true
        },
      )
    })
  }
})

suite('the effect of a steward decision', () => {
  const ofCar = { target: 'car', ...CAR, addedMs: 0, places: 0, isDisqualified: false }
  for (const [title, fields, effect] of [
    ['seconds are added to the time', fieldsOf('timePenalty'), { ...ofCar, addedMs: 5_250 }],
    [
      'seconds count to a millisecond',
      fieldsOf('timePenalty', { seconds: 1.0016 }),
      { ...ofCar, addedMs: 1_002 },
    ],
    ['places are lost', fieldsOf('positions'), { ...ofCar, places: 2 }],
    [
      'a disqualification takes the car out of the result',
      fieldsOf('disqualification'),
      { ...ofCar, isDisqualified: true },
    ],
    [
      'points of a session go to the driver of the car',
      fieldsOf('points'),
      { target: 'driver', ...CAR, name: null, points: -3 },
    ],
    [
      'points of the season go to the driver of the name',
      fieldsOf('points', OF_SEASON),
      { target: 'driver', sessionId: null, driverIdx: null, name: 'A', points: -3 },
    ],
    [
      'points of a team go to the team',
      fieldsOf('teamPoints'),
      { target: 'team', name: 'A', points: -3 },
    ],
  ] as const) {
    test(title, () => {
      assert.deepEqual(adjustmentEffect(parseAdjustment(fields)), effect)
    })
  }
})
