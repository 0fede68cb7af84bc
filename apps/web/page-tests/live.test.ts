import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { PenaltyType, SessionType } from '@pitboard/contract/wire/enumerations'
import { axeFaults } from '@pitboard/e2e/axe'
import { openPage } from '@pitboard/e2e/browser'
import { unreachedByTab } from '@pitboard/e2e/keyboard'
import { comesToBe, until } from '@pitboard/e2e/patience'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import type { Page } from 'playwright-core'
import { aDrivenRace, aTimedSession } from './stub/driven-sessions.ts'
import {
  LAPTOP,
  type LiveWorld,
  NOTE_MOTION,
  PHONE,
  testLiveRules,
  watchLive,
} from './stub/watch-live.ts'

testLiveRules('the live page', {
  'a laptop shows all cars at once, 20 and 24': showAllCars,
  'a flag is in the strip and moves nothing': showFlag,
  'each kind of session has columns of its own': showKinds,
  'a sprint is named as one, whatever type the game gives it': nameSprint,
  'below the cut line of qualifying drivers are at risk': showCutLine,
  'a followed driver is in the address, in the tower, the panel and the feed': followDriver,
  'keys follow drivers, hide the frame of the site and list themselves': pressKeys,
  'chosen columns and panels are remembered, and what is hidden is not rendered': chooseParts,
  'a preset is chosen by name and remembered; a change of it makes the view an own one':
    choosePreset,
  'the time bar stays in sight on a tablet': scrollTablet,
  'a time trial has its laps below its one row, and the map beside them': placeSingleCar,
  'a wall screen is read from afar, without the frame of the site': readFromAfar,
  'a row of mini-sectors shows the running lap and dims the rest of the last one': showMiniSectors,
  'on a phone gap and interval share a column, switched by its head or a key': switchGap,
  'a pinned driver is remembered by name, and several stay in sight below each other': pinDrivers,
  'rows glide past each other and a gained place flashes, unless less motion is wanted': showPass,
  'a best lap, a penalty and a flag flash once, unless less motion is wanted': showNews,
  'a personal best is green until the next lap has a sector': fadePersonalBest,
  'a phone has the tower, the map and the feed on pages side by side': turnPages,
  'race control shows each message once, newest first, apart from timing notes': readFeed,
  'a new message of race control sounds and notifies, where this device wants it': raiseAlerts,
  'nothing is inaccessible in any kind of session and either language': checkAccess,
  'by keyboard alone everything is reached, and the focus is seen': reachByKeyboard,
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

async function showFlag(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const page = await watchLive(t, world, race)
  await page.getByText('Track clear').waitFor()
  const places = () =>
    page.evaluate<string>(
      `JSON.stringify([...document.querySelectorAll('.live-strip > *, .live-tower, .live-group')].map((part) => { const { x, y, width } = part.getBoundingClientRect(); return [x, y, width] }))`,
    )
  const before = await places()
  world.site.live.show({ ...race, safetyCarStatus: 1 })
  await page.getByText('Safety car', { exact: true }).waitFor()
  assert.equal(await places(), before)
}

async function showKinds(t: TestContext, world: LiveWorld) {
  const kinds = [
    { type: SessionType.Race, has: ['gap', 'interval', 'miniSectors', 'stops'], lacks: ['cut'] },
    { type: SessionType.Q1, has: ['best', 'delta', 'miniSectors', 'cut'], lacks: ['stops'] },
    { type: SessionType.ShortQualifying, has: ['best', 'bestTyre'], lacks: ['cut'] },
    { type: SessionType.SprintShootout2, has: ['best', 'delta', 'cut'], lacks: ['penalties'] },
    { type: SessionType.P1, has: ['best', 'laps', 'longRun', 'bestTyre'], lacks: ['cut'] },
    { type: SessionType.TimeTrial, has: ['attempts', 'lapDelta', 'theoretical'], lacks: ['gap'] },
  ]
  for (const { type, has, lacks } of kinds) {
    world.site.live.reset()
    const session = type === SessionType.Race ? aDrivenRace(20) : aTimedSession(type, 20)
    const page = await watchLive(t, world, session)
    const shown = await columnsOf(page)
    assert.deepEqual(
      has.filter((key) => !shown.includes(key)),
      [],
      `${type}: ${shown.join()}`,
    )
    assert.deepEqual(
      lacks.filter((key) => shown.includes(key)),
      [],
      `${type}`,
    )
    const isTimed = type !== SessionType.Race && type !== SessionType.TimeTrial
    assert.equal(await page.locator('.live-strip').getByText('12:34').count(), isTimed ? 1 : 0)
    await page.context().close()
  }
  world.site.live.reset()
  const alone = await watchLive(t, world, aTimedSession(SessionType.TimeTrial, 1))
  const panel = alone.getByRole('region', { name: 'Driver', exact: true })
  await panel.getByRole('heading', { name: 'MOR Moreau' }).waitFor()
  assert.equal(await panel.getByRole('button', { name: 'Close' }).count(), 0, 'followed for good')
  world.site.live.reset()
  const phone = await watchLive(t, world, aTimedSession(SessionType.Q1, 20), PHONE)
  assert.ok((await columnsOf(phone)).includes('best'), 'a phone shows the lap times first')
  await phone.getByRole('button', { name: 'This lap' }).click()
  await phone.locator('[data-cell="delta2"]').first().waitFor()
  // The second of four drives a flying lap.
  const deltas = await phone.locator('[data-place="1"] [data-cell^="delta"]').allInnerTexts()
  assert.deepEqual(deltas, ['−0.065', '−0.065', '–'])
  assert.ok((await columnsOf(phone)).includes('cut'))
}

async function columnsOf(page: Page): Promise<(string | null)[]> {
  const cells = page.locator('[data-place="0"] [data-cell]')
  return cells.evaluateAll((found) => found.map((cell) => cell.getAttribute('data-cell')))
}

async function nameSprint(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20, 6, { raceKind: 'sprint' }))
  await page.getByRole('heading', { name: /Sprint$/, level: 1 }).waitFor()
  await comesToBe(() => page.title().then((title) => title.includes('Sprint')), true)
}

