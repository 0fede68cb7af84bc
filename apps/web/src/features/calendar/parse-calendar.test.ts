import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDate, formatDateTime } from '../../timing/format-date.ts'
import { parseCalendar } from './parse-calendar.ts'

const ZONE = 'Europe/Berlin'
const SPA = 10

function read(line: string) {
  const [parsed] = parseCalendar(line, ZONE).lines
  assert.ok(parsed)
  return parsed
}

function summary(line: string): [track: number | undefined, startsAt: string, name: string] {
  const { event } = read(line)
  return [event?.track, event?.startsAt ?? '', event?.name ?? '']
}

test('what the site writes it reads again, in every locale', () => {
  const instant = '2025-10-18T18:00:00.000Z'
  for (const locale of [
    'en-GB',
    'en-IE',
    'en-AU',
    'en-US',
    'en-CA',
    'de',
    'de-DE',
    'de-AT',
    'de-CH',
  ]) {
    const line = `Spa ${formatDateTime(instant, locale, ZONE)}`
    assert.deepEqual(summary(line), [SPA, instant, ''], `${locale}: ${line}`)
    assert.deepEqual(read(line).warnings, [], `${locale}: ${line}`)
    const day = `Spa; ${formatDate('2025-10-18T12:00:00Z', locale)}`
    assert.equal(read(day).event?.startsAt, '2025-10-17T22:00:00.000Z', `${locale}: ${day}`)
  }
})

for (const [date, day] of [
  ['2026-07-05', '05'],
  ['2026/7/5', '05'],
  ['5.7.2026', '05'],
  ['05. 07. 2026', '05'],
  ['13/07/2026', '13'],
  ['07/13/2026', '13'],
  ['13-07-26', '13'],
  ['5 July 2026', '05'],
  ['5th of July 2026', '05'],
  ['July 5th, 2026', '05'],
  ['Jul. 5 2026', '05'],
  ['5. Juli 2026', '05'],
  ['So., 5. Juli 2026', '05'],
  ['Sunday, 5 July 2026', '05'],
  ['am Sonntag, den 5.7.2026', '05'],
  ['5.7.2026 (So)', '05'],
  ['Sun 7/5/2026', '05'],
] as const) {
  test(`a date is read: ${date}`, () => {
    const { event, warnings } = read(`Spa ${date} 20:00`)
    assert.equal(event?.startsAt, `2026-07-${day}T18:00:00.000Z`)
    assert.deepEqual([event.name, warnings], ['', []])
  })
}

for (const [time, utc] of [
  ['20:00', '18:00'],
  ['20:00:30', '18:00'],
  ['8pm', '18:00'],
  ['8 PM', '18:00'],
  ['8:30 p.m.', '18:30'],
  ['12am', '22:00'],
  ['12 pm', '10:00'],
  ['at 8:15 pm', '18:15'],
  ['20 Uhr', '18:00'],
  ['20.30 Uhr', '18:30'],
  ['um 20:30 Uhr', '18:30'],
  ['20h30', '18:30'],
  ['20 h', '18:00'],
  ['8 Uhr abends', '18:00'],
  ['8 p.m.', '18:00'],
  ['20:00 UTC', '20:00'],
  ['20:00 CET', '19:00'],
  ['20:00 MESZ', '18:00'],
  ['8pm EDT', '00:00'],
  ['20:00+05:30', '14:30'],
  ['20:00 (UTC-3)', '23:00'],
  ['20:00 utc', '20:00'],
  ['20:00 Asia/Tokyo', '11:00'],
  ['20:00 (America/Argentina/Buenos_Aires)', '23:00'],
  ['8pm ET', '00:00'],
] as const) {
  test(`a time is read: ${time}`, () => {
    const { event, warnings } = read(`2026-07-05 ${time} Spa`)
    assert.equal(event?.startsAt?.slice(11, 16), utc)
    assert.deepEqual([event?.name, warnings], ['', []])
  })
}

test('an instant of a program is read', () => {
  assert.equal(read('2026-07-05T20:00:00Z Spa').event?.startsAt, '2026-07-05T20:00:00.000Z')
  assert.equal(read('2026-07-05T20:00+02:00;Spa').event?.startsAt, '2026-07-05T18:00:00.000Z')
  assert.equal(read('20260705T200000Z\tSpa').event?.startsAt, '2026-07-05T20:00:00.000Z')
})

