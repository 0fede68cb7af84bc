import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { type ComparedLap, lapComparisons } from '@pitboard/contract/comparison/lap-comparison'
import { writeLapReference } from '@pitboard/contract/comparison/lap-reference'
import { lapSuggestions } from '@pitboard/contract/comparison/suggested-laps'
import { ownLaps, records } from '@pitboard/contract/records/records'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { lapTraces } from '@pitboard/contract/traces/lap-traces'
import { SessionType, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import { comesToBe, until } from '@pitboard/contract/testing/patience'
import { openWatchedPage } from '../testing/watched-page.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { aComparedLap, aLapWithoutTrace, restricted, SESSION_ID } from './stub/driven-laps.ts'
import { aDrivenRace } from './stub/driven-sessions.ts'
import { aPersonalBest, makeRecords } from './stub/lap-records.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'

const QUICK = aComparedLap({ driverIdx: 0, name: 'Moreau' })
const SLOW = aComparedLap({ driverIdx: 1, name: 'Castillo' }, { grip: 0.97, braking: 0.9 })
const MIDDLE = aComparedLap({ driverIdx: 2, name: 'Ibarra' }, { grip: 0.99 })
const FOUR = [
  QUICK,
  SLOW,
  MIDDLE,
  aComparedLap({ driverIdx: 3, name: 'Okonkwo' }, { braking: 0.8 }),
]
const WITHOUT_TRACE = aLapWithoutTrace('noTrace', 6)
const OTHER_LAYOUT = aLapWithoutTrace('otherLayout', 7)
const NO_SUGGESTIONS = { ownBest: null, sessionFastest: null, record: null }
const LENGTH_M = QUICK.lengthM ?? 0

const look = openLook('compare', [390, 1440])

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('the page that compares laps', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => {
    world.site.reset()
    world.site.answer(lapSuggestions.find, () => NO_SUGGESTIONS)
  })
  await t.test(
    'a mouse points at a place, drags to zoom, with Shift to move, and shows the whole lap again',
    (t) => useMouse(t, world),
  )
  await t.test('a finger moves the cursor, and two fingers zoom', (t) => useFingers(t, world))
  await t.test('the keyboard moves the cursor, zooms, and its place is read out', (t) =>
    useKeyboard(t, world),
  )
  await t.test('an address restores zoom, cursor and channels', (t) => restoreView(t, world))
  await t.test('the table has the numbers of the charts and ends with the lap times', (t) =>
    readTable(t, world),
  )
  await t.test('a lap without a trace says why, and the others are compared', (t) =>
    readStates(t, world),
  )
  await t.test('a trace that is being made appears once it is ready', (t) => awaitTrace(t, world))
  await t.test('another lap becomes the reference, and a lap is removed', (t) =>
    changeLaps(t, world),
  )
  await t.test('laps are picked in the lap times of a session', (t) => pickLaps(t, world))
  await t.test(
    'a lap of the session is added, by keyboard too, and the fastest with one button',
    (t) => addLaps(t, world),
  )
  await t.test('the link that is copied has laps, zoom, cursor and channels', (t) =>
    shareView(t, world),
  )
  await t.test(
    'a place in the words, the table of corners or the map is shown in the charts',
    (t) => followPlaces(t, world),
  )
  await t.test('each state says what to do, and fits in German too', (t) => lookAtStates(t, world))
  await t.test(
    'without laps it begins with an own best or a record, and the record joins it',
    (t) => beginWithLap(t, world),
  )
  for (const width of [390, 1440]) {
    await t.test(`it fits, without faults of accessibility, at ${width} px`, () =>
      fitWindow(world, width),
    )
  }
})

const keyOf = ({ sessionId, driverIdx, lapNum }: ComparedLap) =>
  writeLapReference({ sessionId, driverIdx, lap: lapNum })

/** The site knows these laps, and the address names all of them. */
function addressOf({ site }: World, laps: readonly ComparedLap[], more = ''): string {
  site.answer(lapComparisons.compare, ({ query }) => {
    const keys = (query.get('laps') ?? '').split(',')
    return {
      trackId: 10,
      laps: keys.flatMap((key) => laps.find((lap) => keyOf(lap) === key) ?? []),
    }
  })
  return `${site.url}/compare?laps=${laps.map(keyOf).join(',')}${more}`
}

