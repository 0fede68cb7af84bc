import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allTimeZones, instantOf, localTimeOf, ownTimeZone } from './time-zones.ts'

test('a time is the instant at which a clock of the zone shows it, summer and winter', () => {
  assert.equal(instantOf('2026-07-05T15:00', 'Europe/Berlin'), '2026-07-05T13:00:00.000Z')
  assert.equal(instantOf('2026-01-05T15:00', 'Europe/Berlin'), '2026-01-05T14:00:00.000Z')
  assert.equal(instantOf('2026-03-08T15:00', 'Australia/Melbourne'), '2026-03-08T04:00:00.000Z')
  assert.equal(instantOf('2026-03-29T03:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z')
  assert.equal(instantOf('2026-03-29T01:30', 'Europe/Berlin'), '2026-03-29T00:30:00.000Z')
  assert.equal(instantOf('soon', 'UTC'), null)
})

test('an instant is shown as it was typed', () => {
  for (const zone of ['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kolkata', 'UTC']) {
    for (const local of [
      '2026-07-05T15:00',
      '2026-12-31T23:45',
      '2026-03-29T12:00',
      // A date field holds this while "2026" is being typed.
      '0002-07-05T15:00',
      '0020-07-05T15:00',
      '0202-07-05T15:00',
    ]) {
      assert.equal(localTimeOf(instantOf(local, zone) ?? '', zone), local, zone)
    }
  }
})

test('an hour that a clock shows twice is the second one, one that it skips is an hour later', () => {
  assert.equal(instantOf('2026-03-29T02:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z')
  assert.equal(instantOf('2026-10-25T02:30', 'Europe/Berlin'), '2026-10-25T01:30:00.000Z')
  assert.equal(instantOf('2026-10-25T01:59', 'Europe/Berlin'), '2026-10-24T23:59:00.000Z')
  assert.equal(instantOf('2026-10-25T03:00', 'Europe/Berlin'), '2026-10-25T02:00:00.000Z')
})

test('an instant is shown to the minute', () => {
  assert.equal(localTimeOf('2026-07-05T12:59:59.999Z', 'UTC'), '2026-07-05T12:59')
  assert.equal(localTimeOf('1969-07-05T12:59:59.999Z', 'Asia/Kolkata'), '1969-07-05T18:29')
  assert.equal(localTimeOf('2026-01-01T00:30:15Z', 'America/Sao_Paulo'), '2025-12-31T21:30')
})

test('the zones begin with UTC, which is there once, and contain the own one', () => {
  const zones = allTimeZones()
  assert.equal(zones[0], 'UTC')
  assert.deepEqual(zones.filter((zone) => zone === 'UTC').length, 1)
  assert.ok(zones.includes('Europe/Berlin'))
  assert.equal(ownTimeZone(), new Intl.DateTimeFormat().resolvedOptions().timeZone)
})
