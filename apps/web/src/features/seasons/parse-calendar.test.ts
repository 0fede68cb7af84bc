import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCalendar } from './parse-calendar.ts'

function read(line: string) {
  return parseCalendar(line, 'Europe/Berlin')[0]?.event
}

test('a line has a track, and a date, a time and a name where they are given', () => {
  assert.deepEqual(read('Monza'), { track: 11, name: '', startsAt: null })
  assert.deepEqual(read('2026-07-05 20:00 Silverstone'), {
    track: 7,
    name: '',
    startsAt: '2026-07-05T18:00:00.000Z',
  })
  assert.deepEqual(read('5.7.2026\tGrand Final\tSpa'), {
    track: 10,
    name: 'Grand Final',
    startsAt: '2026-07-04T22:00:00.000Z',
  })
})

test('a table’s running number is no name', () => {
  assert.deepEqual(read('3. Suzuka; 2026-04-05; 19:30'), {
    track: 13,
    name: '',
    startsAt: '2026-04-05T17:30:00.000Z',
  })
})

test('the longest name counts, accents or not, and countries are known', () => {
  assert.equal(read('Sakhir Short')?.track, 21)
  assert.equal(read('Portimao')?.track, 28)
  assert.equal(read('Bahrain')?.track, 3)
  assert.equal(read('Las Vegas')?.track, 31)
  assert.equal(read('Grand Prix of Japan')?.track, 13)
})

test('a line without a track is kept as what it is', () => {
  assert.deepEqual(
    parseCalendar('Winter break\n\nMonza', 'UTC').map(({ event }) => event?.track),
    [undefined, 11],
  )
})
