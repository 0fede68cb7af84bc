import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  FIELD_NAMES,
  FILTER_FIELDS,
  FilterError,
  parseSorts,
  readFilterField,
  readFilterValue,
  SORTABLE_FIELDS,
} from './filter-fields.ts'

const ID = '0190AAAA-0000-7000-8000-00000000000F'

describe('a value', () => {
  for (const [kind, text, value] of [
    ['text', 'Max', 'Max'],
    ['integer', '-12', -12],
    ['integer', '123456789012345', 123_456_789_012_345],
    ['number', '-0.5', -0.5],
    ['number', '3', 3],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['id', ID, ID.toLowerCase()],
    ['instant', '2026-01-31', Date.UTC(2026, 0, 31)],
    ['instant', '2024-02-29', Date.UTC(2024, 1, 29)],
    ['instant', '2026-01-31T20:05Z', Date.UTC(2026, 0, 31, 20, 5)],
    ['instant', '2026-01-31t20:05:07.250z', Date.UTC(2026, 0, 31, 20, 5, 7, 250)],
    ['instant', '2026-01-31T20:05:07+02:00', Date.UTC(2026, 0, 31, 18, 5, 7)],
  ] as const) {
    test(`${text} is one of kind ${kind}`, () => {
      assert.deepEqual(readFilterValue(kind, text), { value })
    })
  }

  for (const [kind, text, expected] of [
    ['integer', '1.5', 'a whole number'],
    ['integer', '', 'a whole number'],
    ['integer', '1234567890123456', 'a whole number'],
    ['integer', 'x1', 'a whole number'],
    ['integer', '1x', 'a whole number'],
    ['number', '1.', 'a number'],
    ['number', '.5', 'a number'],
    ['number', '1e5', 'a number'],
    ['boolean', 'TRUE', 'true or false'],
    ['id', ID.slice(1), 'an id (UUID)'],
    ['id', `${ID}0`, 'an id (UUID)'],
    ['id', ID.replace('F', 'g'), 'an id (UUID)'],
    ['instant', '2026-02-30', 'a day (2026-01-31) or an instant (2026-01-31T20:00:00Z)'],
    ['instant', '2026-02-29', 'a day (2026-01-31) or an instant (2026-01-31T20:00:00Z)'],
    ['instant', '2026-13-01', 'a day (2026-01-31) or an instant (2026-01-31T20:00:00Z)'],
    ['instant', '2026-01-31T20:05', 'a day (2026-01-31) or an instant (2026-01-31T20:00:00Z)'],
    ['instant', '2026-01-31 ', 'a day (2026-01-31) or an instant (2026-01-31T20:00:00Z)'],
    ['instant', 'x2026-01-31', 'a day (2026-01-31) or an instant (2026-01-31T20:00:00Z)'],
    ['instant', '2026-04-31T20:05Z', 'a day (2026-01-31) or an instant (2026-01-31T20:00:00Z)'],
  ] as const) {
    test(`${JSON.stringify(text)} is none of kind ${kind}`, () => {
      assert.deepEqual(readFilterValue(kind, text), { expected })
    })
  }
})

describe('the fields', () => {
  test('are those of the table, by their exact names', () => {
    assert.deepEqual(FIELD_NAMES, Object.keys(FILTER_FIELDS))
    assert.equal(readFilterField('trackId'), 'trackId')
    assert.equal(readFilterField('trackid'), undefined)
    assert.equal(readFilterField('toString'), undefined)
  })

  test('of some kinds are possibly null, and some are sorted by', () => {
    const nullable = FIELD_NAMES.filter((name) => 'nullable' in FILTER_FIELDS[name])
    assert.deepEqual(nullable, [
      'numberOfLaps',
      'sessionEndTime',
      'gameVersion',
      'packetFormat',
      'isMultiplayer',
      'startTrackTemp',
      'startAirTemp',
      'startWeather',
      'framesSeen',
      'lapsMissing',
      'classification',
    ])
    assert.deepEqual(SORTABLE_FIELDS, [
      'internalSessionId',
      'trackId',
      'sessionType',
      'numberOfLaps',
      'sessionStartTime',
      'gameVersion',
    ])
  })
})

describe('sorts', () => {
  test('are fields with a minus for descending ones', () => {
    assert.deepEqual(parseSorts(' -sessionStartTime , trackId'), [
      { field: 'sessionStartTime', descending: true },
      { field: 'trackId', descending: false },
    ])
    assert.deepEqual(parseSorts('  '), [])
  })

  test('are at most three, each once, of fields that are sorted by', () => {
    const known = `sessions are sorted by ${SORTABLE_FIELDS.join(', ')}`
    for (const [text, offset, message] of [
      ['userName', 0, known],
      ['trackId, userName', 9, known],
      ['trackId,', 8, known],
      ['--trackId', 0, known],
      ['trackId,-trackId', 8, 'trackId is named twice'],
      ['trackId,gameVersion,sessionType,numberOfLaps', 32, '3 sorts at most'],
    ] as const) {
      assert.throws(
        () => parseSorts(text),
        (error: unknown) =>
          error instanceof FilterError && error.offset === offset && error.message === message,
        text,
      )
    }
    assert.equal(parseSorts('trackId,gameVersion,sessionType').length, 3)
  })
})