async function openLaps(
  t: TestContext,
  world: World,
  options: BrowserContextOptions & { readonly address?: string } = {},
) {
  const { address = addressOf(world, [QUICK, SLOW]), ...rest } = options
  const page = await openPage(t, world.browser, rest)
  await page.goto(address)
  const strips = page.locator('[data-strips]')
  await strips.scrollIntoViewIfNeeded()
  const box = await until(() => strips.boundingBox())
  /** Returns the x of a share (0 to 1) of the strips' width beside their axis. */
  const xOf = (share: number) => box.x + 46 + share * (box.width - 54)
  return { page, xOf, y: box.y + 60, slider: page.getByRole('slider') }
}

const atM = async (page: Page) => Number(await page.getByRole('slider').inputValue())

/** Reads the zoom from the address; returns null for the whole lap. */
function zoomOf(page: Page): [fromM: number, toM: number] | null {
  const [from, to] = (new URL(page.url()).searchParams.get('zoom') ?? '').split('-')
  return from && to ? [Number(from), Number(to)] : null
}

const isNear = (value: number, expected: number) => Math.abs(value - expected) <= LENGTH_M / 50

async function useMouse(t: TestContext, world: World) {
  const { page, xOf, y } = await openLaps(t, world)
  await page.mouse.move(xOf(0.5), y)
  await until(async () => isNear(await atM(page), LENGTH_M / 2))
  await page.mouse.move(xOf(0.25), y)
  await page.mouse.down()
  await page.mouse.move(xOf(0.75), y)
  await page.mouse.up()
  const [fromM, toM] = await until(() => zoomOf(page))
  assert.ok(isNear(fromM, LENGTH_M / 4) && isNear(toM, (LENGTH_M * 3) / 4), `${fromM}-${toM}`)

  await page.keyboard.down('Shift')
  await page.mouse.down()
  await page.mouse.move(xOf(0.5), y)
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await until(() => (zoomOf(page)?.[0] ?? 0) > fromM)
  const [movedM, endM] = zoomOf(page) ?? [0, 0]
  assert.ok(Math.abs(endM - movedM - (toM - fromM)) <= 2, 'moving does not zoom')

  await page.mouse.dblclick(xOf(0.5), y)
  await until(() => zoomOf(page) === null)
  assert.ok(await page.getByRole('button', { name: 'Show all' }).isDisabled())
}

async function useFingers(t: TestContext, world: World) {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page, xOf, y } = await openLaps(t, world, phone)
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: number[]) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: shares.map((share, id) => ({ x: xOf(share), y, id })),
    })
  await touch('touchStart', 0.3)
  await touch('touchMove', 0.45)
  await touch('touchMove', 0.6)
  await until(async () => isNear(await atM(page), LENGTH_M * 0.6))
  await touch('touchEnd')
  assert.equal(zoomOf(page), null)
  await touch('touchStart', 0.4, 0.6)
  await touch('touchMove', 0.3, 0.7)
  await touch('touchMove', 0.2, 0.8)
  await touch('touchEnd')
  const [fromM, toM] = await until(() => zoomOf(page))
  assert.ok(toM - fromM < LENGTH_M / 2, `${fromM}-${toM}`)
}

async function useKeyboard(t: TestContext, world: World) {
  const { page, slider } = await openLaps(t, world)
  await slider.focus()
  await slider.press('ArrowRight')
  await slider.press('ArrowRight')
  await comesToBe(() => slider.getAttribute('aria-valuetext'), '10 m')
  await comesToBe(async () => new URL(page.url()).searchParams.get('at'), '10')
  await slider.press('+')
  const [fromM, toM] = await until(() => zoomOf(page))
  assert.ok(toM - fromM < LENGTH_M)
  await slider.press('0')
  await until(() => zoomOf(page) === null)
  const forward = page.getByRole('button', { name: 'Move towards the finish' })
  assert.ok(await forward.isDisabled())
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
  await forward.press('Enter')
  await until(() => (zoomOf(page)?.[0] ?? 0) > 0)
}

async function restoreView(t: TestContext, world: World) {
  const view = '&zoom=500-1500&at=1000&channels=speed.rpm'
  const address = addressOf(world, [QUICK, SLOW], view)
  const { page } = await openLaps(t, world, { address })
  assert.equal(await atM(page), 1000)
  const channels = page.getByRole('list', { name: 'Channels in the charts' })
  assert.deepEqual(await channels.locator('[aria-pressed=true]').allInnerTexts(), [
    'Speed',
    'Engine speed',
  ])
  await channels.getByRole('button', { name: 'Gear' }).click()
  await until(() => /channels=speed\.gear\.rpm/.test(page.url()))
  await until(() => zoomOf(page)?.join('-') === '500-1500')
}

