import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankRow, faultsOf, readLapsBehind } from './result-rows.ts'

for (const [typed, laps] of [
  ['+1 lap', 1],
  ['2 laps', 2],
  ['+ 3L', 3],
  ['1 Runde', 1],
  ['12 Runden', 12],
  ['1 Rd.', 1],
  ['1 rdn', 1],
  [' +1 lap ', 1],
  ['123 laps', null],
  ['about 1 lap', null],
  ['1 lap down', null],
  ['lap', null],
  ['1', null],
] as const) {
  test(`"${typed}" is ${laps ?? 'no number of'} laps behind`, () => {
    assert.equal(readLapsBehind(typed), laps)
  })
}

for (const [field, valid, invalid] of [
  ['laps', ['', '0', '999', ' 5 '], ['1000', '-1', '5x', 'x5']],
  ['bestLap', ['', '1:20.5', '80,5'], ['fast', '+1 lap']],
  ['time', ['', '+1.5', '+1 lap', '1:20:00.000'], ['late']],
  ['team', ['', 'anything'], []],
] as const) {
  test(`${field} may be ${valid.map((typed) => `"${typed}"`).join(', ')}, and nothing else`, () => {
    const first = { ...blankRow(), name: 'Ann' }
    const faults = (typed: string) => faultsOf([first, { ...first, [field]: typed }], [field])
    for (const typed of valid) assert.deepEqual(faults(typed), [], typed)
    for (const typed of invalid) assert.deepEqual(faults(typed), [{ row: 1, field }], typed)
  })
}

test('the first line has no gap, and a line with anything in it has a name', () => {
  const row = { ...blankRow(), name: 'Ann', time: '+1.5' }
  assert.deepEqual(faultsOf([row], ['name', 'time']), [{ row: 0, field: 'time' }])
  assert.deepEqual(faultsOf([{ ...row, name: ' ', time: '' }], ['name']), [])
  assert.deepEqual(faultsOf([{ ...row, name: ' ', time: '1:20' }], ['name']), [
    { row: 0, field: 'name' },
  ])
})
