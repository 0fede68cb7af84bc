import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHeading, splitLines } from './calendar-lines.ts'

for (const [rule, typed, lines] of [
  ['each line is an event', 'Spa 8.3.2026\nMonza 9.3.2026', ['Spa 8.3.2026', 'Monza 9.3.2026']],
  ['lines without a text are none', '\n Spa \n\t\n \nMonza\n', ['Spa', 'Monza']],
  ['a number alone is the round of the next line', '1\nSpa\n22\nMonza', ['1\tSpa', '22\tMonza']],
  ['four digits are no round', '2026\nSpa', ['2026', 'Spa']],
  ['a date below a track is that of its event', 'Spa\n8.3.2026', ['Spa\t8.3.2026']],
  ['so is a time', 'Spa\n20:00', ['Spa\t20:00']],
  ['and both below each other', 'Spa\n8.3.2026\n20:00', ['Spa\t8.3.2026\t20:00']],
  ['and a time before its date', 'Spa\n20:00\n8.3.2026', ['Spa\t20:00\t8.3.2026']],
  ['a second date is another line', 'Spa 8.3.2026\n9.3.2026', ['Spa 8.3.2026', '9.3.2026']],
  ['a second time is another line', 'Spa 20:00\n21:00', ['Spa 20:00', '21:00']],
  ['a date with a name is another line', 'Spa\n8.3.2026 Monza', ['Spa', '8.3.2026 Monza']],
  ['a date below no track is another line', 'Pause\n8.3.2026', ['Pause', '8.3.2026']],
  ['a date at the beginning is a line', '8.3.2026\nSpa', ['8.3.2026', 'Spa']],
  ['signs below a track are another line', 'Spa\n---', ['Spa', '---']],
  ['an event without a date stays without', 'Spa\nNo date yet\nMonza', ['Spa', 'Monza']],
  ['in German, too', 'Spa\nnoch ohne Datum\nMonza', ['Spa', 'Monza']],
  ['words around that are a line', 'Spa\nNo date yet known', ['Spa', 'No date yet known']],
  ['or before', 'Spa\nSo no date yet', ['Spa', 'So no date yet']],
  ['a date after a round is a line of that round', 'Spa\n2\n8.3.2026', ['Spa', '2\t8.3.2026']],
  ['without a track nothing is without a date', 'No date yet', ['No date yet']],
  ['quoted cells are separated by tabs', '"a,b",c;"d ""e"""', ['a,b\tc\td ”e”']],
  ['a quotation mark within a cell stays', 'Spa 7" late', ['Spa 7" late']],
  ['a quoted cell behind two spaces is one', 'Spa;  "a;b"', ['Spa\t  a;b']],
  ['a basic instant has signs', 'Spa 20260308T2000', ['Spa 2026-03-08T20:00']],
  ['with seconds, too', 'Spa 20260308T200059Z', ['Spa 2026-03-08T20:00Z']],
  ['but not in a longer number', 'Spa 120260308T2000', ['Spa 120260308T2000']],
  ['nor in one that goes on', 'Spa 20260308T20001', ['Spa 20260308T20001']],
] as const) {
  test(`${rule}: ${JSON.stringify(typed)}`, () => {
    assert.deepEqual(splitLines(typed), lines)
  })
}

test('of a line the first 300 characters are read', () => {
  assert.deepEqual(splitLines(`  ${'a'.repeat(300)}b`), ['a'.repeat(300)])
})

test('after 500 lines they are taken as they are', () => {
  const typed = Array.from({ length: 501 }, () => ' Spa ').join('\n')
  const lines = splitLines(typed)
  assert.deepEqual([lines.length, lines[499], lines[500]], [501, 'Spa', ' Spa '])
})

for (const [line, isOne] of [
  ['Round\tTrack\tDate', true],
  ['Runde;Strecke;Datum;Uhrzeit', true],
  ['| Round | Track |', true],
  ['Zone Session', true],
  ['Round', false],
  ['Round 1', false],
  ['Track Spa', false],
  ['Spa Round', false],
  ['', false],
] as const) {
  test(`“${line}” ${isOne ? 'names' : 'does not name'} the columns of a table`, () => {
    assert.equal(isHeading(line), isOne)
  })
}
