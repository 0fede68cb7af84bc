import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { type LiveListChange, liveSessions, type LiveSummary } from '@pitboard/contract/live/live'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe, until } from '@pitboard/contract/testing/patience'
import type { Browser, Page } from 'playwright-core'
import { aSeason } from '../src/testing/a-season.ts'
import { aSession } from '../src/testing/a-session.ts'
import { Refusal, startStubSite, type StubSite } from './stub/stub-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-000000000010'
const STEP = '00:05'
/** The steps take two minutes, which is longer than any page waits between two requests of its own. */
const LONG_STEPS = 24
const NO_CHANGE: LiveListChange = { isWhole: false, opened: [], changed: [], ended: [], moved: [] }

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('realtime updates', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('the live list follows a race without another request', (t) => followList(t, world))
  await onlyInLongRun(() =>
    t.test('without a connection the list is polled, until there is one again', (t) =>
      pollList(t, world),
    ),
  )
  await t.test('a season is read again when its row changes, and is gone when it is private', (t) =>
    followSeason(t, world),
  )
})

async function followList(t: TestContext, { site, browser }: World) {
  const page = await openTimedPage(t, browser)
  await page.goto(`${site.url}/live`)
  await page.getByText('Nobody is driving right now').waitFor()
  await comesToBe(async () => requestsOf(site, liveSessions.all.path), 2)
  const race = aSummary()
  const card = page.locator('main a[href^="/live/"]')
  site.realtime.publishLiveList({ ...NO_CHANGE, opened: [race] })
  await card.getByText('1 / 5').waitFor()
  site.realtime.publishLiveList({
    ...NO_CHANGE,
    changed: [
      {
        id: race.id,
        currentLapNumber: 4,
        leaders: [{ name: 'Ibarra', teamColour: '#e80020', gapMs: null }],
      },
    ],
  })
  await card.getByText('4 / 5').waitFor()
  await card.getByText('Ibarra').waitFor()
  site.realtime.publishLiveList({ ...NO_CHANGE, ended: [race.id] })
  await card.waitFor({ state: 'detached' })
  await passLongTime(page)
  assert.equal(requestsOf(site, liveSessions.all.path), 2, 'the list was not requested again')
}

async function pollList(t: TestContext, { site, browser }: World) {
  site.realtime.isReachable = false
  const page = await openTimedPage(t, browser)
  await page.goto(`${site.url}/live`)
  await page.getByText('Nobody is driving right now').waitFor()
  for (const requests of [2, 3, 4]) {
    await page.clock.runFor('00:10')
    await comesToBe(async () => requestsOf(site, liveSessions.all.path), requests)
  }
  site.realtime.isReachable = true
  // The clock moves in steps: a step that is longer than the time limit of a connection ends it before it is open.
  await until(async () => {
    await page.clock.runFor(STEP)
    return site.realtime.subscriberCount === 1
  })
  // The last poll may still be on its way, and the connection asks once.
  await passLongTime(page)
  const before = requestsOf(site, liveSessions.all.path)
  await passLongTime(page)
  assert.equal(requestsOf(site, liveSessions.all.path), before, 'polling has stopped')
  assert.equal(site.realtime.subscriberCount, 1)
}

async function followSeason(t: TestContext, { site, browser }: World) {
  let season = aSeason({ id: SEASON_ID, name: 'Winter Cup' })
  site.answer(seasons.get, () => season)
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/seasons/${SEASON_ID}`)
  await page.getByRole('heading', { name: 'Winter Cup' }).waitFor()
  await comesToBe(async () => site.realtime.subscriberCount, 1)
  season = { ...season, name: 'Spring Cup', version: 2 }
  site.realtime.publishRow('seasons', SEASON_ID)
  await page.getByRole('heading', { name: 'Spring Cup' }).waitFor()
  site.answer(seasons.get, () => {
    throw new Refusal(404)
  })
  site.realtime.publishRow('seasons', SEASON_ID)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
}

/** Opens a page with a clock of its own. */
async function openTimedPage(t: TestContext, browser: Browser): Promise<Page> {
  const page = await openPage(t, browser)
  await page.clock.install()
  return page
}

/** Passes the time in steps with a round trip each: a heartbeat that is not answered in time ends a connection. */
async function passLongTime(page: Page): Promise<void> {
  for (let step = 0; step < LONG_STEPS; step++) {
    await page.clock.runFor(STEP)
    await page.evaluate(async () => (await fetch('/')).text())
  }
}

function requestsOf(site: StubSite, path: string): number {
  return site.calls.filter((call) => call.path === path).length
}

function aSummary(): LiveSummary {
  const { completeness: _completeness, drivers: _drivers, ...session } = aSession({})
  const entry = {
    flag: null,
    currentLapNumber: 1,
    leaderName: 'Moreau',
    leaders: [],
    numberOfDrivers: 20,
  }
  return { ...session, ...entry, seasons: [] }
}
