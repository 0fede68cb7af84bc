import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { onlyInLongRun, sampleOf } from '@pitboard/contract/testing/sample'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { LiveSession } from '@pitboard/contract/live/live'
import { aDrivenRace, aTimedSession } from './stub/driven-sessions.ts'
import { columnsOf } from './stub/read-live.ts'
import {
  LAPTOP,
  type LiveWorld,
  NOTE_MOTION,
  PHONE,
  testLiveRules,
  watchLive,
} from './stub/watch-live.ts'

testLiveRules('the tower of the live page', {
  'each kind of session has columns of its own': showKinds,
  'a sprint is named as one, whatever type the game gives it': nameSprint,
  'below the cut line of qualifying drivers are at risk': showCutLine,
  'a qualifying shows who is flying, what the lap is worth, and who is out as it stands':
    followQualifying,
  'a row of mini-sectors shows the running lap and dims the rest of the last one': showMiniSectors,
  'on a phone gap and interval share a column, switched by its head or a key': switchGap,
  'a train is one line beside its intervals, and only a battle of two has a frame': markTrain,
  'the tower is one stop of the Tab key, and arrow keys lead through its rows': moveThroughRows,
  'stints before this one have their laps, and the last stop what it cost': showStops,
  'the own driver and rivals are remembered by name, and stay in sight below each other':
    pinDrivers,
  'a best lap, a penalty and a flag flash once, unless less motion is wanted': showNews,
  ...onlyInLongRun(() => ({
    'rows glide past each other and a gained place flashes, unless less motion is wanted': showPass,
    'a personal best is green until the next lap has a sector or the car is out': fadePersonalBest,
  })),
})

async function showKinds(t: TestContext, world: LiveWorld) {
  const kinds = [
    { type: SessionType.Race, has: ['gap', 'interval', 'miniSectors', 'stops'], lacks: ['cut'] },
    { type: SessionType.Q1, has: ['best', 'delta', 'miniSectors', 'cut'], lacks: ['stops'] },
    { type: SessionType.ShortQualifying, has: ['best', 'bestTyre'], lacks: ['cut'] },
    { type: SessionType.SprintShootout2, has: ['best', 'delta', 'cut'], lacks: ['penalties'] },
    { type: SessionType.P1, has: ['best', 'laps', 'longRun', 'bestTyre'], lacks: ['cut'] },
    { type: SessionType.TimeTrial, has: ['attempts', 'lapDelta', 'theoretical'], lacks: ['gap'] },
  ]
  for (const { type, has, lacks } of sampleOf(kinds, 2)) {
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
  await comesToBe(async () => page.locator('.tower-cut').count(), 1)
}

async function showMiniSectors(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const page = await watchLive(t, world, race)
  const cell = page.locator('[data-place="0"] [data-cell="miniSectors"]')
  const label = () => cell.getByRole('img').getAttribute('aria-label')
  assert.equal(await label(), '8 of 24; session best 1, personal best 2')
  const width = (await cell.boundingBox())?.width ?? 0
  assert.ok(width >= 120, `${width} px for 24 mini-sectors`)
  const opacities = await cell
    .locator('path[fill-opacity]')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('fill-opacity')))
  assert.deepEqual(opacities, ['0.5', '0.5', '0.5', '1', '1', '1'])
  const drivers = race.drivers.map((driver) => ({ ...driver, lapDistance: 4 }))
  world.site.live.show({ ...race, drivers })
  await comesToBe(label, '0 of 24; session best 0, personal best 0')
}

async function switchGap(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20), PHONE)
  const cell = page.locator('[data-place="2"] [data-cell="switchingGap"]')
  assert.match(await cell.innerText(), /\+1\.780$/)
  const head = page.getByRole('columnheader', { name: /Interval to the car ahead/ })
  await head.getByRole('button', { name: /Show the gap to the leader/ }).click()
  await comesToBe(async () => (await cell.innerText()).slice(-6), '+3.560')
  await page.reload()
  await page.getByRole('columnheader', { name: /Gap to the leader/ }).waitFor()
  await page.keyboard.press('g')
  await comesToBe(async () => (await cell.innerText()).slice(-6), '+1.780')
}

