import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { de, en } from '../testing/text.ts'
import { driverCodes } from './driver-codes.ts'
import { formatClock, formatDateTime } from './format-date.ts'
import {
  formatGap,
  formatLapsDown,
  formatLapTime,
  formatRaceTime,
  formatRoadGap,
  formatSectorTime,
} from './format-lap-time.ts'
import { readableColour } from './readable-colour.ts'

describe('lap and race times', () => {
  test('a lap time shows minutes, seconds and thousandths', () => {
    assert.equal(formatLapTime(83_456), '1:23.456')
    assert.equal(formatLapTime(60_000), '1:00.000')
    assert.equal(formatLapTime(58_001), '58.001')
    assert.equal(formatLapTime(601_009), '10:01.009')
  })
  test('an unknown time is a dash, never a zero', () => {
    assert.equal(formatLapTime(null), '–')
    assert.equal(formatSectorTime(null), '–')
    assert.equal(formatRaceTime(null), '–')
    assert.equal(formatGap(null), '–')
  })
  test('a sector over a minute keeps counting seconds', () => {
    assert.equal(formatSectorTime(61_250), '61.250')
  })
  test('a race time shows hours only when there are some', () => {
    assert.equal(formatRaceTime(5_523_456), '1:32:03.456')
    assert.equal(formatRaceTime(1_923_004), '32:03.004')
  })
  test('a lap time reads back as the milliseconds it came from', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_599_999 }), (timeMs) => {
        const parts = formatLapTime(timeMs).split(':')
        const seconds = Number(parts.at(-1))
        const minutes = parts.length > 1 ? Number(parts[0]) : 0
        assert.equal(Math.round((minutes * 60 + seconds) * 1000), timeMs)
      }),
    )
  })
})

describe('gaps', () => {
  test('a gap is cut off at the shown decimal, not rounded up', () => {
    assert.equal(formatGap(1299), '+1.2')
    assert.equal(formatGap(59_999), '+59.9')
    assert.equal(formatGap(62_350), '+1:02.3')
    assert.equal(formatGap(0), '+0.0')
  })
  test('three decimals show the whole gap', () => {
    assert.equal(formatGap(1234, 3), '+1.234')
    assert.equal(formatGap(61_007, 3), '+1:01.007')
  })
  test('a gap on the road is finer the closer the cars are, and cut off as well', () => {
    for (const [gapMs, shown] of [
      [0, '+0.000'],
      [37, '+0.037'],
      [9_999, '+9.999'],
      [-9_999, '−9.999'],
      [10_000, '+10.00'],
      [12_349, '+12.34'],
      [-59_999, '−59.99'],
      [60_000, '+1:00.0'],
      [62_399, '+1:02.3'],
      [null, '–'],
    ] as const) {
      assert.equal(formatRoadGap(gapMs), shown, String(gapMs))
    }
  })
  test('laps down have a singular, or a word that is short enough for their column', () => {
    assert.equal(formatLapsDown(1, en), '+1 lap')
    assert.equal(formatLapsDown(2, en), '+2 laps')
    assert.equal(formatLapsDown(2, de), '+2 Rd.')
  })
})

describe('clocks and dates', () => {
  test('a clock never runs below zero', () => {
    assert.equal(formatClock(754), '12:34')
    assert.equal(formatClock(3754), '1:02:34')
    assert.equal(formatClock(-3), '0:00')
  })
  test('an instant is shown in the zone of the reader', () => {
    const shown = formatDateTime('2026-05-03T23:30:00Z', 'en-GB', 'Europe/Berlin')
    assert.equal(shown, '4 May 2026, 01:30')
  })
})

describe('driver codes', () => {
  test('the last name gives the code, accents left off', () => {
    assert.deepEqual(driverCodes([named('Sergio PÉREZ', 11), named('VERSTAPPEN', 1)]), [
      'PER',
      'VER',
    ])
  })
  test('drivers who would share a code are told apart by car number', () => {
    assert.deepEqual(driverCodes([named('Player', 7), named('Player', 8), named('Norris', 4)]), [
      '#7',
      '#8',
      'NOR',
    ])
  })
  test('a gamer tag gives the part that can be read', () => {
    assert.deepEqual(driverCodes([named('xX_Speedy_Xx', 99)]), ['SPE'])
  })
  test('a name without letters gives the car number', () => {
    assert.deepEqual(driverCodes([named('1234', 44)]), ['#44'])
  })
  test('nobody gets a car number that they do not have', () => {
    assert.deepEqual(driverCodes([named('Player', null), named('Player', 8)]), ['PLA', '#8'])
    assert.deepEqual(driverCodes([named('1234', null)]), ['123'])
  })
})

test('a team colour too dark for the page is lightened, a bright one is left alone', () => {
  assert.equal(readableColour('#ff8700'), '#ff8700')
  assert.notEqual(readableColour('#000000'), '#000000')
  assert.equal(readableColour('nonsense'), '#a8aeb9')
})

function named(name: string, carNumber: number | null) {
  return { name, carNumber }
}
