import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRaceType, nameOf, resultCode, ResultStatus, SessionType } from './enumerations.ts'
import { isUuid } from './uuid.ts'

test('races are those three types of the game', () => {
  const races = Object.values(SessionType).filter(isRaceType)
  assert.deepEqual(races, [SessionType.Race, SessionType.Race2, SessionType.Race3])
})

test('only cars that are out have a code instead of a position', () => {
  const codes = Object.entries(ResultStatus).flatMap(([name, status]) => {
    const code = resultCode(status)
    return code === null ? [] : [`${name} ${code}`]
  })
  assert.deepEqual(codes.toSorted(), [
    'DidNotFinish DNF',
    'Disqualified DSQ',
    'NotClassified NC',
    'Retired DNF',
  ])
})

test('a value has its name, and an unknown one has none', () => {
  assert.equal(nameOf(SessionType, SessionType.Q2), 'Q2')
  assert.equal(nameOf(SessionType, 999), null)
})

test('a UUID has its five groups of hexadecimal digits and nothing around them', () => {
  const id = '0190aaaa-0000-7000-8000-00000000000f'
  assert.equal(isUuid(id), true)
  assert.equal(isUuid(id.toUpperCase()), true)
  for (const text of [
    `${id}0`,
    `x${id}`,
    id.slice(1),
    id.replaceAll('-', ''),
    id.replace('f', 'g'),
  ]) {
    assert.equal(isUuid(text), false, text)
  }
})
