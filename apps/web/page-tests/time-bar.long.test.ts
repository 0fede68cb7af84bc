import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import {
  type Replay,
  type ReplayChunk,
  type ReplayState,
  replays,
} from '@pitboard/contract/live/replay'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { SafetyCarStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { axeFaults } from '../testing/axe.ts'
import { openPage } from '../testing/browser.ts'
import { unreachedByTab } from '../testing/keyboard.ts'
import { comesToBe, until } from '@pitboard/contract/testing/patience'
import { takeShownClock, watchShownClock } from '../testing/shown-clock.ts'
import { sampleOf } from '@pitboard/contract/testing/sample'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { aDrivenRace, aTimedSession } from './stub/driven-sessions.ts'
import type { StubSite } from './stub/stub-site.ts'
import { type LiveWorld, NOTE_MOTION, PHONE, testLiveRules } from './stub/watch-live.ts'

const SECONDS = 100
const CHUNK_SECONDS = 20
const ASLEEP_SECONDS = 300
const RACE = aDrivenRace(4)

/** Its timeline begins in the fifth lap, and has a state for each second. */
const INDEX: Replay = {
  version: '1',
  durationMs: SECONDS * 1000,
  fromMs: 0,
  chunkMs: CHUNK_SECONDS * 1000,
  chunks: SECONDS / CHUNK_SECONDS + 1,
  laps: [5, 6, 7].map((lapNum, index) => ({ lapNum, atMs: index * 30_000 })),
  events: [{ seq: 2, kind: 'lightsOut', atMs: 20_000 }],
}

testLiveRules(
  'the time bar',
  {
    'keys pause a live session, move by 5 s and by laps, and return to the present': rewindLive,
    'a jump in time is no news: no row, flag or message flashes, and the next pass does again':
      jumpQuietly,
    'a delay is remembered on this device': rememberDelay,
    'with a delay, marks and the end of the bar wait as well': hideFuture,
    'a page that was asleep for five minutes marks what it shows until it has the present': sleep,
    'a link leads to a moment of a live session, and a pause makes one': linkLiveMoment,
    'a replay begins before lights out, or where a link leads, and has the same keys and windows':
      playReplay,
    'replays of timed sessions are accessible and reached by keyboard': checkTimedReplays,
    'a timeline that begins later than its session says so': showBeginning,
    'a phone has the bar in one row, with the delay behind a button': showOneRow,
  },
  (site) => answerTimeline(site, INDEX),
)

function answerTimeline(site: StubSite, index: Replay): void {
  site.live.show(stateAt(SECONDS), SECONDS * 1000)
  site.answer(sessions.get, () => ({ ...RACE, siblings: [], filled: [] }))
  site.answer(replays.live, () => index)
  const ready: ReplayState = { status: 'ready', progress: 1, replay: index }
  site.answer(replays.get, () => ready)
  for (const { path } of [replays.chunk, replays.liveChunk]) {
    site.answerPath('GET', path, ({ params }) => chunkOf(Number(params['chunk'])))
  }
}

function stateAt(second: number): LiveSession {
  return { ...RACE, version: second + 1, sessionTimeMs: second * 1000 }
}

function chunkOf(number: number, shownAt = stateAt): ReplayChunk {
  const first = number * CHUNK_SECONDS
  const count = Math.min(CHUNK_SECONDS, SECONDS - first + 1)
  return {
    messages: Array.from({ length: count }, (_, index) => {
      const state = shownAt(first + index)
      return { t: 'snapshot', v: state.version, at: state.sessionTimeMs, state }
    }),
  }
}

async function open(
  t: TestContext,
  { site, browser }: LiveWorld,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openPage(t, browser, options)
  await page.goto(`${site.url}${path}`)
  await page.getByRole('slider', { name: 'Moment of the session' }).waitFor()
  return page
}

/** Reads the session time of the shown state, in seconds. */
async function shownSecond(page: Page): Promise<number> {
  const clock = await page.locator('.live-strip').getByTitle('Session time').innerText()
  const [minutes = 0, seconds = 0] = clock.match(/\d+/g)?.map(Number) ?? []
  return minutes * 60 + seconds
}

async function pressInTurn(page: Page, keys: readonly (readonly [key: string, second: number])[]) {
  for (const [key, second] of keys) {
    await page.keyboard.press(key)
    await comesToBe(() => shownSecond(page), second, key)
  }
}

const livePath = `/live/${RACE.id}`
const replayPath = `/sessions/${RACE.id}`

async function rewindLive(t: TestContext, world: LiveWorld) {
  const page = await open(t, world, livePath)
  await page.getByRole('button', { name: 'Live', exact: true, pressed: true }).waitFor()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Live', exact: true, pressed: false }).waitFor()
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await pressInTurn(page, [
    ['ArrowLeft', 95],
    ['ArrowLeft', 90],
    ['Shift+ArrowLeft', 60],
    ['Shift+ArrowLeft', 30],
    ['Shift+ArrowRight', 60],
    ['ArrowRight', 65],
    ['.', 100],
  ])
  await page.getByRole('button', { name: 'Live', exact: true, pressed: true }).waitFor()
  await page.getByLabel('Delay in s').focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Live', exact: true, pressed: true }).waitFor()
}

/** Cars change places and set bests, a flag and a message come between these states. */
function passAt(second: number): LiveSession {
  const state = stateAt(second)
  const isSwapped = second < 90
  const drivers = state.drivers.map((driver, place) => ({
    ...driver,
    position: isSwapped ? ([2, 1][place] ?? driver.position) : driver.position,
    lastLapTimeMs: 80_000 - second * 10,
    bestLapTimeMs: 80_000 - second * 10,
  }))
  const safetyCarStatus = isSwapped ? SafetyCarStatus.Full : SafetyCarStatus.None
  const events = isSwapped ? state.events.slice(0, 2) : state.events
  return { ...state, drivers, safetyCarStatus, events }
}

async function jumpQuietly(t: TestContext, world: LiveWorld) {
  const { site } = world
  for (const { path } of [replays.chunk, replays.liveChunk]) {
    site.answerPath('GET', path, ({ params }) => chunkOf(Number(params['chunk']), passAt))
  }
  site.live.show(passAt(SECONDS), SECONDS * 1000)
  const page = await open(t, world, livePath, { reducedMotion: 'no-preference' })
  await page.evaluate(NOTE_MOTION)
  const first = page.locator('[data-place]').first()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await pressInTurn(page, [
    ['Shift+ArrowLeft', 60],
    ['ArrowRight', 65],
    ['Shift+ArrowRight', 100],
    ['ArrowLeft', 95],
    ['ArrowLeft', 90],
    ['ArrowLeft', 85],
  ])
  assert.equal(await first.getAttribute('data-place'), '1')
  assert.deepEqual(await page.evaluate('window.begun'), [])
  // What happens while it plays is news as ever.
  await page.keyboard.press('Space')
  await comesToBe(() => first.getAttribute('data-place'), '0')
  assert.ok((await page.evaluate<string[]>('window.begun')).includes('0'))
}

async function rememberDelay(t: TestContext, world: LiveWorld) {
  const page = await open(t, world, livePath)
  await page.getByLabel('Delay in s').fill('60')
  for (const load of ['now', 'after a reload']) {
    await until(async () => {
      const second = await shownSecond(page)
      return second >= 40 && second < SECONDS
    })
    assert.equal(await page.getByLabel('Delay in s').inputValue(), '60', load)
    await page.getByRole('button', { name: 'Live', exact: true, pressed: true }).waitFor()
    await page.reload()
    await page.getByLabel('Delay in s').waitFor()
  }
}

async function hideFuture(t: TestContext, world: LiveWorld) {
  // The present goes on while the page is open: it must not reach the mark before the test has ended.
  answerTimeline(world.site, { ...INDEX, events: [{ seq: 2, kind: 'lightsOut', atMs: 90_000 }] })
  const page = await open(t, world, livePath)
  const marks = page.locator('.live-time svg[preserveAspectRatio="none"] path')
  await comesToBe(() => marks.count(), 2, 'laps, and lights out at 90 s')
  const drawn = await page.locator('.live-time svg[preserveAspectRatio="none"]').boundingBox()
  assert.ok(drawn && drawn.height >= 16, `marks of ${drawn?.height} px`)
  // It lets the viewer see up to 10 s.
  await page.getByLabel('Delay in s').fill(String(SECONDS - 10))
  await comesToBe(() => marks.count(), 1, 'lights out is still to come')
  const slider = page.getByRole('slider', { name: 'Moment of the session' })
  await until(async () => Number(await slider.getAttribute('max')) < 90_000)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Pause' }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  assert.ok((await shownSecond(page)) < 90, 'no key leads ahead of the delay')
}

async function sleep(t: TestContext, world: LiveWorld) {
  const page = await openPage(t, world.browser)
  await page.clock.install()
  await page.goto(`${world.site.url}${livePath}`)
  await comesToBe(() => shownSecond(page), SECONDS)
  await watchShownClock(page)
  // The race goes on meanwhile: a page that wakes and connects again never gets what is old.
  const awake = SECONDS + ASLEEP_SECONDS
  world.site.live.isSilent = true
  world.site.live.show(stateAt(awake), awake * 1000)
  await page.clock.fastForward(ASLEEP_SECONDS * 1000)
  await comesToBe(() => shownSecond(page), awake)
  const shown = await takeShownClock(page)
  const jump = shown.findIndex(
    ({ epochMs }, at) => epochMs - (shown[at - 1]?.epochMs ?? epochMs) > 1e5,
  )
  assert.ok(shown.length > 0)
  const old = shown.slice(Math.max(0, jump)).filter(({ sessionSecond }) => sessionSecond < awake)
  assert.deepEqual(
    old.filter(({ isMarked }) => !isMarked),
    [],
  )
  await until(async () => (await takeShownClock(page)).at(-1)?.isMarked === false)
}

async function linkLiveMoment(t: TestContext, world: LiveWorld) {
  const page = await open(t, world, `${livePath}?t=42`)
  await until(async () => {
    const second = await shownSecond(page)
    return second >= 42 && second < SECONDS
  })
  await page.getByRole('button', { name: 'Pause' }).click()
  const paused = await shownSecond(page)
  await page.waitForURL(({ searchParams }) => searchParams.get('t') === String(paused))
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.waitForURL(({ searchParams }) => !searchParams.has('t'))
  assert.equal(await shownSecond(page), SECONDS)
}

async function playReplay(t: TestContext, world: LiveWorld) {
  const preparing: ReplayState = { status: 'preparing', progress: 0.4, replay: null }
  world.site.answer(replays.get, () => preparing)
  const page = await openPage(t, world.browser)
  await page.goto(`${world.site.url}${replayPath}?t=0`)
  await page.getByText('The replay is being prepared: 40 %').waitFor()
  await page
    .getByRole('row', { name: /Moreau/ })
    .first()
    .waitFor()
  const ready: ReplayState = { status: 'ready', progress: 1, replay: INDEX }
  world.site.answer(replays.get, () => ready)
  await page.getByRole('button', { name: 'Pause' }).click()
  const begun = await shownSecond(page)
  assert.ok(begun >= 17 && begun < 60, `begins at ${begun}`)
  await page.goto(`${world.site.url}${replayPath}?t=72`)
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await until(async () => (await shownSecond(page)) >= 72)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await pressInTurn(page, [
    ['Shift+ArrowLeft', 60],
    ['ArrowLeft', 55],
    ['ArrowRight', 60],
    ['Shift+ArrowLeft', 30],
    ['.', 30],
  ])
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Race control', exact: true }).click()
  const part = await opening
  await part.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await until(async () => (await shownSecond(part)) === 30)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  await until(async () => (await shownSecond(part)) === 35)
  await part.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
}

async function checkTimedReplays(t: TestContext, world: LiveWorld) {
  const { TimeTrial, P2, SprintShootout1 } = SessionType
  const variants = [
    [TimeTrial, 1],
    [P2, 6],
    [SprintShootout1, 6],
  ] as const
  for (const [type, cars] of sampleOf(variants, 2)) {
    const session = aTimedSession(type, cars, { id: RACE.id })
    world.site.answer(sessions.get, () => ({ ...session, siblings: [], filled: [] }))
    world.site.answerPath('GET', replays.chunk.path, ({ params }) =>
      chunkOf(Number(params['chunk']), (second) => ({
        ...session,
        version: second + 1,
        sessionTimeMs: second * 1000,
      })),
    )
    const page = await openPage(t, world.browser, { locale: 'de-DE' })
    await page.goto(`${world.site.url}${replayPath}?t=42`)
    await page.locator('.live-time').getByRole('slider').waitFor()
    await page.locator('[data-cell="driver"]').first().waitFor()
    assert.deepEqual(await axeFaults(page), [], `session type ${type}`)
    assert.deepEqual(await unreachedByTab(page), [], `session type ${type}`)
    await page.context().close()
  }
}

async function showBeginning(t: TestContext, world: LiveWorld) {
  const page = await open(t, world, livePath)
  await page.getByText('Available from lap 5').waitFor()
  const slider = page.getByRole('slider', { description: 'Available from lap 5' })
  await slider.waitFor()
  const laps = [{ lapNum: 1, atMs: 0 }, ...INDEX.laps.slice(1)]
  answerTimeline(world.site, { ...INDEX, laps })
  await page.reload()
  await page.getByRole('slider', { name: 'Moment of the session' }).waitFor()
  await comesToBe(async () => shownSecond(page), SECONDS)
  await page.keyboard.press('Shift+ArrowLeft')
  await comesToBe(async () => shownSecond(page), 60, 'the marks are there')
  assert.equal(await page.getByText('Available from lap').count(), 0)
}

async function showOneRow(t: TestContext, world: LiveWorld) {
  const page = await openPage(t, world.browser, PHONE)
  for (const path of [livePath, `${livePath}?t=42`, `${replayPath}?t=42`]) {
    await page.goto(`${world.site.url}${path}`)
    await page.getByRole('slider', { name: 'Moment of the session' }).waitFor()
    await page.locator('[data-cell="driver"]').first().waitFor()
    const bar = await page.locator('.live-time').boundingBox()
    assert.ok(bar && bar.height <= 56, `${path}: ${bar?.height} px`)
    const slider = await page.locator('.live-time').getByRole('slider').boundingBox()
    assert.ok(slider && slider.width >= 100, `${path}: ${slider?.width} px`)
    await page.getByRole('button', { name: 'Playback' }).click()
    const field = path === livePath ? 'Delay in s' : 'Speed'
    await page.getByLabel(field).waitFor()
    // A moment of a live page has the bar of a replay.
    if (path !== `${livePath}?t=42`) assert.deepEqual(await axeFaults(page), [])
  }
}
