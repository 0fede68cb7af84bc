import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTime } from './calendar-times.ts'

/** Returns the time in a line and its zone, and the part of the line that they occupy. */
function describeTime(line: string): string | null {
  const time = findTime(line)
  if (!time) return null
  const { hours, minutes, zone, from, to } = time
  const clock = `${hours}:${String(minutes).padStart(2, '0')}`
  const named = zone && ('timeZone' in zone ? zone.timeZone : String(zone.offsetMinutes))
  return `${clock} ${named ?? '-'} [${line.slice(from, to)}]`
}

for (const [line, time] of [
  ['Spa 20:00', '20:00 - [20:00]'],
  ['0:00', '0:00 - [0:00]'],
  ['23:59', '23:59 - [23:59]'],
  ['24:00', null],
  ['20:60', null],
  ['0:30 am', null],
  ['1:30 am', '1:30 - [1:30 am]'],
  ['12:30 am', '0:30 - [12:30 am]'],
  ['12:30 PM', '12:30 - [12:30 PM]'],
  ['11:30 p.m.', '23:30 - [11:30 p.m.]'],
  ['13:30 pm', null],
  ['8 Uhr', '8:00 - [8 Uhr]'],
  ['8 Uhr abends', '20:00 - [8 Uhr abends]'],
  ['8:15 nachmittags, Spa', '20:15 - [8:15 nachmittags]'],
  ['8:15  ABENDS', '20:15 - [8:15  ABENDS]'],
  ['12 Uhr abends', '12:00 - [12 Uhr abends]'],
  ['20 Uhr abends UTC', '20:00 0 [20 Uhr abends UTC]'],
  ['8 Uhr, Spa abends', '8:00 - [8 Uhr]'],
] as const) {
  test(`the time in “${line}” is ${time ?? 'none'}`, () => {
    assert.equal(describeTime(line), time)
  })
}

for (const [zone, offset] of [
  ['Z', 0],
  ['UTC', 0],
  ['utc', 0],
  ['GMT', 0],
  ['gmt', 0],
  ['WET', 0],
  ['WEST', 60],
  ['BST', 60],
  ['CET', 60],
  ['cet', 60],
  ['MEZ', 60],
  ['mez', 60],
  ['CEST', 120],
  ['cest', 120],
  ['MESZ', 120],
  ['mesz', 120],
  ['EET', 120],
  ['EEST', 180],
  ['EST', -300],
  ['EDT', -240],
  ['CDT', -300],
  ['MST', -420],
  ['MDT', -360],
  ['PST', -480],
  ['PDT', -420],
  ['JST', 540],
  ['AEST', 600],
  ['AEDT', 660],
  ['BRT', -180],
  ['ET', 'America/New_York'],
  ['PT', 'America/Los_Angeles'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['+1', 60],
  ['+01', 60],
  ['-0530', -330],
  ['+05:45', 345],
  ['UTC+2', 120],
  ['GMT -3', -180],
  ['+14', 840],
] as const) {
  test(`a time may have a zone behind it: ${zone}`, () => {
    for (const behind of [zone, ` ${zone}`, `  ${zone}`, ` (${zone})`]) {
      assert.equal(describeTime(`20:00${behind}`), `20:00 ${offset} [20:00${behind}]`)
    }
    assert.equal(describeTime(`20:00, Spa ${zone}`), '20:00 - [20:00]')
  })
}

for (const behind of [
  ' Nowhere/Land',
  ' Europe/Berlin/',
  ' Spa',
  ' spa',
  ' est',
  ' XYZ',
  ' +15',
  ' +14:01',
  ' +2x',
  ' UTCx',
  '   CET',
] as const) {
  test(`no zone is behind a time in “20:00${behind}”`, () => {
    assert.equal(describeTime(`20:00${behind}`), '20:00 - [20:00]')
  })
}
