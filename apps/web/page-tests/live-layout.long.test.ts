import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { SessionType, Weather } from '@pitboard/contract/wire/enumerations'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { records } from '@pitboard/contract/records/records'
import { lapTraces } from '@pitboard/contract/traces/lap-traces'
import type { Page } from 'playwright-core'
import { aTrace } from '../src/testing/a-trace.ts'
import { makeRecords } from './stub/lap-records.ts'
import { aDrivenRace, aTimedSession } from './stub/driven-sessions.ts'
import { LAPTOP, type LiveWorld, PHONE, testLiveRules, watchLive } from './stub/watch-live.ts'

testLiveRules('the layout of the live page', {
  'a laptop shows all cars at once, 20 and 24': showAllCars,
  'race control is in sight on a laptop, whatever stands above it': showRaceControl,
  'a flag is in the strip and moves nothing': showFlag,
  'the time bar stays in sight on a tablet': scrollTablet,
  'a time trial has its laps below its one row, and the map beside them': placeSingleCar,
  'a time trial that is opened later is compared with laps that were driven before': compareLaps,
  'a wall screen is read from afar, without the frame of the site': readFromAfar,
  'a phone has the tower, the map and the feed on pages side by side': turnPages,
})

async function showAllCars(t: TestContext, world: LiveWorld) {
  for (const cars of [20, 24]) {
    world.site.live.reset()
    const page = await watchLive(t, world, aDrivenRace(cars))
    await page.locator('.live-time').getByRole('slider').waitFor()
    const last = await page.locator('[data-place]').last().boundingBox()
    const bar = await page.locator('.live-time').boundingBox()
    assert.ok(last && bar && last.y + last.height <= bar.y, `${cars} cars end at ${last?.y}`)
    assert.ok(bar.y + bar.height <= 900, `the time bar ends at ${bar.y + bar.height}`)
    assert.match(await page.locator('[data-cell="driver"]').first().innerText(), /MOR\s+Moreau/)
    assert.ok(last.height >= 26, `rows of ${last.height} px`)
    const tower = page.locator('.live-tower')
    assert.equal(
      await tower.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
      0,
    )
    await page.context().close()
  }
}

async function showRaceControl(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(24)
  const rain = {
    sessionTypeMode: race.sessionType,
    forecastedWeatherCondition: Weather.LightRain,
    trackTemperatureCelsius: 20,
    trackTemperatureChange: 0,
    airTemperatureCelsius: 20,
    airTemperatureChange: 0,
    rainPercentage: 60,
  }
  const weatherForecastSamples = [5, 10, 15].map((timeOffSet) => ({ ...rain, timeOffSet }))
  const rainRace = { ...race, weatherForecastSamples }
  for (const [name, session, above, search] of [
    ['race', race, ['map', 'battles', 'pitWindow'], ''],
    ['rain', rainRace, ['map', 'weather', 'battles', 'pitWindow'], ''],
    ['strategy', rainRace, ['map', 'weather', 'battles', 'pitWindow'], '?view=strategy'],
    ['qualifying', aTimedSession(SessionType.Q1, 24), ['map', 'qualifying'], ''],
    ['practice', aTimedSession(SessionType.P1, 24), ['map', 'longRuns'], ''],
  ] as const) {
    world.site.live.reset()
    const page = await watchLive(t, world, session, { ...LAPTOP, search })
    const bottomOf = async (part: string) => {
      const box = await page.locator(part).boundingBox()
      assert.ok(box, `${name}: ${part}`)
      return box.y + box.height
    }
    const time = await page.locator('.live-time').boundingBox()
    for (const panel of [...above, 'raceControl']) {
      await page.locator(`[data-panel="${panel}"]`).waitFor()
    }
    const isInSight = async () => (await bottomOf('[data-panel="raceControl"]')) <= (time?.y ?? 0)
    await comesToBe(isInSight, true, name)
    await page.context().close()
  }
}

async function showFlag(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const page = await watchLive(t, world, race)
  await page.getByText('Track clear').waitFor()
  // The end of the strip says for how many seconds the stub has sent nothing.
  const parts = '.live-strip > :not(:last-child), .live-tower, .live-group'
  const places = () =>
    page.locator(parts).evaluateAll((found) =>
      found.map((part) => {
        const { x, y } = part.getBoundingClientRect()
        return [x, y]
      }),
    )
  const before = await places()
  world.site.live.show({ ...race, safetyCarStatus: 1 })
  await page.getByText('Safety car', { exact: true }).waitFor()
  assert.deepEqual(await places(), before)
}

