import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Weather } from '@pitboard/contract/wire/enumerations'
import { liveWeatherOf } from './live-weather.ts'

test('a lap in unknown weather belongs to no records, and not to the dry ones', () => {
  assert.equal(liveWeatherOf({ weather: null }), null)
  assert.equal(liveWeatherOf({ weather: Weather.Clear }), 'dry')
  assert.equal(liveWeatherOf({ weather: Weather.LightRain }), 'wet')
})
