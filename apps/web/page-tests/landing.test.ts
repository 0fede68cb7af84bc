import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { type LiveSession, liveSessions, type LiveSummary } from '@pitboard/contract/live/live'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { site as siteInfo } from '@pitboard/contract/site/site'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openWatchedPage } from '../testing/watched-page.ts'
import { signUps } from '@pitboard/contract/sign-ups/sign-ups'
import type { Page } from 'playwright-core'
import { aSeason, aStandingsDriver } from '../src/testing/a-season.ts'
import { aDrivenRace } from './stub/driven-sessions.ts'
import { startStubSite } from './stub/stub-site.ts'

const SHIFT_MAX = 0.05
/** The end of the tour is in sight, so that it loads, and all of the first part below it. */
const SHOW_WHAT_FOLLOWS = `document.querySelector('#start').scrollIntoView({ block: 'end' })`
const LEADER = aStandingsDriver('Ada Stein', { points: 43, progression: [25, 43] })
const SEASON = aSeason({
  id: '01900000-0000-7000-8000-000000000010',
  name: 'Winter Cup',
  standings: { drivers: [LEADER], teams: [], tracks: [10, 7] },
})

const NO_SIGN_UP = {
  form: null,
  isOpen: false,
  accepted: 0,
  waiting: 0,
  tiers: [],
  own: null,
  ownTag: '',
}

/** A server without anything says nothing of it. */
const FIGURES = [
  { races: 0, laps: 0, drivers: 0, leagues: 0 },
  { races: 1_204, laps: 100_000, drivers: 812, leagues: 41 },
] as const

const CASES = [
  {
    name: 'an empty server shows samples that are marked as such',
    listed: [],
    shown: ['Sample', 'Standings after one race', 'Position by lap', 'See the leagues'],
  },
  {
    name: 'a public season shows its table and the sum of its first total, and is linked',
    listed: [SEASON],
    shown: ['Winter Cup', 'Ada Stein', '= 43 points', 'Open this season', '1,204', '100,000+'],
  },
]

test('what the landing page offers is shown with the product, and nothing moves', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  for (const [place, { name, listed, shown }] of CASES.entries()) {
    for (const width of sampleOf([390, 1440], 1, place)) {
      await t.test(`${name}, at ${width} px`, async () => {
        site.reset()
        // Once a page is connected, it requests its data again.
        site.realtime.isReachable = false
        site.answer(sessions.list, () => ({ totalPages: 0, sessions: [] }))
        site.answer(seasons.list, () => ({ totalElements: listed.length, seasons: listed }))
        site.answer(signUps.season, () => NO_SIGN_UP)
        site.answer(siteInfo.figures, () => FIGURES[listed.length] ?? FIGURES[0])
        const watched = await openWatchedPage(browser, { width, height: 900 })
        await watched.visit(site.url)
        await readTour(watched.page)
        for (const text of shown) {
          await watched.page.getByText(text, { exact: true }).first().waitFor()
        }
        assert.deepEqual(watched.faults(), [])
        const shift = await watched.layoutShift()
        assert.ok(shift < SHIFT_MAX, `layout shift ${shift}`)
        await watched.page.context().close()
      })
    }
  }
})

test('the first of the live sessions is shown, and nobody counts as its viewer', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  const race = aDrivenRace(20, 6, { receiving: true })
  site.answer(liveSessions.all, () => [
    aSummary(race, {}),
    aSummary(race, { id: '01900000-0000-7000-8000-000000000103', numberOfDrivers: 22 }),
  ])
  site.answer(seasons.list, () => ({ totalElements: 0, seasons: [] }))
  site.live.show(race)
  const page = await openPage(t, browser)
  const opened = page.waitForEvent('websocket', (socket) => socket.url().includes('/LiveSession/'))
  await page.goto(site.url)
  await page.locator('[data-cell="driver"]').first().waitFor()
  const link = page.getByRole('link', { name: /Silverstone/ }).first()
  assert.equal(await link.getAttribute('href'), `/live/${race.id}`)
  const { searchParams } = new URL((await opened).url())
  assert.equal(searchParams.get('counted'), 'false', 'nobody has opened the race to watch it')
})

function aSummary(race: LiveSession, known: Partial<LiveSummary>): LiveSummary {
  const { completeness: _completeness, drivers, ...session } = race
  const entry = { flag: null, currentLapNumber: 5, leaderName: 'Moreau', leaders: [], seasons: [] }
  return { ...session, ...entry, numberOfDrivers: drivers.length, ...known }
}

test('a reader who jumps past the tour before it has loaded sees nothing move', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  for (const width of sampleOf([390, 768, 1440], 1)) {
    await t.test(`at ${width} px`, async () => {
      site.reset()
      site.realtime.isReachable = false
      site.answer(sessions.list, () => ({ totalPages: 0, sessions: [] }))
      site.answer(seasons.list, () => ({ totalElements: 1, seasons: [SEASON] }))
      site.answer(signUps.season, () => NO_SIGN_UP)
      const watched = await openWatchedPage(browser, { width, height: 900 })
      const { page } = watched
      const released = Promise.withResolvers<void>()
      site.delay = ({ path }) => (path === seasons.list.path ? released.promise : Promise.resolve())
      await page.route(/\/landing-tour-[^/]+\.js$/, async (route) => {
        await released.promise
        await route.continue()
      })
      const chunk = page.waitForRequest(/\/landing-tour-/)
      await watched.visit(site.url)
      await page.evaluate(SHOW_WHAT_FOLLOWS)
      await chunk
      released.resolve()
      for (const shown of ['Winter Cup', 'Position by lap']) {
        await page.getByText(shown, { exact: true }).first().waitFor({ state: 'attached' })
      }
      await page.evaluate(SHOW_WHAT_FOLLOWS)
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
      await watched.resize({ width, height: 900 })
      const shift = await watched.layoutShift()
      assert.ok(shift < SHIFT_MAX, `layout shift ${shift}`)
      await page.context().close()
    })
  }
})

/** It is loaded when it comes in sight; a reader looks at it then. */
async function readTour(page: Page): Promise<void> {
  await page.mouse.wheel(0, 900)
  await page.getByRole('heading', { name: 'Standings that add themselves up' }).waitFor()
  await page.getByRole('heading', { name: 'Race night on any screen' }).scrollIntoViewIfNeeded()
}
