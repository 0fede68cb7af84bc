import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import { TyreCompound } from '@pitboard/contract/wire/enumerations'
import { weatherOfPass, weatherOfStop } from './tyre-weather.ts'

const { Soft, Medium, Hard, Intermediate, Wet } = TyreCompound
const SLICKS = [Soft, Medium, Hard]
const TREADED = [Intermediate, Wet]

function onTyres(...sets: number[]) {
  const tyres = sets.map((tyreCompound, index) => ({
    tyreCompound,
    actualTyreCompound: null,
    endLap: (index + 1) * 2,
  }))
  return { ...BLANK_DRIVER, numberOfLaps: 6, tyres }
}

test('a pass is by the weather if one car is on treaded tyres and the other one is not', () => {
  for (const slick of SLICKS) {
    for (const treaded of TREADED) {
      assert.equal(weatherOfPass(onTyres(treaded), onTyres(slick), 2), 'rain')
      assert.equal(weatherOfPass(onTyres(slick), onTyres(treaded), 2), 'drying')
    }
  }
  assert.equal(weatherOfPass(onTyres(Soft), onTyres(Hard), 2), null)
  assert.equal(weatherOfPass(onTyres(Intermediate), onTyres(Wet), 2), null)
})

test('a pass on unknown or old tyres says nothing about the weather', () => {
  assert.equal(weatherOfPass(onTyres(), onTyres(Soft), 2), null)
  assert.equal(weatherOfPass(onTyres(Wet), onTyres(), 2), null)
  assert.equal(weatherOfPass(onTyres(11), onTyres(Soft), 2), null)
  assert.equal(weatherOfPass(onTyres(Wet), onTyres(11), 2), null)
  assert.equal(weatherOfPass(onTyres(11), onTyres(Wet), 2), null)
})

test('a stop is for the weather if it changes between slicks and treaded tyres', () => {
  assert.equal(weatherOfStop(onTyres(Medium, Intermediate), 2), 'rain')
  assert.equal(weatherOfStop(onTyres(Wet, Soft), 2), 'drying')
  assert.equal(weatherOfStop(onTyres(Medium, Soft), 2), null)
  assert.equal(weatherOfStop(onTyres(Medium, Intermediate), 1), null)
})