async function showCutLine(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aTimedSession(SessionType.Q1, 20))
  const rows = page.locator('[data-place]')
  const looks = await rows.evaluateAll((found) =>
    found.map((row) => row.classList.contains('tower-at-risk')),
  )
  assert.equal(looks.indexOf(true), 15)
  assert.equal(await page.locator('.tower-cut').count(), 1)
}

async function followDriver(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  await page.locator('[data-place="3"] [data-cell="last"]').click()
  await page.waitForURL(({ searchParams }) => searchParams.get('driver') === '3')
  const panel = page.getByRole('region', { name: 'Driver', exact: true })
  await panel.getByRole('heading', { name: 'P4 BRA Brandt' }).waitFor()
  assert.match(await panel.innerText(), /HAU −0\.\d/)
  assert.equal(await panel.getByRole('table').last().locator('tbody tr').count(), 6)
  await panel.getByRole('combobox').selectOption({ label: 'MOR' })
  assert.equal(await panel.getByRole('columnheader').last().innerText(), 'DIFF')
  await page.getByRole('button', { name: 'Only BRA' }).click()
  await comesToBe(() => feedOf(page), ['6:00 BRA: 5 s penalty'])
  await page.reload()
  await panel.waitFor()
  const tower = page.locator('.live-tower')
  assert.equal(await tower.getByRole('button', { name: /BRA/, pressed: true }).count(), 1)
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
}

async function pressKeys(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  const followed = () => new URL(page.url()).searchParams.get('driver')
  for (const [key, driver] of [
    ['ArrowDown', '0'],
    ['ArrowDown', '1'],
    ['ArrowUp', '0'],
    ['Escape', null],
  ] as const) {
    await page.keyboard.press(key)
    await comesToBe(async () => followed(), driver, key)
  }
  await page.locator('[data-place="2"]').getByRole('button').focus()
  await page.keyboard.press('Enter')
  await comesToBe(async () => followed(), '2')
  const bar = page.getByRole('banner').first()
  await page.keyboard.press('f')
  await bar.waitFor({ state: 'hidden' })
  await page.keyboard.press('f')
  await bar.waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Stop following').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' })
  assert.equal(followed(), '2', 'the key closed the list alone')
}

