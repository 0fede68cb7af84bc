import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { parseClassification } from './parse-classification.ts'

const shown = (text: string, main: 'time' | 'bestLap' = 'time') =>
  parseClassification(text, main).map(({ id: _id, resultStatus, ...row }) => [
    ...Object.values(row).filter((value) => value !== '' && value !== null),
    ...(resultStatus === ResultStatus.Finished ? [] : [resultStatus]),
  ])

test('position, name, team and time, as they are copied from a spreadsheet', () => {
  const copied = '2\tBob B\tFerrari\t+2.345\n1\tAnn\tMcLaren\t1:32:03.456\nDNF\tCy\tHaas\t\n'
  assert.deepEqual(shown(copied), [
    ['Ann', 'McLaren', '1:32:03.456'],
    ['Bob B', 'Ferrari', '+2.345'],
    ['Cy', 'Haas', ResultStatus.Retired],
  ])
})

test('a first line that names the columns decides, in whatever order', () => {
  const copied = [
    'Pos\tNo\tDriver\tGrid\tTeam\tLaps\tTime/Retired\tFastest lap\tPenalty\tPts',
    '1\t44\tAnn\t3\tMcLaren\t29\t40:00.000\t1:20.5\t5s\t25',
    '2\t7\tBob\t1\tHaas\t28\t+1 lap\t1:21,5\t\t18',
    '3\t9\tCy\t2\tHaas\t10\tDSQ\t\t\t0',
  ]
  assert.deepEqual(shown(copied.join('\r\n')), [
    ['Ann', 'McLaren', '40:00.000', '1:20.5', '29', '3', '5'],
    ['Bob', 'Haas', '+1 lap', '1:21,5', '28', '1'],
    ['Cy', 'Haas', '10', '2', ResultStatus.Disqualified],
  ])
})

test('a number before the name is the car’s and says nothing; numbers after it are laps and grid', () => {
  assert.deepEqual(shown('1\t44\tAnn\tRed\t29\t3\n2\t7\tBob\tBlue\t29\t1'), [
    ['Ann', 'Red', '29', '3'],
    ['Bob', 'Blue', '29', '1'],
  ])
})

test('names alone stay in their order; in qualifying the time is the best lap', () => {
  assert.deepEqual(shown('Ann\nBob\nDi 2'), [['Ann'], ['Bob'], ['Di 2']])
  const [first] = parseClassification('1;Ann;1:20.5\n2;Bob;+0.2', 'bestLap')
  assert.deepEqual([first?.time, first?.bestLap], ['', '1:20.5'])
})

test('lines without a name and signs that mean nothing are left out', () => {
  assert.deepEqual(shown('\n\n \n'), [])
  assert.deepEqual(shown('1\tAnn\t\n2\t\tHaas\n'), [['Ann']])
})