function starts(typed: string, order?: 'dayFirst' | 'monthFirst') {
  const { lines, asksOrder } = parseCalendar(typed, 'UTC', order)
  return [asksOrder, ...lines.map(({ event }) => event?.startsAt?.slice(0, 10) ?? null)]
}

test('day or month first is what the column says, else it is asked', () => {
  assert.deepEqual(starts('Spa 03/04/2026\nMonza 13/04/2026'), [false, '2026-04-03', '2026-04-13'])
  assert.deepEqual(starts('Spa 03/04/2026\nMonza 04/13/2026'), [false, '2026-03-04', '2026-04-13'])
  assert.deepEqual(starts('Spa 03/04/2026'), [true, null])
  assert.deepEqual(starts('Spa 03/04/2026', 'monthFirst'), [true, '2026-03-04'])
  assert.deepEqual(starts('Spa 03/04/2026', 'dayFirst'), [true, '2026-04-03'])
  assert.deepEqual(starts('Spa Fri 03/04/2026'), [false, '2026-04-03'])
  assert.deepEqual(read('Spa 03/04/2026 20:00').warnings, [{ kind: 'unclearOrder' }])
})

for (const [line, warnings] of [
  ['Spa 31.02.2026 20:00', [{ kind: 'notUsed', words: '31.02.2026' }, { kind: 'noDate' }]],
  ['Spa 18 Oct 20:00', [{ kind: 'notUsed', words: '18 Oct' }, { kind: 'noDate' }]],
  ['Spa 2026-07-05', [{ kind: 'noTime' }]],
  ['Spa 2026-07-05 25:00', [{ kind: 'notUsed', words: '25:00' }, { kind: 'noTime' }]],
  ['Spa 2026-07-05 13pm', [{ kind: 'notUsed', words: '13pm' }, { kind: 'noTime' }]],
  ['Spa 20:00', [{ kind: 'noDate' }]],
  ['Spa; Monday 2026-07-05 20:00', [{ kind: 'wrongWeekday' }]],
  ['Spa bring friends; 2026-07-05 20:00', [{ kind: 'notUsed', words: 'bring friends' }]],
  ['Spa; Finale; wet; 2026-07-05 20:00', [{ kind: 'notUsed', words: 'wet' }]],
  ['Spa; 25 laps; 2026-07-05 20:00', [{ kind: 'notUsed', words: '25 laps' }]],
  ['Spa; 2026-07-05 20:00 IST', [{ kind: 'notUsed', words: 'IST' }]],
  ['Spa; 2026-07-05 20:00 Mars/Olympus', [{ kind: 'notUsed', words: 'Mars/Olympus' }]],
  ['Spa; Fr 20:00', [{ kind: 'notUsed', words: 'Fr' }, { kind: 'noDate' }]],
  ['Spa 05/07 20:00', [{ kind: 'notUsed', words: '05/07' }, { kind: 'noDate' }]],
  ['Spa 2026-07-05 20:00-22:00', [{ kind: 'notUsed', words: '22:00' }]],
  ['Monza, Spa, 2026-07-05 20:00', [{ kind: 'notUsed', words: 'Spa' }]],
  ['Spa Finale, 2026-07-05 20:00', [{ kind: 'notUsed', words: 'Finale' }]],
] as const) {
  test(`nothing is guessed: ${line}`, () => {
    const { event, warnings: given } = read(line)
    assert.deepEqual(given, warnings)
    assert.match(event?.name ?? '', /^(Finale)?$/)
  })
}

test('a name stands in a column of its own, or is made of the words of a race', () => {
  assert.deepEqual(summary('Monza'), [11, '', ''])
  assert.deepEqual(summary('5.7.2026\tGrand Final\tSpa')[2], 'Grand Final')
  assert.deepEqual(summary('15.03.2026 20:00 Shanghai; Opening night')[2], 'Opening night')
  assert.deepEqual(summary('Grand Prix of Japan')[2], 'Grand Prix of Japan')
  assert.deepEqual(summary('Großer Preis von Österreich, 5. Juli 2026, 15 Uhr'), [
    17,
    '2026-07-05T13:00:00.000Z',
    'Großer Preis von Österreich',
  ])
})

test('a table’s running number is no name', () => {
  for (const number of ['3.', '3)', '#3', 'R3', 'Round 3:', 'Rennen 3 -', '3']) {
    const line = `${number} Suzuka; 2026-04-05; 19:30`
    assert.deepEqual(summary(line), [13, '2026-04-05T17:30:00.000Z', ''], line)
    assert.deepEqual(read(line).warnings, [], line)
  }
})

