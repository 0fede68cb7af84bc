import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { leagues, type League } from '@pitboard/contract/leagues/league'
import { type LiveListChange, liveSessions, type LiveSummary } from '@pitboard/contract/live/live'
import type { Season } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { sessions, type SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { WIDE, openPage, pauseClock, startBrowser } from '../testing/browser.ts'
import { saveScreenshot, savesScreenshots } from '../testing/visit.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser } from 'playwright-core'
import {
  aLinkedSession,
  anEvent,
  aResult,
  aSeason,
  aStandingsDriver,
} from '../src/testing/a-season.ts'
import { aSession } from '../src/testing/a-session.ts'
import { aDrivenRace } from './stub/driven-sessions.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-000000000010'
const RACE_ID = '01900000-0000-7000-8000-000000000011'
const LEAGUE_ID = '01900000-0000-7000-8000-000000000012'
const SPA_ID = '01900000-0000-7000-8000-000000000013'
const NO_CHANGE: LiveListChange = { isWhole: false, opened: [], changed: [], ended: [], moved: [] }

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('a championship while one of its races is live', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test(
    'the live page names the season and follows its points, if the race is linked',
    (t) => followPoints(t, world),
  )
  await onlyInLongRun(() =>
    t.test('the league page leads to the live race until it is over', (t) =>
      watchFromLeague(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('the season editor proposes the event of a live race and links it with one click', (t) =>
      linkLiveRace(t, world),
    ),
  )
})

async function followPoints(t: TestContext, { site, browser }: World) {
  const race = aDrivenRace(4, 6, { receiving: true })
  const [leader, second, ...others] = race.drivers
  assert.ok(leader && second)
  site.live.show(race)
  let points = [
    [40, 2],
    [38, -1],
  ]
  let isLinked = false
  site.answer(sessions.seasons, () => (isLinked ? [aSessionSeason(points)] : []))
  const page = await openPage(t, browser)
  await page.clock.install()
  const cells = page.locator('[data-cell="points"]')
  await page.goto(`${site.url}/live/${race.id}`)
  await comesToBe(async () => requestsOf(site, race.id), 1)
  assert.equal(await cells.count(), 0, 'without a season there is no column')
  const panels = page.getByRole('region', { name: 'Championship' })
  assert.equal(await panels.count(), 0, 'without a season there is no panel')

  // The reader has chosen one of the names of the second driver, who drives under another one.
  await page.evaluate(() => localStorage.setItem('pitboard.driver.own', 'Isabel Real'))
  isLinked = true
  await page.reload()
  const link = page.getByRole('link', { name: 'Sunday · Winter Cup · round 3 of 8' })
  assert.equal(await link.getAttribute('href'), `/seasons/${SEASON_ID}`)
  await page.locator('[data-place="1"].tower-pinned [data-driver-role="own"]').waitFor()
  await comesToBe(async () => page.locator('.tower-pinned').count(), 1)
  await page.setViewportSize({ width: 390, height: 844 })
  const tower = page.locator('.live-tower').getByRole('link', { name: 'Sunday · Winter Cup' })
  await tower.waitFor()
  await page.setViewportSize(WIDE)
  const shown = async () =>
    (await cells.allInnerTexts()).slice(0, 3).map((each) => each.replaceAll(/[^\d▲▼–]/g, ''))
  await comesToBe(shown, ['40▲2', '38▼1', '–'])
  for (const viewport of [WIDE, { width: 2560, height: 1440 }]) {
    await page.setViewportSize(viewport)
    await page.locator('[data-cell="miniSectors"]').first().waitFor()
    await page.locator('[data-place="1"]').getByText('Castillo').waitFor()
    await comesToBe(async () => cells.count(), 4, 'points, names and sectors have room')
  }
  await page.setViewportSize(WIDE)
  const panel = page.getByRole('region', { name: 'Championship' }).first()
  const lines = async () =>
    (await panel.locator('tbody tr').allInnerTexts()).map((line) =>
      line.replaceAll(/[+−\s]+/g, ' ').replaceAll(/(?<=[▲▼]) /g, ''),
    )
  await comesToBe(lines, ['1 MOR 40 ▲2', '2 CAS ★ My driver 38 ▼1', '3 Ann Absent 12 ▼1'])
  await panel.getByRole('button', { name: 'Teams' }).click()
  await comesToBe(lines, ['1 Ferrari 78 ▲1', '2 Williams 50 0'])
  await panel.getByRole('button', { name: 'Drivers' }).click()
  const before = requestsOf(site, race.id)

  points = [
    [36, 0],
    [42, 1],
  ]
  const drivers = [{ ...leader, position: 2 }, { ...second, position: 1 }, ...others]
  const later = race.sessionTimeMs + 1000
  site.live.show({ ...race, drivers, sessionTimeMs: later }, 1000)
  await page.clock.runFor('00:04')
  await comesToBe(shown, ['42▲1', '36', '–'])
  await comesToBe(async () => (await lines())[0], '1 MOR 36 0')
  assert.equal(requestsOf(site, race.id), before + 1, 'a change is asked for once')

  const changing = page.locator('[data-cell="points"] [data-changing="true"]')
  const notice = panel.getByText('The points change about now')
  assert.equal(await changing.count(), 0)
  // The clock now moves only when the page draws: the page lags behind the present, and the change comes closer.
  await pauseClock(page)
  const drawn = async () => {
    await page.clock.runFor(20)
    return { shown: await shown(), changing: await changing.count(), notice: await notice.count() }
  }
  await page.keyboard.press('ArrowLeft')
  await comesToBe(drawn, { shown: ['40▲2', '38▼1', '–'], changing: 2, notice: 1 })
  await page.keyboard.press('.')
  await comesToBe(drawn, { shown: ['42▲1', '36', '–'], changing: 0, notice: 0 })
}

function requestsOf(site: StubSite, sessionId: string): number {
  return site.calls.filter(({ path }) => path === `/api/Sessions/${sessionId}/seasons`).length
}

/** Builds a season with the points and the gained places of the first cars. */
function aSessionSeason(points: readonly (readonly number[])[]): SessionSeason {
  return {
    id: SEASON_ID,
    name: 'Winter Cup',
    ownerId: MARISOL.id,
    eventId: SPA_ID,
    eventName: '',
    round: 3,
    roundCount: 8,
    leagues: [{ id: LEAGUE_ID, name: 'Sunday' }],
    results: points.map(([seasonPoints = 0, gained = 0], driverIdx) => ({
      driverIdx,
      position: driverIdx + 1,
      points: 25,
      seasonPosition: 1 + driverIdx,
      seasonPositionsGained: gained,
      seasonPoints,
      names: driverIdx === 1 ? ['Isabel Real', 'Isabel C.'] : [],
    })),
    absentDrivers: [
      { name: 'Ann Absent', names: ['Ann Absent'], position: 3, positionsGained: -1, points: 12 },
    ],
    teams: [
      { name: 'Ferrari', teamColour: '#e80020', position: 1, positionsGained: 1, points: 78 },
      { name: 'Williams', teamColour: '#64c4ff', position: 2, positionsGained: 0, points: 50 },
    ],
  }
}

async function watchFromLeague(t: TestContext, { site, browser }: World) {
  const league: League = {
    id: LEAGUE_ID,
    name: 'Sunday',
    version: 1,
    description: '',
    discord: '',
    website: '',
    isPublic: true,
    hasRatings: true,
    thumbnailId: null,
    bannerId: null,
    links: [],
    accentColour: null,
    ownerId: MARISOL.id,
    ownerName: 'Marisol',
    seasonIds: [SEASON_ID],
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  }
  const live = aLinkedSession(RACE_ID, '2026-03-08T20:00:00Z', {
    session: { sessionEndTime: null },
  })
  const monza = anEvent(11, { startsAt: '2199-03-15T20:00:00Z' })
  let season: Season = aSeason({
    id: SEASON_ID,
    name: 'Winter Cup',
    visibility: 'listed',
    isLive: true,
    events: [anEvent(10, { startsAt: '2199-03-08T20:30:00Z', sessions: [live] }), monza],
    standings: {
      drivers: [aStandingsDriver('Ann', { results: [aResult(RACE_ID, 1)] })],
      teams: [],
      tracks: [10, 11],
    },
  })
  site.answer(leagues.get, () => league)
  site.answer(seasons.ofLeague, () => [season])
  const leaders = [
    { name: 'Ann', teamColour: '#e80020', gapMs: null },
    { name: 'Bob', teamColour: '#e80020', gapMs: 1_500 },
  ]
  site.answer(liveSessions.all, () => [aSummary({ id: RACE_ID, leaders, numberOfLaps: 5 })])
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/leagues/${LEAGUE_ID}`)
  const banner = page.locator('.hero').getByRole('region', { name: 'Live' })
  await banner.getByText('Spa Race').waitFor()
  const first = banner.getByRole('list', { name: 'First three' }).getByRole('listitem')
  await comesToBe(() => first.allInnerTexts(), ['1\nAnn', '2\nBob\n+1.5'])
  await banner.getByText('Lap 1 / 5').waitFor()
  const watch = banner.getByRole('link', { name: 'Watch Spa' })
  assert.equal(await watch.getAttribute('href'), `/live/${RACE_ID}`)

  await comesToBe(async () => site.realtime.subscriberCount, 1)
  season = {
    ...season,
    isLive: false,
    version: 2,
    events: [anEvent(10, { sessions: [aLinkedSession(RACE_ID, '2026-03-08T20:00:00Z')] }), monza],
  }
  site.realtime.publishLiveList({ ...NO_CHANGE, ended: [RACE_ID] })
  await banner.waitFor({ state: 'detached' })

  const practice = aLinkedSession(RACE_ID, '2026-03-08T20:00:00Z', {
    role: 'practice',
    session: { sessionEndTime: null, sessionType: SessionType.P1 },
  })
  season = aSeason({
    id: SEASON_ID,
    visibility: 'private',
    isLive: true,
    events: [anEvent(10, { sessions: [practice] }), monza],
  })
  site.answer(seasons.get, () => season)
  await page.goto(`${site.url}/seasons/${SEASON_ID}`)
  await page
    .getByText('The tables fill up as soon as a linked session has results that count')
    .waitFor()
  assert.equal(await page.getByText('As it stands').count(), 0, 'nothing stands yet')
  const marked = page.getByRole('listitem').and(page.locator('[aria-current=step]'))
  await comesToBe(() => marked.getByRole('heading').allInnerTexts(), ['Spa'], 'one is marked')
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await page.getByRole('dialog', { name: 'Nobody else can open this link' }).waitFor()
}

async function linkLiveRace(t: TestContext, { site, browser }: World) {
  const startsAt = '2026-03-08T20:00:00Z'
  const spa = anEvent(10, { id: SPA_ID, startsAt })
  let season = aSeason({ id: SEASON_ID, ownerId: MARISOL.id, events: [anEvent(11), spa] })
  const race = aSummary({
    id: RACE_ID,
    trackId: 10,
    userId: MARISOL.id,
    sessionStartTime: startsAt,
  })
  const stranger = aSummary({ id: LEAGUE_ID, trackId: 10, sessionStartTime: startsAt })
  site.answer(liveSessions.all, () => [race, stranger])
  site.answer(seasons.get, () => season)
  site.answer(seasons.addSessions, ({ params, body }) => {
    assert.deepEqual([params['eventId'], body.sessionIds], [SPA_ID, [RACE_ID]])
    const live = aLinkedSession(RACE_ID, startsAt, { session: { sessionEndTime: null } })
    season = {
      ...season,
      version: 2,
      isLive: true,
      events: [anEvent(11), { ...spa, sessions: [live] }],
    }
    return season
  })
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit`)
  const proposals = page.getByRole('region', { name: 'Being driven now' })
  await proposals.getByRole('button', { name: 'Link to round 2: Spa' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Live' }).getByRole('link').first().waitFor()
  await proposals.waitFor({ state: 'detached' })

  const toast = page.getByText('The session is linked.')
  await toast.waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await toast.waitFor()
  await page.getByRole('tab', { name: 'Results' }).click()
  await toast.waitFor({ state: 'detached' })
  await page.getByText('No session of the season has a result yet').waitFor()

  season = { ...season, version: 3, isLive: false, events: [anEvent(11), spa] }
  site.answer(sessions.currentUser, () => ({ totalElements: 0, sessions: [] }))
  site.answer(liveSessions.all, () => [
    race,
    { ...stranger, userName: 'Stranger' },
    aSummary({ id: SEASON_ID, userId: MARISOL.id, trackId: 11, trackName: 'Monza' }),
  ])
  await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit`)
  await page
    .getByRole('button', { name: /^Link sessions/ })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  const offered = dialog.getByRole('group', { name: 'Being driven now' }).getByRole('checkbox')
  await comesToBe(() => offered.count(), 1, 'the own one at the track')
  await comesToBe(async () => dialog.getByRole('button', { name: 'Link', exact: true }).count(), 1)
  await dialog.getByRole('button', { name: '2 other live sessions' }).click()
  await dialog.getByRole('checkbox', { name: /Stranger/ }).check()
  await dialog.getByText('Stranger has not recorded for this season before.').waitFor()
  await dialog.getByRole('checkbox', { name: /Monza/ }).check()
  await dialog.getByText('This is another track than that of the event.').waitFor()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(needed <= width, `${needed} of ${width} px`)
    if (savesScreenshots) await saveScreenshot(page, `live-championship/link-${width}`, {})
  }
}

function aSummary(known: Partial<LiveSummary>): LiveSummary {
  const { completeness: _completeness, drivers: _drivers, ...session } = aSession({})
  const entry = {
    flag: null,
    currentLapNumber: 1,
    leaderName: 'Moreau',
    leaders: [],
    numberOfDrivers: 20,
  }
  return { ...session, ...entry, seasons: [], sessionType: 10, trackName: 'Spa', ...known }
}
