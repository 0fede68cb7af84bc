import { comesToBe } from '@pitboard/contract/testing/patience'
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { type UserProfile, users } from '@pitboard/contract/accounts/user'
import { careers } from '@pitboard/contract/drivers/career'
import { liveSessions } from '@pitboard/contract/live/live'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import type { Browser, Page } from 'playwright-core'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { aListedSession } from '../src/testing/a-listed-session.ts'
import { aDrivenRace } from './stub/driven-sessions.ts'
import { aCareer } from './stub/long-career.ts'
import { aLongSeason } from './stub/long-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, startStubSite, type StubSite } from './stub/stub-site.ts'

const LAP_MS = 105_123

const EMPTY: UserProfile = {
  id: MARISOL.id,
  username: 'Marisol',
  avatarUrl: null,
  createdAt: '2026-01-02T12:00:00Z',
  counts: { sessions: 0, races: 0, wins: 0, podiums: 0, poles: 0, fastestLaps: 0, leagues: 0 },
  recentRaces: [],
  teams: [],
  tracks: [],
  bests: [],
  recentSessions: [],
  leagues: [],
  seasons: [],
}

const RACE = aListedSession({ userId: MARISOL.id })
const QUALIFYING = aListedSession({
  id: '01900000-0000-7000-8000-0000000000a2',
  sessionType: SessionType.Q3,
  userId: MARISOL.id,
  numberOfLaps: 0,
  seasons: [],
  highlights: {
    raceKind: null,
    numberOfDrivers: 20,
    recorderResult: null,
    podium: [
      {
        name: '',
        carNumber: 44,
        team: 'Mercedes',
        teamColour: '#27f4d2',
        isHuman: true,
        timeMs: LAP_MS,
      },
    ],
  },
})

const LOGO = `/api/League/${RACE.id}/thumbnail?v=logo1`

const DRIVEN: UserProfile = {
  ...EMPTY,
  counts: { ...EMPTY.counts, sessions: 2, races: 9, wins: 1, podiums: 4, poles: 2, fastestLaps: 3 },
  recentRaces: [1, 3, 12, null].map((position, index) => ({
    sessionId: `01900000-0000-7000-8000-0000000000c${index}`,
    trackId: 10,
    trackName: 'Spa',
    sessionType: SessionType.Race,
    raceKind: null,
    drivenAt: '2026-11-20T19:00:00Z',
    position,
    points: position === 12 ? 0 : 15,
    resultStatus: position === null ? ResultStatus.Retired : ResultStatus.Finished,
  })),
  teams: [{ name: 'Aston Martin', teamColour: '#229971', races: 9, wins: 1 }],
  tracks: [{ trackId: 10, trackName: 'Spa', sessions: 2 }],
  bests: [
    {
      trackId: 10,
      trackName: 'Spa',
      lapTimeMs: LAP_MS,
      sessionId: RACE.id,
      // The game calls the main race of a sprint weekend "Race 2".
      sessionType: SessionType.Race2,
      raceKind: 'main',
      drivenAt: RACE.sessionStartTime,
    },
  ],
  recentSessions: [RACE, QUALIFYING],
  leagues: [
    {
      id: RACE.id,
      name: 'Sunday League',
      description: 'For everyone',
      thumbnailId: 'logo1',
      accentColour: null,
    },
  ],
  seasons: [{ id: RACE.id, name: 'Winter Cup', leagueName: 'Sunday League' }],
}

const look = openLook('user')

test('the page of a user', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  t.beforeEach(() => site.reset())
  await t.test('says what they have won, how their last races went and what they drive in', (t) =>
    showResults(t, site, browser),
  )
  await onlyInLongRun(() =>
    t.test('offers a new user the next step, and others a plain line', (t) =>
      showNothingYet(t, site, browser),
    ),
  )
  await t.test('stands and says so where who is driving cannot be read', async (t) => {
    site.answer(liveSessions.all, () => {
      throw new Refusal(403)
    })
    const page = await openProfile(t, site, browser, DRIVEN)
    const problem = page.getByRole('alert')
    await problem.getByText('This part of the page could not be loaded').waitFor()
    site.answer(liveSessions.all, () => [])
    await problem.getByRole('button', { name: 'Try again' }).click()
    await problem.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Latest sessions' }).waitFor()
  })
})

test('the live page of a user who is not driving', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  await t.test('is a waiting room with what was and what comes, and opens the next session', (t) =>
    waitForRace(t, site, browser),
  )
})