async function chooseParts(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  const settings = page.getByRole('dialog', { name: 'Columns and panels' })
  await settings.getByRole('checkbox', { name: 'Pit stops' }).uncheck()
  await settings.getByRole('checkbox', { name: 'Team' }).check()
  await settings.getByRole('button', { name: 'Move Interval to the car ahead up' }).click()
  await settings.getByRole('checkbox', { name: 'Weather' }).uncheck()
  assert.ok(await settings.getByRole('checkbox', { name: 'Position', exact: true }).isDisabled())
  for (const load of ['now', 'after a reload']) {
    const shown = await columnsOf(page)
    assert.ok(!shown.includes('stops'), load)
    assert.ok(shown.indexOf('interval') < shown.indexOf('gap'), load)
    assert.equal(await page.getByRole('region', { name: 'Weather' }).count(), 0)
    await page.reload()
    await page.locator('[data-cell="driver"]').first().waitFor()
  }
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  const resets = settings.getByRole('button', { name: 'Reset to the default' })
  await resets.first().click()
  await resets.last().click()
  await page.getByRole('region', { name: 'Weather' }).waitFor()
  assert.ok((await columnsOf(page)).includes('stops'))
}

async function choosePreset(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  const settings = page.getByRole('dialog', { name: 'Columns and panels' })
  const preset = settings.getByRole('combobox', { name: 'View' })
  const chosen = () => preset.locator('option:checked').innerText()
  assert.equal(await chosen(), 'Automatic: Race')
  await preset.selectOption({ label: 'Practice' })
  for (const load of ['now', 'after a reload']) {
    const shown = await columnsOf(page)
    assert.ok(shown.includes('longRun') && !shown.includes('interval'), `${load}: ${shown.join()}`)
    assert.equal(await page.getByRole('region', { name: 'Battles' }).count(), 0)
    await page.reload()
    await page.locator('[data-cell="driver"]').first().waitFor()
  }
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  assert.equal(await chosen(), 'Practice')
  await settings.getByRole('checkbox', { name: 'Weather' }).uncheck()
  assert.equal(await chosen(), 'Own')
  await preset.selectOption({ label: 'Automatic: Race' })
  await page.getByRole('region', { name: 'Weather' }).waitFor()
  assert.ok((await columnsOf(page)).includes('interval'))
  await page.setViewportSize({ width: 390, height: 844 })
  await comesToBe(chosen, 'Automatic: Phone')
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
    const tower = await boxOf('.live-tower')
    const driver = await boxOf('[data-panel="driver"]')
    const map = await boxOf('[data-panel="map"]')
    assert.ok(driver.y >= tower.bottom && driver.right <= tower.right, `at ${width} px`)
    assert.ok(map.x >= tower.right, `at ${width} px`)
  }
  assert.equal(await panel.getByRole('combobox').count(), 0, 'nobody to compare with')
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
  // Sector times belong to a race.
  await page.locator('[data-cell="sector3"]').last().waitFor()
  const last = await page.locator('[data-place]').last().boundingBox()
  const time = await page.locator('.live-time').boundingBox()
  assert.ok(last && time && last.y + last.height <= time.y, `24 cars end at ${last?.y}`)
  const badge = await page.locator('[data-cell="tyre"] .rounded-full').last().boundingBox()
  assert.ok(badge && badge.y >= last.y && badge.y + badge.height <= last.y + last.height)
  await page.getByRole('link', { name: 'Live', exact: true }).waitFor()
  await page.keyboard.press('f')
  await bar.waitFor()
}

async function showMiniSectors(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const page = await watchLive(t, world, race)
  const cell = page.locator('[data-place="0"] [data-cell="miniSectors"]')
  const label = () => cell.getByRole('img').getAttribute('aria-label')
  assert.equal(await label(), '8 of 24; session best 1, personal best 2')
  const opacities = await cell
    .locator('path[opacity]:not([d=""])')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('opacity')))
  assert.deepEqual(opacities, ['0.5', '0.5', '0.5', '1', '1', '1'])
  const drivers = race.drivers.map((driver) => ({ ...driver, lapDistance: 4 }))
  world.site.live.show({ ...race, drivers })
  await comesToBe(label, '0 of 24; session best 0, personal best 0')
}

async function switchGap(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20), PHONE)
  const cell = page.locator('[data-place="2"] [data-cell="switchingGap"]')
  assert.match(await cell.innerText(), /\+1\.7$/)
  const head = page.getByRole('columnheader', { name: /Interval to the car ahead/ })
  await head.getByRole('button', { name: /Show the gap to the leader/ }).click()
  await comesToBe(async () => (await cell.innerText()).slice(-4), '+3.5')
  await page.reload()
  await page.getByRole('columnheader', { name: /Gap to the leader/ }).waitFor()
  await page.keyboard.press('g')
  await comesToBe(async () => (await cell.innerText()).slice(-4), '+1.7')
}