test('the longest name counts, accents or not; a country where no place is named', () => {
  for (const [line, track] of [
    ['Sakhir Short', 21],
    ['Portimao', 28],
    ['Bahrain', 3],
    ['Las Vegas', 31],
    ['Imola, Italy', 27],
    ['Österreich', 17],
    ['Austria (Reverse)', 40],
    ['São Paulo', 16],
    ['Spain', 4],
    ['Großbritannien', 7],
    ['GROSSBRITANNIEN', 7],
    ['Vereinigte Staaten', 15],
    ['Vereinigte Arabische Emirate', 14],
    ['Mexiko-Stadt', 19],
    ['Schanghai', 2],
  ] as const) {
    assert.equal(read(line).event?.track, track, line)
  }
})

for (const line of [
  '1\t05.07.2026\t20:00\tSpa\tSprint',
  '5.7.2026;20:00;Spa;Sprint',
  '1,Sprint,Spa,2026-07-05,8:00 PM',
  '"1","Sunday, 5 July 2026","8:00 PM","Spa","Sprint"',
  '1;"05.07.2026";"20:00";"Spa";"Sprint"',
  '| 1 | Spa | Sprint | 2026-07-05 | 20:00 |',
  '- Spa · Sprint · So., 5. Juli 2026 · 20 Uhr',
  'Spa, Belgium; Sprint; 7/5/2026 8pm; Sunday',
  'Belgien\tSpa\tSprint\t5.7.2026\t20.00 Uhr',
]) {
  test(`cells are separated: ${JSON.stringify(line)}`, () => {
    const { lines } = parseCalendar(`${line}\nMonza 7/13/2026 20:00`, ZONE)
    const { event, warnings } = lines[0] ?? {}
    assert.deepEqual(event, { track: SPA, startsAt: '2026-07-05T18:00:00.000Z', name: 'Sprint' })
    assert.deepEqual(warnings, [])
  })
}

test('a quoted cell may contain separators and quotation marks', () => {
  assert.deepEqual(summary('Spa;"Finale; wet"'), [SPA, '', 'Finale; wet'])
  assert.deepEqual(summary('"Spa";"The ""big"" one"'), [SPA, '', 'The ”big” one'])
})

test('the words of a race around a track are its name, a country beside it is not', () => {
  assert.deepEqual(summary('Spa Sprint'), [SPA, '', 'Spa Sprint'])
  assert.deepEqual(summary('Spa (Sprint)'), [SPA, '', 'Spa (Sprint)'])
  for (const line of ['Spa Belgium', 'Bahrain (Sakhir)', 'Imola; Italien', 'Miami, USA']) {
    assert.deepEqual([read(line).event?.name, read(line).warnings], ['', []], line)
  }
})

test('the calendar of the season page is read as it is copied: a line each for round, track and date', () => {
  const copied =
    '1\nSpa\n5 Jul 2026, 20:00\n2\nFinale · Monza\n12. Juli 2026, 20:00\n3\nImola\nNo date yet\nNew tyres'
  assert.deepEqual(
    parseCalendar(copied, ZONE).lines.map(({ line, event }) => event ?? line),
    [
      { track: SPA, name: '', startsAt: '2026-07-05T18:00:00.000Z' },
      { track: 11, name: 'Finale', startsAt: '2026-07-12T18:00:00.000Z' },
      { track: 27, name: '', startsAt: null },
      'New tyres',
    ],
  )
})

test('the heading of a table is recognised, in both languages', () => {
  for (const line of ['Round;Date;Time;Track', 'Lauf\tDatum\tUhrzeit\tStrecke', '"Date","Event"']) {
    assert.equal(read(line).isHeading, true, line)
    assert.equal(read(line).event, null, line)
  }
  for (const line of ['Winter break', 'Race', 'Date; Track; Spa']) {
    assert.equal(read(line).isHeading, false, line)
  }
})

test('a line without a track is said to have none', () => {
  const { lines } = parseCalendar('Winter break\n\nMonza', 'UTC')
  assert.deepEqual(
    lines.map(({ event }) => event?.track),
    [undefined, 11],
  )
})

test('no more lines are read than a season has events', () => {
  const { lines, cutLines } = parseCalendar('Spa\n'.repeat(130), 'UTC')
  assert.deepEqual([lines.length, cutLines], [100, 30])
})
