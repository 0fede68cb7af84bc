import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { Weather } from '@pitboard/contract/wire/enumerations'
import { aDrivenRace } from './stub/driven-sessions.ts'
import { columnsOf } from './stub/read-live.ts'
import { LAPTOP, type LiveWorld, testLiveRules, watchLive } from './stub/watch-live.ts'

testLiveRules('the views of the live page', {
  'a laptop has map, battles, stop now and race control in sight beside the tower': fitLaptop,
  'each view has a key and an address, and leaves what the device has chosen': switchViews,
  'a window with one panel shows the moment of the page, and is no viewer': openPart,
  'weather is a line of the strip, and a panel once rain is near': showWeather,
})

async function fitLaptop(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  const bar = await page.locator('.live-time').boundingBox()
  assert.ok(bar)
  await page.getByRole('region', { name: 'Stop now' }).first().waitFor()
  for (const panel of ['map', 'battles', 'pitWindow', 'raceControl']) {
    const box = await page.locator(`[data-panel="${panel}"]`).boundingBox()
    assert.ok(box && box.height >= 130, `${panel} is ${box?.height} px high`)
    assert.ok(box.y + box.height <= bar.y, `${panel} ends at ${box.y + box.height}`)
  }
}

async function switchViews(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  const view = () => page.evaluate<string>('document.documentElement.dataset.preset')
  assert.equal(await view(), 'watch')
  await page.keyboard.press('s')
  await page.waitForURL(/view=strategy/)
  await page.getByRole('region', { name: 'Stints and undercut' }).first().waitFor()
  assert.ok((await columnsOf(page)).includes('net'))
  await page.keyboard.press('b')
  await page.getByRole('banner').first().waitFor({ state: 'hidden' })
  await page.keyboard.press('q')
  await comesToBe(async () => (await columnsOf(page)).includes('delta'), true)
  await page.reload()
  await page.locator('[data-cell="driver"]').first().waitFor()
  assert.equal(await view(), 'qualifying', 'a link shows the same')
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Watch' }).click()
  await comesToBe(view, 'watch')
  await page.goto(`${world.site.url}/live/${aDrivenRace(20).id}`)
  await page.locator('[data-cell="driver"]').first().waitFor()
  assert.equal(await view(), 'watch', 'nothing is stored')
}

async function showWeather(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20, 6, { weather: Weather.Clear })
  const page = await watchLive(t, world, race, LAPTOP)
  await page.locator('.live-strip').getByText('30 °C').waitFor()
  const panel = page.getByRole('region', { name: 'Weather' })
  assert.equal(await panel.count(), 0)
  const sample = {
    sessionTypeMode: race.sessionType,
    timeOffSet: 10,
    forecastedWeatherCondition: Weather.LightRain,
    trackTemperatureCelsius: 28,
    airTemperatureCelsius: 19,
    rainPercentage: 60,
    trackTemperatureChange: 0,
    airTemperatureChange: 0,
  }
  world.site.live.show({ ...race, weatherForecastSamples: [sample] })
  await panel.getByText('60 %').waitFor()
}

async function openPart(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Race control', exact: true }).click()
  const part = await opening
  await part.locator('.live-part [data-panel="raceControl"]').waitFor()
  assert.equal(await part.locator('[data-cell]').count(), 0, 'it has no tower')
  await part.getByRole('banner').first().waitFor({ state: 'hidden' })
  await part.locator('.live-time').getByRole('button', { name: 'Pause' }).click()
  await page.locator('.live-time').getByRole('button', { name: 'Play' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('.')
  await part.locator('.live-time').getByRole('button', { name: 'Pause' }).waitFor()
}
