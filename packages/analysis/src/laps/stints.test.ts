import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TyreCompound } from '@pitboard/contract/wire/enumerations'
import { compoundOnLap, stintsOf } from './stints.ts'

const { Soft, Medium, Hard } = TyreCompound
const SETS: readonly (readonly [compound: number, endLap: number | null])[] = [
  [Medium, 5],
  [Hard, 5],
  [Soft, null],
]

function aCar(numberOfLaps: number | null, sets = SETS) {
  const tyres = sets.map(([tyreCompound, endLap]) => ({
    tyreCompound,
    endLap,
    actualTyreCompound: null,
  }))
  return { numberOfLaps, tyres }
}

test('stints follow each other; a set that was never driven on is left out', () => {
  assert.deepEqual(stintsOf(aCar(8)), [
    { tyreCompound: Medium, firstLap: 1, laps: 5 },
    { tyreCompound: Soft, firstLap: 6, laps: 3 },
  ])
})

test('the last stint ends with the laps that were driven', () => {
  assert.deepEqual(stintsOf(aCar(3)), [{ tyreCompound: Medium, firstLap: 1, laps: 3 }])
  assert.deepEqual(stintsOf(aCar(4, [[Hard, 255]])), [{ tyreCompound: Hard, firstLap: 1, laps: 4 }])
  assert.deepEqual(stintsOf(aCar(null)), [])
})

test('a lap has the tyres of its stint, and none where it was not driven', () => {
  assert.deepEqual(
    [0, 1, 5, 6, 8, 9].map((lap) => compoundOnLap(aCar(8), lap)),
    [null, Medium, Medium, Soft, Soft, null],
  )
})