async function readTable(t: TestContext, world: World) {
  const { page } = await openLaps(t, world)
  await page.getByRole('button', { name: /: Traces$/ }).click()
  const rows = page.getByRole('table', { name: 'Traces' }).getByRole('row')
  assert.ok((await rows.count()) > 20)
  const cells = await rows.last().getByRole('cell').allInnerTexts()
  const differenceMs = (SLOW.details?.lapTimeMs ?? 0) - (QUICK.details?.lapTimeMs ?? 0)
  assert.ok(
    cells.includes(`+${(differenceMs / 1000).toFixed(3)}`),
    `${differenceMs} in ${cells.join(' ')}`,
  )
}

async function readStates(t: TestContext, world: World) {
  const laps = [
    restricted(aComparedLap({ driverIdx: 0, name: 'Moreau' })),
    aLapWithoutTrace('noTrace', 2),
    aLapWithoutTrace('otherTrack', 3),
    SLOW,
  ]
  const { page } = await openLaps(t, world, { address: addressOf(world, laps) })
  const cards = page.getByRole('list', { name: 'Compared laps' }).getByRole('listitem')
  for (const [index, words] of [
    [0, /hides them in the game/],
    [1, /without telemetry/],
    [2, /another track: Monza/],
    [3, /Use as reference/],
  ] as const) {
    assert.match(await cards.nth(index).innerText(), words)
  }
  const speed = page.locator('[data-strips] > div', { hasText: 'Speed' }).first()
  assert.match(await speed.innerText(), /1[\s\S]*4/, 'a lap has the number of its card')

  const none = [aLapWithoutTrace('missing', 5), aLapWithoutTrace('noTrace', 6)]
  await page.goto(addressOf(world, none))
  await page.getByText('None of these laps has telemetry').waitFor()
  await page.getByText('This lap does not exist, or you are not allowed to see it.').waitFor()
}

async function awaitTrace(t: TestContext, world: World) {
  const pending = aLapWithoutTrace('pending', 0)
  const page = await openPage(t, world.browser)
  await page.goto(addressOf(world, [pending]))
  await page.getByText('is being prepared').waitFor()
  addressOf(world, [QUICK])
  await page.getByRole('heading', { name: 'Traces' }).waitFor()
}

async function changeLaps(t: TestContext, world: World) {
  const { page } = await openLaps(t, world)
  await page.getByText(/Castillo, lap 5 is .* slower than the reference/).waitFor()
  await page.getByRole('button', { name: 'Use as reference: Castillo, lap 5' }).click()
  await page.getByText(/Moreau, lap 5 is .* faster than the reference/).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('laps'), [SLOW, QUICK].map(keyOf).join(','))
  await page.getByRole('button', { name: 'Remove Moreau, lap 5' }).click()
  await page.getByText('Add a second lap').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('laps'), keyOf(SLOW))
}

async function pickLaps(t: TestContext, world: World) {
  const race = { ...aDrivenRace(4), id: SESSION_ID, siblings: [], filled: [] }
  world.site.answer(sessions.get, () => race)
  world.site.answer(sessions.weekendOf, () => [])
  const suggested = { sessionId: SESSION_ID, name: 'Moreau' }
  world.site.answer(lapSuggestions.find, () => ({
    ownBest: { ...suggested, driverIdx: 0, lapNum: 9, lapTimeMs: 91_000 },
    sessionFastest: { ...suggested, driverIdx: 2, lapNum: 3, lapTimeMs: 90_000 },
    record: null,
  }))
  const page = await openPage(t, world.browser)
  addressOf(world, [QUICK, SLOW])
  await page.goto(`${world.site.url}/sessions/${SESSION_ID}#laps`)
  await page.getByRole('button', { name: 'Compare laps' }).press('Enter')
  await page.getByText('Select up to four laps in the table.').waitFor()
  await comesToBe(async () => page.locator(':focus').innerText(), 'Cancel', 'the focus stays')
  const cells = page.getByRole('table', { name: 'Lap times' }).getByRole('button')
  await comesToBe(async () => cells.count(), 24)
  const address = page.getByRole('link', { name: 'Compare', exact: true })
  const compared = async () =>
    new URL((await address.getAttribute('href')) ?? '', world.site.url).searchParams.get('laps')
  await cells.nth(0).click()
  await comesToBe(compared, `${SESSION_ID}.0.1`)
  const lapsOf = (name: RegExp) => page.getByRole('link', { name }).getAttribute('href')
  assert.match((await lapsOf(/^With the fastest lap: 1:30/)) ?? '', /laps=.*\.0\.1.*\.2\.3$/)
  assert.match((await lapsOf(/^With my best here: 1:31/)) ?? '', /laps=.*\.0\.1.*\.0\.9$/)
  assert.equal(
    await page.getByRole('link', { name: /^With the record/ }).count(),
    0,
    'there is none',
  )
  await cells.nth(1).press('Enter')
  await comesToBe(compared, `${SESSION_ID}.0.1,${SESSION_ID}.1.1`)
  await cells.nth(2).click()
  await cells.nth(3).click()
  await page.getByText('4 laps selected').waitFor()
  assert.ok(await cells.nth(5).isDisabled(), 'a fifth lap')
  assert.deepEqual(await axeFaults(page), [])
  await cells.nth(2).click()
  await cells.nth(3).click()
  await address.click()
  await page.waitForURL(/\/compare\?laps=/)
}

