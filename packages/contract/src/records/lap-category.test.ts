import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TyreCompound, Weather } from '../wire/enumerations.ts'
import { lapWeatherOf, tyreClassOf } from './lap-category.ts'

test('slicks are dry tyres; a compound of a classic car has no class', () => {
  const { Soft, Medium, Hard, Intermediate, Wet } = TyreCompound
  assert.deepEqual([Soft, Medium, Hard, Intermediate, Wet, 11, 0].map(tyreClassOf), [
    'dry',
    'dry',
    'dry',
    'intermediate',
    'wet',
    null,
    null,
  ])
})

test('a lap is wet from light rain', () => {
  const { Clear, LightCloud, Overcast, LightRain, HeavyRain, Storm } = Weather
  assert.deepEqual([Clear, LightCloud, Overcast, LightRain, HeavyRain, Storm].map(lapWeatherOf), [
    'dry',
    'dry',
    'dry',
    'wet',
    'wet',
    'wet',
  ])
})
