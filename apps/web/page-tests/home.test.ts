import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attendance, type AttendanceAnswer } from '@pitboard/contract/attendance/attendance'
import { recorderStatus } from '@pitboard/contract/ingest/recorder-status'
import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import { leagues } from '@pitboard/contract/leagues/league'
import { driverHome } from '@pitboard/contract/seasons/driver-home'
import type { Season } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { stewards } from '@pitboard/contract/stewards/steward-case'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import type { Browser, Page } from 'playwright-core'
import { aSeason } from '../src/testing/a-season.ts'
import { aLongSeason } from './stub/long-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'
import { fillSite } from './stub/whole-site.ts'

const look = openLook('home', [390, 1440])
const LONG = 'Donaudampfschifffahrtsgesellschaft Sunday Night Endurance Trophy of Friends'
const EVENT_ID = '01900000-0000-7000-8000-000000000071'
const STARTS_AT = new Date(Date.now() + 50 * 3_600_000).toISOString()
const OFF = { isPaired: true, report: null, liveSessionId: null, hasRecorded: true }

/** Marisol is seventh of twelve after five of eight rounds. */
function aDriversSeason(known: Partial<Season> = {}): Season {
  const season = aLongSeason({ rounds: 8, driven: 5, drivers: 12 }, known)
  const drivers = season.standings.drivers.map((driver, place) =>
    place === 6 ? { ...driver, key: 'Marisol', name: 'Marisol', userId: MARISOL.id } : driver,
  )
  return {
    ...season,
    events: season.events.map((event, index) =>
      index < 5 ? event : { ...event, id: index === 5 ? EVENT_ID : event.id, startsAt: STARTS_AT },
    ),
    standings: { ...season.standings, drivers },
  }
}

function drive(site: StubSite, season: Season): void {
  let answer: AttendanceAnswer | null = null
  const own = {
    driverId: '1',
    userId: MARISOL.id,
    name: 'Marisol',
    tier: '',
    isReserve: false,
    isCalledUp: false,
    mayAnswer: true,
  }
  const shown = () => ({
    deadlineHours: 24,
    isMember: true,
    isOrganiser: false,
    pastEvents: [],
    records: [],
    events: [
      { eventId: EVENT_ID, deadlineAt: STARTS_AT, isOpen: true, drivers: [{ ...own, answer }] },
    ],
  })
  site.answer(attendance.season, shown)
  site.answer(attendance.answer, ({ body }) => {
    answer = body.answer
    return shown()
  })
  const event = season.events.find(({ id }) => id === EVENT_ID)
  assert.ok(event)
  const nextEvent = { eventId: EVENT_ID, name: '', track: event.track, startsAt: STARTS_AT }
  site.answer(seasons.get, () => season)
  const races = season.events.flatMap(({ sessions: linked }) =>
    linked.map(({ session }, race) => ({
      sessionId: session.id,
      bestLaps: season.standings.drivers.flatMap(({ results }, place) =>
        results
          .filter(({ sessionId }) => sessionId === session.id)
          .map(({ driverIdx }) => ({ driverIdx, lapTimeMs: 90_000 + place * (60 + 40 * race) })),
      ),
    })),
  )
  site.answer(driverHome.get, () => ({
    seasons: [
      { seasonId: season.id, seasonName: season.name, nextEvent },
      { seasonId: 'other', seasonName: 'Monday League', nextEvent },
    ],
    races,
  }))
}

/** Runs nothing. */
function withoutSeasons(site: StubSite): void {
  site.answer(seasons.mine, () => ({ totalElements: 0, seasons: [] }))
  site.answer(leagues.pageOfUser, () => ({ count: 0, leagues: [] }))
  site.answer(seasonManagement.work, () => [])
}

function withoutSessions(site: StubSite): void {
  site.answer(sessions.currentUser, () => ({ totalElements: 0, sessions: [] }))
  const status = { ...OFF, isPaired: false, hasRecorded: false }
  site.answer(recorderStatus.get, () => status)
}

/** The main actions are red. */
const redButtons = (page: Page) =>
  page.locator('main .bg-primary-fill:is(a, button)').allInnerTexts()