async function markTrain(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(8)
  const intervals = [0, 1780, 640, 990, 1780, 900, 1000, 1780]
  const drivers = race.drivers.map((driver, place) => ({
    ...driver,
    deltaToCarAhead: intervals[place] ?? null,
  }))
  const page = await watchLive(t, world, { ...race, drivers })
  const marks = await page
    .locator('[data-cell="interval"] [data-train], [data-cell="interval"] .ring-1')
    .evaluateAll((found) =>
      found.map((mark) => [
        mark.closest('[data-place]')?.getAttribute('data-place'),
        mark.getAttribute('data-train'),
      ]),
    )
  assert.deepEqual(marks, [
    ['1', 'first'],
    ['2', 'middle'],
    ['3', 'last'],
    ['5', null],
  ])
}

async function moveThroughRows(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  const stops = page.locator('tbody [data-row-button][tabindex="0"]')
  const placeOfFocus = () =>
    page.evaluate<string | null>(
      "document.activeElement.closest('[data-place]')?.getAttribute('data-place') ?? null",
    )
  await comesToBe(async () => stops.count(), 1)
  await stops.focus()
  for (const [key, place] of [
    ['ArrowDown', '1'],
    ['End', '19'],
    ['ArrowUp', '18'],
    ['Home', '0'],
    ['ArrowDown', '1'],
  ] as const) {
    await page.keyboard.press(key)
    assert.equal(await placeOfFocus(), place, key)
  }
  assert.equal(new URL(page.url()).search, '', 'nobody is followed by it')
  await page.keyboard.press('Tab')
  assert.equal(await placeOfFocus(), null, 'the next stop is after the tower')
  await page.keyboard.press('Shift+Tab')
  assert.equal(await placeOfFocus(), '1', 'and back at the row that was left')
  await comesToBe(async () => stops.count(), 1)
}

async function showStops(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20, 9))
  const cell = (key: string) => page.locator(`[data-place="2"] [data-cell="${key}"]`)
  assert.match(await cell('stints').innerText(), /^S\s+Soft\s+7$/)
  assert.match(await cell('stops').innerText(), /^1/)
}

async function pinDrivers(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20), { ...LAPTOP, search: '?driver=5' })
  await page.getByRole('button', { name: 'My driver' }).click()
  await page.goto(page.url().replace('driver=5', 'driver=0'))
  await page.locator('[data-place="5"] [data-driver-role="own"]').waitFor()
  await page.getByRole('button', { name: 'Rival' }).click()
  await comesToBe(async () => page.locator('[data-cell] [data-driver-role]').count(), 2)
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
    const grounds = await page.evaluate<string[]>('window.grounds')
    assert.ok(!grounds.includes('currentColor'), 'what is new can be read from the first frame on')
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
  world.site.live.show(withCar(best))
  await cell.getByTitle('Personal best').waitFor()
  world.site.live.show(withCar({ ...best, resultStatus: ResultStatus.Retired }))
  const row = page.locator('[data-place="4"]')
  await comesToBe(() => row.getByTitle('Personal best').count(), 0)
  assert.match(await cell.innerText(), /^\d:\d\d\.\d{3}$/)
}

async function followQualifying(t: TestContext, world: LiveWorld) {
  const known = { trackLength: 5000, sectorStarts: [1600, 3400] as [number, number] }
  const part = aTimedSession(SessionType.Q1, 20, known)
  const page = await watchLive(t, world, part)
  const panel = page.getByRole('region', { name: 'Qualifying' })
  const castillo = panel.getByRole('listitem').filter({ hasText: 'CAS' })
  // The first sector takes 29.435 s, and the rest takes as long as in the best lap.
  await castillo.getByText(/^P\d if it holds$/).waitFor()
  await panel.getByRole('heading', { name: /^Drop zone/ }).waitFor()
  const placeOfFirst = () => page.locator('[data-place]').first().getAttribute('data-place')
  assert.equal(await placeOfFirst(), '0')
  await page.keyboard.press('o')
  await comesToBe(async () => Number(await placeOfFirst()) % 4, 1)
  assert.match(await page.locator('[data-place="1"] [data-cell="holds"]').innerText(), /^(P\d+)?$/)
  await page.keyboard.press('o')
  await comesToBe(placeOfFirst, '0')
  const over = part.drivers.map((driver) => ({ ...driver, driverStatus: 3 }))
  world.site.live.show({ ...part, drivers: over, sessionTimeLeft: 0, sessionTimeMs: 481_000 })
  await panel.getByRole('heading', { name: /^Eliminated/ }).waitFor()
  await panel.getByText('How it ended').waitFor()
}
