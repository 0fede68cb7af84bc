import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import { SessionType, Weather } from '@pitboard/contract/wire/enumerations'
import { isWeatherNews } from './weather-change.ts'

type Sample = LiveSession['weatherForecastSamples'][number]

const SAMPLE: Sample = {
  sessionTypeMode: SessionType.Race,
  timeOffSet: 15,
  forecastedWeatherCondition: Weather.LightRain,
  trackTemperatureCelsius: 30,
  trackTemperatureChange: 2,
  airTemperatureCelsius: 20,
  airTemperatureChange: 2,
  rainPercentage: 0,
}
const DRY = { forecastedWeatherCondition: Weather.Overcast, rainPercentage: 29 }

const CASES: readonly (readonly [string, number | null, Partial<Sample> | null, boolean])[] = [
  ['it rains', Weather.LightRain, null, true],
  ['it is overcast', Weather.Overcast, null, false],
  ['nothing is known', null, null, false],
  ['it will rain in a quarter of an hour', Weather.Clear, {}, true],
  ['it will rain later', Weather.Clear, { timeOffSet: 16 }, false],
  ['it will rain in another session', Weather.Clear, { sessionTypeMode: SessionType.Q1 }, false],
  ['rain is unlikely', Weather.Clear, DRY, false],
  ['rain is likely enough', Weather.Clear, { ...DRY, rainPercentage: 30 }, true],
]

for (const [rule, weather, sample, isNews] of CASES) {
  test(`the weather is ${isNews ? '' : 'no '}news where ${rule}`, () => {
    const weatherForecastSamples = sample ? [{ ...SAMPLE, ...sample }] : []
    const session = { weather, sessionType: SessionType.Race, weatherForecastSamples }
    assert.equal(isWeatherNews(session), isNews)
  })
}