test('the first page of a signed-in user', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  t.beforeEach(() => {
    site.reset()
    fillSite(site)
    site.answer(recorderStatus.get, () => OFF)
  })

  await t.test(
    'a driver answers for the next race in place, and reads their last result with the gap to the driver ahead',
    async (t) => {
      withoutSeasons(site)
      drive(site, aDriversSeason())
      const page = await open(t, site, browser)
      const next = page.getByRole('region', { name: 'Your next race' })
      await next.getByText('in 2 days').waitFor()
      await next.getByText('It is off. Start it before the race.').waitFor()
      await next.getByRole('button', { name: 'I’m in' }).click()
      await next.getByText('1 in, 0 out, 0 open').waitFor()
      const own = page.getByRole('region', { name: 'Your season' })
      await own.getByText(/places? (behind|ahead of) /).waitFor()
      await own.getByText(/points? behind /).waitFor()
      assert.deepEqual(await redButtons(page), [])
      await look(page, 'driver')
    },
  )

  await t.test('a newcomer sees one first step', async (t) => {
    withoutSeasons(site)
    withoutSessions(site)
    const page = await open(t, site, browser)
    await page.getByRole('heading', { name: 'Your first live race' }).waitFor()
    const [red, ...others] = await redButtons(page)
    assert.match(red ?? '', /recorder/i)
    assert.deepEqual(others, [])
    await look(page, 'newcomer')
  })

  await onlyInLongRun(() =>
    t.test('a user who only organises is not led to a recorder', async (t) => {
      withoutSessions(site)
      const page = await open(t, site, browser)
      await page.getByRole('heading', { name: 'Your seasons' }).waitFor()
      assert.equal(
        await page
          .getByText(/recorder/i)
          .locator('visible=true')
          .count(),
        1,
        'top bar',
      )
      assert.deepEqual(await redButtons(page), [])
      await look(page, 'organiser')
      site.answer(seasons.mine, () => ({ totalElements: 1, seasons: [aSeason({ name: LONG })] }))
      await page.reload()
      await page.getByRole('heading', { name: `Next: the calendar of ${LONG}` }).waitFor()
      assert.deepEqual(await redButtons(page), ['Add events'])
      await look(page, 'empty-season')
    }),
  )

  await onlyInLongRun(() =>
    t.test('everything at once fits, with one red button', async (t) => {
      const season = aDriversSeason({ name: LONG, isLive: false })
      drive(site, season)
      site.answer(recorderStatus.get, () => ({ ...OFF, liveSessionId: 'live' }))
      const about = { seasonId: season.id, seasonName: LONG }
      site.answer(stewards.pending, () => [
        { caseId: 'a', number: 4, ...about, need: 'respond' as const, until: STARTS_AT },
        { caseId: 'b', number: 5, ...about, need: 'judge' as const, until: null },
        { caseId: 'c', number: 6, ...about, need: 'judge' as const, until: null },
      ])
      site.answer(attendance.own, () => [
        {
          ...about,
          eventId: EVENT_ID,
          eventName: 'shown',
          startsAt: STARTS_AT,
          deadlineAt: STARTS_AT,
          isCalledUp: false,
        },
        {
          ...about,
          eventId: 'later',
          eventName: 'Monza',
          startsAt: STARTS_AT,
          deadlineAt: STARTS_AT,
          isCalledUp: false,
        },
      ])
      site.answer(leagueMembers.ownInvitations, () => [
        {
          id: 'i',
          leagueId: 'l',
          leagueName: LONG,
          role: 'steward' as const,
          seasonIds: null,
          invitedByName: 'Ute',
          createdAt: STARTS_AT,
          expiresAt: STARTS_AT,
        },
      ])
      for (const locale of ['en-GB', 'de-DE']) {
        const page = await open(t, site, browser, locale)
        await page.getByText(LONG).first().waitFor()
        await page.getByRole('list', { name: /Incidents|Vorfälle/ }).waitFor()
        assert.equal((await redButtons(page)).length, 1)
        await look(page, `everything-${locale}`)
      }
    }),
  )
})

async function open(
  t: Parameters<typeof openPage>[0],
  site: StubSite,
  browser: Browser,
  locale = 'en-GB',
) {
  const page = await openPage(t, browser, { locale })
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard`)
  return page
}