async function waitForRace(t: TestContext, site: StubSite, browser: Browser) {
  const season = aLongSeason({ rounds: 6, driven: 3, drivers: 8 }, { name: 'Winter Cup' })
  const events = season.events.map((event, index) => ({
    ...event,
    startsAt: index === 3 ? new Date(Date.now() + 3_600_000 * 30).toISOString() : event.startsAt,
  }))
  site.answer(users.get, () => DRIVEN)
  site.answer(seasons.get, () => ({ ...season, events }))
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/liveUser/${MARISOL.id}`)
  await page.getByRole('heading', { level: 1, name: 'Marisol' }).waitFor()
  await page.getByText('Waiting for the next session').waitFor()
  const podium = page.getByRole('list', { name: 'Last session: Spa, Race' })
  await comesToBe(
    async () => podium.getByRole('listitem').allInnerTexts(),
    ['1\nMoreau', '2\nCastillo', '3\nHaugen'],
  )
  await page
    .getByRole('timer')
    .getByText(/^In \d+ h/)
    .waitFor()
  await page.getByText('Winter Cup, round 4 of 6').waitFor()
  const lineUp = page.getByRole('region', { name: 'Line-up: Winter Cup' })
  await comesToBe(async () => lineUp.getByRole('listitem').count(), 8)
  await page.getByRole('link', { name: 'Open the season' }).waitFor()
  await page.getByRole('link', { name: 'Stream overlay' }).waitFor()
  await look(page, 'waiting')
  site.live.show(aDrivenRace(4, 3, { userId: MARISOL.id }))
  await page.locator('[data-cell="driver"]').first().waitFor()
}

async function showResults(t: TestContext, site: StubSite, browser: Browser) {
  const page = await openProfile(t, site, browser, DRIVEN)
  const figure = (name: string) =>
    page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')
  await comesToBe(async () => figure('Wins').textContent(), '1')
  await comesToBe(async () => figure('Podiums').textContent(), '4')
  const heights = await page
    .locator('dl dd span')
    .evaluateAll((figures) => figures.map(({ clientHeight }) => clientHeight))
  assert.equal(new Set(heights).size, 1, 'the figures have one size')
  const form = page.getByRole('region', { name: 'Recent form' }).getByRole('listitem')
  assert.deepEqual(await form.allTextContents(), [
    'P1 (Win)Spa',
    'P3 (Podium)Spa',
    'P12 (Without points)Spa',
    'DNF (Retired)Spa',
  ])
  const rows = page.getByRole('region', { name: 'Latest sessions' }).locator('li > a')
  const [race, qualifying] = [rows.nth(0), rows.nth(1)]
  assert.match((await race.textContent()) ?? '', /Spa Race.*Winter Cup.*22 laps · 20 drivers/)
  assert.deepEqual(
    await race.getByRole('list', { name: 'Podium' }).locator('.sr-only').allTextContents(),
    ['Moreau', 'Castillo', 'Haugen'],
  )
  assert.match((await qualifying.textContent()) ?? '', /#44 Mercedes1:45\.123/)
  await page.getByRole('link', { name: 'Winter Cup Sunday League' }).waitFor()
  const league = page.getByRole('link', { name: 'Sunday League For everyone' })
  assert.equal(await league.locator('img').getAttribute('src'), LOGO)
  const best = page.getByRole('table', { name: 'Best laps' }).getByRole('row').nth(1)
  assert.deepEqual(await best.getByRole('cell').allTextContents(), [
    '1:45.123',
    'Race',
    '20 Nov 2026',
  ])
  await look(page, 'driven')

  await page.setViewportSize({ width: 390, height: 844 })
  const box = await race.boundingBox()
  assert.ok(box && box.height < 90, `two lines on a phone: ${box?.height} px`)
}

async function showNothingYet(t: TestContext, site: StubSite, browser: Browser) {
  const stranger = await openProfile(t, site, browser, EMPTY)
  await stranger.getByText('No sessions recorded yet.').waitFor()
  assert.equal(await stranger.getByRole('link', { name: 'Set up the recorder' }).count(), 0)
  await look(stranger, 'empty')
  const own = await openPage(t, browser)
  await signIn(own, site, MARISOL)
  await own.goto(`${site.url}/user/${MARISOL.id}`)
  await own.getByRole('link', { name: 'Set up the recorder' }).waitFor()
  await look(own, 'empty-own')
}

async function openProfile(
  t: TestContext,
  site: StubSite,
  browser: Browser,
  profile: UserProfile,
): Promise<Page> {
  site.answer(users.get, () => profile)
  site.answer(careers.get, () => aCareer(0))
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/user/${profile.id}`)
  await page.getByRole('heading', { level: 1, name: profile.username }).waitFor()
  return page
}