async function pinDrivers(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20), { ...LAPTOP, search: '?driver=5' })
  await page.getByRole('button', { name: 'Pin' }).click()
  await page.goto(page.url().replace('driver=5', 'driver=0'))
  await page.locator('[data-place="5"] [data-pinned]').waitFor()
  await page.getByRole('button', { name: 'Pin' }).click()
  assert.equal(await page.locator('[data-pinned]').count(), 2)
  await page.setViewportSize({ width: 1440, height: 420 })
  await page.locator('.live-tower').evaluate((tower) => tower.scrollTo(0, tower.scrollHeight))
  await comesToBe(async () => {
    const first = await page.locator('[data-place="0"]').boundingBox()
    const second = await page.locator('[data-place="5"]').boundingBox()
    return first && second && Math.round(second.y - first.y - first.height)
  }, 0)
}

async function showPass(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const passed = race.drivers.map((driver, place) => {
    if (place === 4) return { ...driver, position: 4 }
    return place === 3 ? { ...driver, position: 5 } : driver
  })
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    world.site.live.reset()
    const page = await watchLive(t, world, race, { ...LAPTOP, reducedMotion })
    await page.evaluate(NOTE_MOTION)
    world.site.live.show({ ...race, drivers: passed })
    await page.locator('[data-place="4"] + [data-place="3"]').waitFor()
    const begun = await page.evaluate<string[]>('window.begun')
    assert.deepEqual(begun, reducedMotion === 'reduce' ? [] : ['4', '4', '3'])
    await page.context().close()
  }
}

async function showNews(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const news = race.drivers.map((driver, place) => {
    if (place === 4) return { ...driver, lastLapTimeMs: 80_000, bestLapTimeMs: 80_000 }
    return place === 7 ? { ...driver, totalPenaltiesSeconds: 5 } : driver
  })
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    world.site.live.reset()
    const page = await watchLive(t, world, race, { ...LAPTOP, reducedMotion })
    await page.evaluate(NOTE_MOTION)
    world.site.live.show({ ...race, drivers: news, safetyCarStatus: 1 })
    await page.getByText('Safety car', { exact: true }).waitFor()
    await page.locator('[data-place="7"] [data-cell="penalties"]').getByText('+5 s').waitFor()
    const begun = await page.evaluate<string[]>('window.begun')
    assert.deepEqual(
      begun.toSorted(),
      reducedMotion === 'reduce' ? [] : ['4 best', '4 last', '7 penalties', 'flag'],
    )
    await page.context().close()
  }
}

