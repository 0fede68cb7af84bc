import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAPS_MAX } from '@pitboard/contract/sessions/session-document'
import { en } from '../../testing/text.ts'
import { localTimeOf, ownTimeZone } from '@pitboard/contract/seasons/time-zones'
import { blankRow, QUALIFYING_FIELDS, RACE_FIELDS } from './result-rows.ts'
import { checkTyped } from './validate-result.ts'

const STARTS_AT = '2026-03-08T14:00:27.000Z'
const LOCAL = localTimeOf(STARTS_AT, ownTimeZone())
const ROW = { ...blankRow(), name: 'Ann' }
const TYPED = {
  drivenAt: LOCAL,
  laps: '57',
  rows: [ROW],
  fields: RACE_FIELDS,
  trackId: 5,
  startsAt: null,
}
type Typed = Parameters<typeof checkTyped>[0]
const check = (typed: Partial<Typed>) => checkTyped({ ...TYPED, ...typed }, en)
const error = (field: string, words: string) => ({ errors: { [field]: words } })

test('a typed result has its track, its start and its laps', () => {
  const startsAt = '2026-03-08T14:00:00.000Z'
  assert.deepEqual(check({}), { trackId: 5, startsAt, laps: 57 })
  assert.deepEqual(check({ laps: '' }), { trackId: 5, startsAt, laps: 0 })
})

test('the seconds of a stored start stay where it was not changed', () => {
  assert.deepEqual(check({ startsAt: STARTS_AT }), { trackId: 5, startsAt: STARTS_AT, laps: 57 })
  const startsAt = '2026-03-08T14:00:00.000Z'
  const other = check({ startsAt: '2026-03-08T13:00:27.000Z' })
  assert.deepEqual(other, { trackId: 5, startsAt, laps: 57 })
})

test('a qualifying has no laps, whatever was typed before', () => {
  const checked = check({ fields: QUALIFYING_FIELDS, laps: 'many' })
  assert.ok(!('errors' in checked))
  assert.equal(checked.laps, 0)
})

test('a start may be now and not later', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-08T14:00:00Z') })
  assert.ok(!('errors' in check({})))
  t.mock.timers.setTime(Date.parse('2026-03-08T13:59:59Z'))
  assert.deepEqual(check({}), error('drivenAt', en('organiser.notDrivenYet')))
})

const LAPS_ERROR = error('laps', en('organiser.wholeBetween', { min: 0, max: LAPS_MAX }))

for (const [rule, typed, expected] of [
  ['no track', { trackId: null }, error('track', en('organiser.trackMissing'))],
  ['no time', { drivenAt: '' }, error('drivenAt', en('organiser.timeMissing'))],
  ['laps that are no number', { laps: 'x' }, LAPS_ERROR],
  ['a part of a lap', { laps: '1.5' }, LAPS_ERROR],
  ['fewer laps than none', { laps: '-1' }, LAPS_ERROR],
  ['too many laps', { laps: `${LAPS_MAX + 1}` }, LAPS_ERROR],
  ['no drivers', { rows: [blankRow()] }, error('form', en('organiser.noDriversTyped'))],
] as const) {
  test(`a result is refused with ${rule}`, () => {
    assert.deepEqual(check(typed), expected)
  })
}

test('the most laps are accepted', () => {
  assert.ok(!('errors' in check({ laps: `${LAPS_MAX}` })))
  assert.ok(!('errors' in check({ laps: '0' })))
})

const place = (line: number) =>
  en('organiser.inLine', { label: en('organiser.bestLap'), place: line })

test('fields that cannot be read are named with their lines, three at most', () => {
  const wrong = { ...ROW, bestLap: 'fast' }
  const say = (count: number) =>
    check({ rows: [ROW, ...Array.from({ length: count }, () => wrong)] })
  const invalid = en('organiser.rowsInvalid')
  assert.deepEqual(say(1), error('form', `${invalid} ${place(2)}`))
  const three = `${invalid} ${[2, 3, 4].map(place).join('; ')}`
  assert.deepEqual(say(3), error('form', three))
  assert.deepEqual(say(4), error('form', `${three} …`))
})