async function scrollTablet(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20), {
    viewport: { width: 1050, height: 900 },
  })
  const slider = page.locator('.live-time').getByRole('slider')
  await slider.waitFor()
  for (const top of [0, 300]) {
    await page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`)
    const box = await slider.boundingBox()
    assert.ok(box && box.y > 800 && box.y + box.height <= 900, `scrolled ${top}: at ${box?.y}`)
  }
}

async function placeSingleCar(t: TestContext, world: LiveWorld) {
  const session = aTimedSession(SessionType.TimeTrial, 1)
  const page = await watchLive(t, world, session)
  const panel = page.getByRole('region', { name: 'Driver', exact: true })
  await panel.getByRole('columnheader', { name: 'S3' }).waitFor()
  const boxOf = async (part: string) => {
    const box = await page.locator(part).boundingBox()
    assert.ok(box, part)
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }
  for (const [width, height] of [
    [1440, 900],
    [2560, 1440],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await comesToBe(async () => (await boxOf('.live-view')).right, width)
    const arePlaced = async () => {
      const tower = await boxOf('.live-tower')
      const driver = await boxOf('[data-panel="driver"]')
      const map = await boxOf('[data-panel="map"]')
      return driver.y >= tower.bottom && driver.right <= tower.right && map.x >= tower.right
    }
    await comesToBe(arePlaced, true, `at ${width} px`)
  }
  assert.equal(await panel.getByRole('combobox').count(), 0, 'nobody to compare with')
  await page.setViewportSize({ width: 390, height: 844 })
  const isBelow = async () => {
    const trial = await boxOf('[data-panel="timeTrial"]')
    return trial.x < 390 && trial.y > (await boxOf('[data-place="0"]')).bottom
  }
  await comesToBe(isBelow, true, 'a phone has the trace of the lap below the row')
}

async function compareLaps(t: TestContext, world: LiveWorld) {
  const { site } = world
  const session = aTimedSession(SessionType.TimeTrial, 1, { weather: Weather.Clear })
  const distanceM = Array.from({ length: 1_000 }, (_, place) => place * 5)
  const asked: string[] = []
  site.answer(records.track, () => makeRecords(3))
  site.answer(lapTraces.trace, ({ params }) => {
    asked.push(params.sessionId ?? '')
    const timeMs = distanceM.map((metres) => metres * 18)
    const channels = { timeMs, positionXM: distanceM, positionZM: distanceM }
    return aTrace({ distanceM, channels })
  })
  const page = await watchLive(t, world, session)
  const panel = page.getByRole('region', { name: 'Time trial' })
  await panel.getByText('to the best lap of this session').waitFor()
  // The best lap and the beginning of the running one were asked for: the server has stored nothing of this session.
  assert.deepEqual([...new Set(asked)], [session.id])
  await panel.getByRole('button', { name: 'Record' }).click()
  await panel.getByText('to the record of the track').waitFor()
  await panel.getByRole('img', { name: 'Difference along the lap' }).waitFor()
}

async function readFromAfar(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(24), {
    viewport: { width: 2560, height: 1440 },
  })
  const bar = page.getByRole('banner').first()
  await bar.waitFor({ state: 'hidden' })
  const interval = page.locator('[data-cell="interval"]').nth(4)
  const size = await interval.evaluate((cell) => getComputedStyle(cell).fontSize)
  assert.ok(Number.parseFloat(size) >= 34, `type of ${size}`)
  await page.locator('[data-cell="miniSectors"]').last().waitFor()
  const last = await page.locator('[data-place]').last().boundingBox()
  const time = await page.locator('.live-time').boundingBox()
  assert.ok(last && time && last.y + last.height <= time.y, `24 cars end at ${last?.y}`)
  const badge = await page.locator('[data-cell="tyre"] .rounded-full').last().boundingBox()
  assert.ok(badge && badge.y >= last.y && badge.y + badge.height <= last.y + last.height)
  await page.getByRole('link', { name: 'Live', exact: true }).waitFor()
  await page.keyboard.press('f')
  await bar.waitFor()
}

async function turnPages(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20), PHONE)
  const parts = page.getByRole('navigation', { name: 'Parts of the screen' })
  const row = await page.locator('[data-place]').first().boundingBox()
  assert.equal(row?.height, 32)
  const map = page.getByRole('figure')
  for (const [name, left] of [
    ['Map', 390],
    ['Feed', 780],
    ['Timing', 0],
  ] as const) {
    await parts.getByRole('button', { name }).click()
    await comesToBe(() => scrollLeftOf(page), left, name)
    await parts.getByRole('button', { name, pressed: true }).waitFor()
    assert.equal((await map.boundingBox())?.x, 398 - left)
  }
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  assert.equal(await page.evaluate(overflow), 0)
  await page.setViewportSize({ width: 844, height: 390 })
  await page.getByRole('link', { name: 'Live', exact: true }).waitFor()
  const bar = await page.locator('.live-time').boundingBox()
  const eighth = await page.locator('[data-place]').nth(7).boundingBox()
  assert.ok(bar && eighth && bar.y + bar.height <= 390, 'the time bar is in sight')
  assert.ok(eighth.y + eighth.height <= bar.y, `the eighth car ends at ${eighth.y}`)
  const tower = await page.locator('.live-tower').boundingBox()
  await comesToBe(async () => ((await map.boundingBox())?.x ?? 0) > (tower?.width ?? 844), true)
  assert.equal(await page.evaluate(overflow), 0)
}

async function scrollLeftOf(page: Page): Promise<number> {
  return page.locator('.live-pages').evaluate((pages) => Math.round(pages.scrollLeft))
}