const sessionLapOf = ({ details, lapNum }: ComparedLap) => ({
  lapNum,
  lapTimeMs: details?.lapTimeMs ?? null,
  sector1TimeMs: null,
  sector2TimeMs: null,
  sector3TimeMs: null,
  isValid: true,
  tyreCompound: TyreCompound.Soft,
  flags: [],
  hasTrace: true,
})

async function addLaps(t: TestContext, world: World) {
  const all = [QUICK, SLOW, MIDDLE]
  world.site.answer(lapTraces.laps, () => ({
    sessionId: SESSION_ID,
    trackId: 10,
    trackName: 'Spa',
    trackLengthM: LENGTH_M,
    sessionType: SessionType.Race,
    sessionStartTime: '2026-11-20T19:00:00Z',
    gameVersion: 2025,
    traces: 'ready' as const,
    drivers: all.map((lap) => ({
      driverIdx: lap.driverIdx,
      name: lap.details?.name ?? '',
      team: '',
      teamColour: '',
      isRecorder: false,
      laps: [sessionLapOf(lap)],
    })),
  }))
  for (const width of [390, 1440]) {
    const page = await openPage(t, world.browser, { viewport: { width, height: 900 } })
    addressOf(world, all)
    await page.goto(`${world.site.url}/compare?laps=${keyOf(SLOW)}`)
    await page.getByRole('button', { name: 'Add a lap' }).press('Enter')
    const form = page.getByRole('form', { name: 'Add a lap' })
    await form.getByLabel('Driver').selectOption('Ibarra')
    if (width === 1440) await look(page, 'add-lap')
    const add = form.getByRole('button', { name: 'Add', exact: true })
    // A key on a button that is still disabled does nothing.
    await add.click({ trial: true })
    // The second lap is added before the answer to the first one is there.
    const answered = Promise.withResolvers<void>()
    world.site.delay = () => answered.promise
    await add.press('Enter')
    await until(() => lapsOf(page) === [SLOW, MIDDLE].map(keyOf).join(','))
    await form.getByRole('button', { name: 'Fastest lap of the session' }).click()
    await until(() => lapsOf(page) === [SLOW, MIDDLE, QUICK].map(keyOf).join(','))
    answered.resolve()
    await page.getByText('This session has no other laps with telemetry.').waitFor()
  }
}

const lapsOf = (page: Page) => new URL(page.url()).searchParams.get('laps')

