import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun, sampleOf } from '@pitboard/contract/testing/sample'
import { users } from '@pitboard/contract/accounts/user'
import { leagues } from '@pitboard/contract/leagues/league'
import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import { liveSessions } from '@pitboard/contract/live/live'
import { search } from '@pitboard/contract/search/search'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonOffers } from '@pitboard/contract/seasons/season-offer'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe, until } from '@pitboard/contract/testing/patience'
import type { Browser } from 'playwright-core'
import { aLeague } from '../src/testing/a-league.ts'
import { aSeason } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, startStubSite, type StubSite } from './stub/stub-site.ts'

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

const LEAGUE = aLeague({ ownerId: MARISOL.id })
const SEASON = aSeason({ id: '01900000-0000-7000-8000-000000000010', name: 'Winter Cup' })
const SESSION_ID = '01900000-0000-7000-8000-000000000011'

/** A page requests these, each once, while its own code is still on its way. */
const REQUESTS: Readonly<Record<string, { code: string; paths: readonly string[] }>> = {
  '/': { code: 'landing-page', paths: [liveSessions.all.path, sessions.list.path] },
  '/live': { code: 'live-list-page', paths: [liveSessions.all.path, sessions.list.path] },
  '/leagues?search=sunday&page=2': { code: 'leagues-page', paths: [leagues.list.path] },
  [`/leagues/${LEAGUE.id}`]: {
    code: 'league-page',
    paths: [`/api/League/${LEAGUE.id}`, `/api/League/${LEAGUE.id}/seasons`],
  },
  [`/seasons/${SEASON.id}`]: { code: 'season-page', paths: [`/api/Seasons/${SEASON.id}`] },
  [`/sessions/${SESSION_ID}`]: {
    code: 'session-page',
    paths: ['', '/seasons', '/weekend'].map((part) => `/api/Sessions/${SESSION_ID}${part}`),
  },
  [`/user/${MARISOL.id}`]: {
    code: 'user-page',
    paths: [`/api/Users/${MARISOL.id}`, liveSessions.all.path],
  },
  '/search/spa': { code: 'search-page', paths: [search.all.path, liveSessions.all.path] },
  '/dashboard': {
    code: 'dashboard-page',
    paths: [sessions.currentUser.path, seasons.mine.path],
  },
  '/dashboard/sessions?page=2': { code: 'my-sessions-page', paths: [sessions.currentUser.path] },
  '/dashboard/leagues': {
    code: 'my-leagues-page',
    paths: [`/api/League/user/${MARISOL.id}/page`, leagues.deleted.path],
  },
  '/dashboard/seasons': {
    code: 'my-seasons-page',
    paths: [seasons.mine.path, seasonManagement.deleted.path],
  },
  [`/dashboard/leagues/${LEAGUE.id}/edit`]: {
    code: 'league-edit-page',
    paths: [`/api/League/${LEAGUE.id}`, `/api/League/${LEAGUE.id}/history`, seasons.mine.path],
  },
}

test('what a page shows is requested beside its code', { timeout: 600_000 }, async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => {
    world.site.reset()
    answerAll(world.site)
  })
  for (const [path, { code, paths }] of sampleOf(Object.entries(REQUESTS), 2)) {
    await t.test(`${path}: the data are requested before the code has arrived, once each`, (t) =>
      requestBesideCode(t, world, path, code, paths),
    )
  }
  await onlyInLongRun(() =>
    t.test('a link under the pointer has its data requested, and the page shows them', (t) =>
      preloadLink(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('an address of nothing is a missing page, in the frame of the site', (t) =>
      findNothing(t, world),
    ),
  )
  await t.test('a page whose subject cannot be read says so, and shows it after a retry', (t) =>
    retrySubject(t, world),
  )
})

function answerAll(site: StubSite): void {
  // Once a page is connected, it requests its data again.
  site.realtime.isReachable = false
  for (const endpoint of [sessions.get, sessions.seasons, sessions.weekendOf, users.get]) {
    site.answerPath(endpoint.method, endpoint.path, () => {
      throw new Refusal(404)
    })
  }
  site.answer(sessions.list, () => ({ totalPages: 0, sessions: [] }))
  site.answer(sessions.currentUser, () => ({ totalElements: 0, sessions: [] }))
  site.answer(search.all, () => ({ users: [], leagues: [], seasons: [], sessions: [], tracks: [] }))
  site.answer(leagues.list, () => ({ count: 30, leagues: [LEAGUE] }))
  site.answer(leagues.get, () => LEAGUE)
  site.answer(leagues.history, () => [])
  site.answer(leagues.deleted, () => [])
  site.answer(leagueMembers.ownInvitations, () => [])
  site.answer(seasonOffers.own, () => [])
  site.answer(leagues.pageOfUser, () => ({ count: 1, leagues: [LEAGUE] }))
  site.answer(seasons.ofLeague, () => [])
  site.answer(seasons.get, () => SEASON)
  site.answer(seasons.mine, () => ({ totalElements: 0, seasons: [] }))
  site.answer(seasonManagement.deleted, () => [])
}

async function requestBesideCode(
  t: TestContext,
  { site, browser }: World,
  path: string,
  code: string,
  paths: readonly string[],
) {
  const page = await openPage(t, browser)
  if (path.startsWith('/dashboard')) await signIn(page, site, MARISOL)
  const isRequested = (wanted: string) => site.calls.some((call) => call.path === wanted)
  await page.clock.install()
  await page.route(new RegExp(`/assets/${code}-[^/]*\\.js$`), async (route) => {
    await until(() => paths.every(isRequested))
    // On a slow network the code comes much later.
    await page.clock.fastForward('00:08')
    await route.continue()
  })
  await page.goto(site.url + path)
  await page.locator('main h1').waitFor()
  for (const wanted of paths) {
    const requests = site.calls.filter((call) => call.path === wanted)
    assert.equal(requests.length, 1, wanted)
  }
}

async function preloadLink(t: TestContext, { site, browser }: World) {
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/leagues`)
  const link = page.getByRole('link', { name: LEAGUE.name })
  const answers = [`/api/League/${LEAGUE.id}`, `/api/League/${LEAGUE.id}/seasons`].map((path) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  )
  await link.hover()
  await Promise.all(answers)
  // Only data that were requested before can be shown from now on.
  site.delay = () => new Promise(() => {})
  await link.click()
  await page.getByRole('heading', { level: 1, name: LEAGUE.name }).waitFor()
  await page.getByText('No seasons yet').waitFor()
}

async function findNothing(t: TestContext, { site, browser }: World) {
  site.answer(seasons.get, () => {
    throw new Refusal(400)
  })
  for (const path of [`/user/${MARISOL.id}`, '/seasons/winter-cup', '/nothing']) {
    const page = await openPage(t, browser)
    await page.goto(site.url + path)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await comesToBe(async () => page.getByRole('banner').getByRole('searchbox').count(), 1, path)
    await page.context().close()
  }
}

async function retrySubject(t: TestContext, { site, browser }: World) {
  site.answer(seasons.get, () => {
    throw new Refusal(429)
  })
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/seasons/${SEASON.id}`)
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  site.answer(seasons.get, () => SEASON)
  await retry.click()
  await page.getByRole('heading', { level: 1, name: SEASON.name }).waitFor()
}
