import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDay, findWeekday, isOfTime, weekdayOf } from './calendar-dates.ts'

const describeDay = (line: string) => {
  const day = findDay(line)
  return day && [day.year, day.month, day.day, day.order].join(' ')
}

for (const [line, day] of [
  ['2026-03-08', '2026 3 8 certain'],
  ['8.3.2026', '2026 3 8 certain'],
  ['8.3.26', '2026 3 8 certain'],
  ['8 March 2026', '2026 3 8 certain'],
  ['8. MÄRZ 2026', '2026 3 8 certain'],
  ['OCTOBER 8, 2026', '2026 10 8 certain'],
  // The longer name counts where a shorter one is its beginning.
  ['8 September 2026', '2026 9 8 certain'],
  ['3/4/2026', '2026 4 3 both'],
  ['4/4/2026', '2026 4 4 certain'],
  ['12/4/2026', '2026 4 12 both'],
  ['13/4/2026', '2026 4 13 dayFirst'],
  ['4/12/2026', '2026 12 4 both'],
  ['4/13/2026', '2026 4 13 monthFirst'],
  ['31.2.2026', null],
  ['29.2.2028', '2028 2 29 certain'],
  ['29.2.2026', null],
  ['8.13.2026', null],
  ['2026-00-08', null],
  ['2026-12-00', null],
  ['2026-01-32', null],
  ['1950-12-31', null],
  ['1951-01-01', '1951 1 1 certain'],
  ['2199-12-31', '2199 12 31 certain'],
  ['2200-01-01', null],
  ['x2026-03-08', null],
  ['8 March 20261', null],
  ['Spa', null],
] as const) {
  test(`the day in “${line}” is ${day ?? 'none'}`, () => {
    assert.equal(describeDay(line), day)
  })
}

for (const [weekday, names] of [
  'Sunday Sonntag sun',
  'Monday Montag mon',
  'Tuesday Dienstag tues tue',
  'Wednesday Mittwoch wed',
  'Thursday Donnerstag thurs thur thu',
  'Friday Freitag fri',
  'Saturday Samstag Sonnabend sat',
].entries()) {
  test(`the days of the week are found by their names: ${names}`, () => {
    for (const name of names.split(' ')) {
      assert.equal(findWeekday(`Spa, ${name} 20:00`, null)?.weekday, weekday, name)
    }
  })
}

const weekdayIn = (line: string) => findWeekday(line, findDay(line))?.weekday

for (const [weekday, short] of ['so', 'mo', 'di', 'mi', 'do', 'fr', 'sa'].entries()) {
  test(`two letters are a day of the week right beside a date: ${short}`, () => {
    assert.equal(weekdayIn(`${short} 8.3.2026`), weekday)
    assert.equal(weekdayIn(`${short}., 8.3.2026`), weekday)
    assert.equal(weekdayIn(`8.3.2026 (${short})`), weekday)
    assert.equal(weekdayIn(`${short} Spa 8.3.2026`), undefined)
    assert.equal(weekdayIn(`8.3.2026 Spa ${short}`), undefined)
    assert.equal(weekdayIn(`${short}    8.3.2026`), undefined)
    assert.equal(findWeekday(`${short} Spa`, null), null)
  })
}

test('a day of the week takes its preposition and its dots along', () => {
  const line = 'Spa am   Sonntag., 20:00'
  const found = findWeekday(line, null)
  assert.equal(line.slice(found?.from, found?.to), 'am   Sonntag.,')
  assert.equal(findWeekday('Montagnard 20:00', null), null)
})

test('a day knows its day of the week', () => {
  const weekdays = ['2026-03-08', '2026-03-09', '2026-03-14'].map((line) => {
    const day = findDay(line)
    return day && weekdayOf(day)
  })
  assert.deepEqual(weekdays, [0, 1, 6])
})

for (const [words, isTime] of [
  ['March', true],
  ['märz', true],
  ['Sonntag', true],
  ['20:00 Uhr', true],
  ['UTC', true],
  ['mitternacht', true],
  ['TBA', true],
  ['nachts', true],
  ['Mo', true],
  ['(Mo.)', true],
  ['Spa, Sunday race', true],
  ['Spa', false],
  ['', false],
  ['Mo Farah', false],
  ['Mayor', false],
] as const) {
  test(`“${words}” ${isTime ? 'belongs to a date' : 'may be a name'}`, () => {
    assert.equal(isOfTime(words), isTime)
  })
}