async function shareView(t: TestContext, world: World) {
  const { page, slider } = await openLaps(t, world, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await slider.press('ArrowRight')
  await slider.press('+')
  await until(() => zoomOf(page))
  await page
    .getByRole('list', { name: 'Channels in the charts' })
    .getByRole('button', { name: 'Gear' })
    .click()
  await until(() => page.url().includes('channels='))
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.equal(copied, page.url())
  const visitor = await openPage(t, world.browser)
  await visitor.goto(copied)
  await visitor.getByRole('slider').waitFor()
  assert.equal(await atM(visitor), await atM(page))
  await comesToBe(
    async () => visitor.locator('[data-strips] [role=img]').count(),
    4,
    'without gears',
  )
}

async function followPlaces(t: TestContext, world: World) {
  const { page } = await openLaps(t, world)
  const whole = page.getByRole('button', { name: 'Show all' })
  const words = page.getByRole('button', { name: /lost (in|under|on)/ }).first()
  await words.press('Enter')
  await until(() => zoomOf(page))
  await whole.click()
  await until(() => zoomOf(page) === null)
  await page.getByRole('button', { name: /^Turn 2/ }).press('Enter')
  const [fromM, toM] = await until(() => zoomOf(page))
  const turnM = await atM(page)
  assert.ok(fromM < turnM && turnM < toM)
  const map = page.getByRole('img', { name: 'Spa: where which lap is faster' })
  await map.click({ position: { x: 200, y: 10 } })
  await until(async () => (await atM(page)) !== turnM)
}

/** They look like another one. */
const ALIKE: readonly string[] = ['broken-link', 'without-trace']

async function beginWithLap(t: TestContext, world: World) {
  const { site } = world
  const [record] = makeRecords(1)
  assert.ok(record)
  const own = aPersonalBest({}, { sessionId: SESSION_ID, driverIdx: 1, lapNum: SLOW.lapNum })
  site.answer(records.versions, () => [2025])
  site.answer(records.tracks, () => [{ trackId: 10, trackName: 'Spa', record }])
  site.answer(ownLaps.bests, () => [own])
  addressOf(world, [QUICK, SLOW])
  const { sessionId, driverIdx, lapNum } = QUICK
  const suggested = { sessionId, driverIdx, lapNum, lapTimeMs: 90_123, name: 'Moreau' }
  site.answer(lapSuggestions.find, () => ({
    ownBest: null,
    sessionFastest: null,
    record: suggested,
  }))
  for (const width of [390, 1440]) {
    const page = await openPage(t, world.browser, { viewport: { width, height: 900 } })
    await page.goto(`${site.url}/compare`)
    await page.getByRole('table', { name: 'Fastest laps of the tracks' }).waitFor()
    assert.equal(await page.getByRole('table', { name: 'My best laps' }).count(), 0)
    await signIn(page, site, MARISOL)
    await page.goto(`${site.url}/compare`)
    const bests = page.getByRole('table', { name: 'My best laps' })
    await bests.waitFor()
    await look(page, 'begin')
    await bests.getByRole('link', { name: 'Compare this lap' }).click()
    await page.waitForURL(`**/compare?laps=${encodeURIComponent(keyOf(SLOW))}`)
    await page.getByRole('button', { name: /^With the record/ }).click()
    await page.waitForURL(
      (url) => url.searchParams.get('laps') === `${keyOf(SLOW)},${keyOf(QUICK)}`,
    )
  }
}

async function lookAtStates(t: TestContext, world: World) {
  const none = `${world.site.url}/compare`
  const states: readonly (readonly [name: string, address: () => string, words: string])[] = [
    ['no-laps', () => none, 'No laps to compare yet'],
    ['broken-link', () => `${none}?laps=${SESSION_ID}.0,x&zoom=9-&at=x`, 'No laps to compare yet'],
    ['one-lap', () => addressOf(world, [QUICK]), 'Add a second lap'],
    ['four-laps', () => addressOf(world, FOUR), 'Castillo, lap 5 is'],
    ['missing', () => addressOf(world, [aLapWithoutTrace('missing', 5)]), 'or you are not allowed'],
    ['without-trace', () => addressOf(world, [QUICK, WITHOUT_TRACE]), 'without telemetry'],
    ['two-layouts', () => addressOf(world, [QUICK, OTHER_LAYOUT]), 'on another layout'],
  ]
  world.site.answer(records.versions, () => [])
  const page = await openPage(t, world.browser)
  for (const [name, address, words] of states) {
    await page.goto(address())
    await page.getByText(words).first().waitFor()
    if (!ALIKE.includes(name)) await look(page, name)
  }
  const german = await openPage(t, world.browser, { locale: 'de-DE' })
  await german.goto(addressOf(world, [...FOUR.slice(0, 3), OTHER_LAYOUT]))
  await german.getByText('auf einem anderen Layout der Strecke').waitFor()
  await look(german, 'german')
}

async function fitWindow(world: World, width: number) {
  const watched = await openWatchedPage(world.browser, { width, height: 900 })
  const { page } = watched
  await watched.visit(addressOf(world, [QUICK, SLOW]))
  await page.getByRole('heading', { name: 'Traces' }).waitFor()
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.equal(excess, 0)
  assert.deepEqual([...watched.faults(), ...(await axeFaults(page))], [])
  await page.context().close()
}