async function fadePersonalBest(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const withCar = (change: Partial<LiveSession['drivers'][number]>) => ({
    ...race,
    drivers: race.drivers.map((driver, place) => (place === 4 ? { ...driver, ...change } : driver)),
  })
  const lapTimeMs = race.drivers[4]?.bestLapTimeMs ?? 0
  const best = { lastLapTimeMs: lapTimeMs, currentSector1TimeMs: null, currentLapNumber: 8 }
  const page = await watchLive(t, world, withCar(best))
  const cell = page.locator('[data-place="4"] [data-cell="last"]')
  await cell.getByTitle('Personal best').waitFor()
  world.site.live.show(withCar({ ...best, currentSector1TimeMs: 29_900 }))
  await cell.getByTitle('Personal best').waitFor({ state: 'detached' })
  assert.match(await cell.innerText(), /^\d:\d\d\.\d{3}$/)
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

async function readFeed(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const out = { lapNum: 7, driverIdx: 1, otherDriverIdx: null, seconds: null, timeMs: 570_000 }
  const page = await watchLive(t, world, {
    ...race,
    events: [
      ...race.events,
      { ...out, seq: 90, kind: 'retirement', value: null },
      { ...out, seq: 91, kind: 'penalty', value: PenaltyType.Retired },
      { ...out, seq: 92, kind: 'warning', value: 25, timeMs: 500_000, driverIdx: 2 },
    ],
  })
  await comesToBe(
    () => feedOf(page),
    [
      '9:30 CAS is out',
      '8:20 Warning for HAU: cutting a corner',
      '6:00 BRA: 5 s penalty',
      '4:00 Warning for TAN: cutting a corner',
      '1:00 Lights out',
      '0:00 Session started',
    ],
  )
  const shown = page.getByRole('group', { name: 'Messages shown' })
  await shown.getByRole('button', { name: 'Timing' }).click()
  await comesToBe(async () => (await feedOf(page))[0], '7:00 OKA passes SIL')
  await page.reload()
  await comesToBe(async () => (await feedOf(page))[0], '7:00 OKA passes SIL')
  await shown.getByRole('button', { name: 'All' }).click()
  await comesToBe(async () => (await feedOf(page)).length, 10)
}

async function raiseAlerts(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  world.site.live.show(race)
  const page = await openPage(t, world.browser, LAPTOP)
  await page.addInitScript(NOTE_ALERTS)
  await page.goto(`${world.site.url}/live/${race.id}`)
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  await page.getByRole('checkbox', { name: 'Sound' }).check()
  await page.getByRole('checkbox', { name: 'Browser notification' }).check()
  await comesToBe(async () => (await feedOf(page)).length, 4)
  const news: SessionEvent = {
    ...{ seq: 90, kind: 'redFlag', lapNum: 7, timeMs: 570_000 },
    ...{ driverIdx: null, otherDriverIdx: null, value: null, seconds: null },
  }
  const alerts = () => page.evaluate<string[]>('window.alerts')
  const events = [...race.events]
  // Alerts are fetched after the page stands; they report what is new from then on.
  const add = (event: SessionEvent) => events.push({ ...event, seq: event.seq + events.length })
  await until(async () => {
    add(news)
    world.site.live.show({ ...race, events: [...events] })
    return (await alerts()).length > 0
  })
  add({ ...news, kind: 'overtake', driverIdx: 1, otherDriverIdx: 2 })
  world.site.live.show({ ...race, events, sessionTimeMs: 600_000 })
  await page.locator('.live-strip').getByText('10:00').waitFor()
  // Timing notes are in the feed alone.
  const different = [...new Set(await alerts())]
  assert.deepEqual(different, ['tone', 'Silverstone: Red flag: session stopped'])
}

const NOTE_ALERTS = `
  window.alerts = []
  window.Notification = class {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor(title, { body }) { window.alerts.push(title + ': ' + body) }
  }
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function () {
    window.alerts.push('tone')
    return start.call(this)
  }
`

/** Clock and words of each line. */
async function feedOf(page: Page): Promise<string[]> {
  const lines = page.getByRole('region', { name: 'Race control' }).getByRole('listitem')
  return lines.evaluateAll((items) =>
    items.map(
      (item) => `${item.firstElementChild?.textContent} ${item.lastElementChild?.textContent}`,
    ),
  )
}

async function checkAccess(t: TestContext, world: LiveWorld) {
  const laptop = await watchLive(t, world, aDrivenRace(20), { ...LAPTOP, search: '?driver=2' })
  await laptop.getByRole('region', { name: 'Driver', exact: true }).waitFor()
  await laptop.getByRole('button', { name: 'Columns and panels' }).click()
  await laptop.getByRole('checkbox', { name: 'Pit stops' }).waitFor()
  assert.deepEqual(await axeFaults(laptop), [])
  for (const type of [SessionType.Race, SessionType.Q1, SessionType.P1, SessionType.TimeTrial]) {
    const session = type === SessionType.Race ? aDrivenRace(20) : aTimedSession(type, 20)
    for (const options of [
      { ...LAPTOP, locale: 'en-GB' },
      { ...PHONE, locale: 'de-DE' },
    ]) {
      world.site.live.reset()
      const page = await watchLive(t, world, session, options)
      await page.locator('.live-time').getByRole('slider').waitFor()
      assert.deepEqual(await axeFaults(page), [], `${type} in ${options.locale}`)
      await page.context().close()
    }
  }
}

async function reachByKeyboard(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20), { ...LAPTOP, search: '?driver=2' })
  await page.getByRole('region', { name: 'Driver', exact: true }).waitFor()
  await page.locator('.live-time').getByRole('slider').waitFor()
  assert.deepEqual(await unreachedByTab(page), [])
  await page.getByRole('button', { name: 'Columns and panels' }).press('Enter')
  const settings = page.getByRole('dialog', { name: 'Columns and panels' })
  await settings.getByRole('combobox', { name: 'View' }).waitFor()
  await page.keyboard.press('Tab')
  const outline = 'getComputedStyle(document.activeElement).outlineStyle'
  assert.notEqual(await page.evaluate(outline), 'none')
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
}
