import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Roster, rosters } from '@pitboard/contract/roster/roster'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { Season } from '@pitboard/contract/seasons/season'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { aLinkedSession, anEvent, aSeason, aStandingsDriver } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-000000000030'
const [MIXED, CLUB_RACE] = ['41', '42'].map((end) => `01900000-0000-7000-8000-0000000000${end}`)
const EVENTS = [
  anEvent(7, { sessions: [aLinkedSession(MIXED ?? '', '2026-05-03T18:00:00.000Z')] }),
  anEvent(11, {
    sessions: [aLinkedSession(CLUB_RACE ?? '', '2026-05-10T18:00:00.000Z', { tier: 'Club' })],
  }),
  anEvent(10),
]

function aDriver(name: string, position: number, points: number, tier: string): StandingsDriver {
  const [event] = EVENTS
  return aStandingsDriver(name, {
    position,
    points,
    gapToLeader: 25 - points,
    progression: [points, points, points],
    results: [
      {
        sessionId: MIXED ?? '',
        eventId: event?.id ?? '',
        role: 'race',
        driverIdx: position,
        position,
        points,
        resultStatus: 3,
        fastestLap: false,
        pole: false,
        dropped: false,
        team: 'Ferrari',
        tier,
      },
    ],
  })
}

const PRO = [aDriver('Pia', 1, 25, 'Pro'), aDriver('Pat', 2, 18, 'Pro')]
const CLUB = [aDriver('Cas', 1, 25, 'Club'), aDriver('Cem', 2, 18, 'Club')]

function serve(site: StubSite, season: Partial<Season> = {}): void {
  const tables = { teams: [], tracks: EVENTS.map(({ track }) => track) }
  const standings = {
    ...tables,
    drivers: [...PRO, ...CLUB],
    tiers: [
      { tier: 'Pro', drivers: PRO },
      { tier: 'Club', drivers: CLUB },
    ],
  }
  site.answer(seasons.get, () =>
    aSeason({
      id: SEASON_ID,
      ownerId: MARISOL.id,
      version: 3,
      events: EVENTS,
      tiers: ['Pro', 'Club'],
      pointsSystem: { ...NO_POINTS, preset: null, race: [25, 18] },
      standings,
      ...season,
    }),
  )
}

test('tiers: readers choose one, which the address has, and organisers let them compete', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  t.beforeEach(() => site.reset())

  await t.test('the page shows the tier of its address, then the one that is chosen', async (t) => {
    serve(site)
    const page = await openPage(t, browser)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${site.url}/seasons/${SEASON_ID}?tier=Club`)
    const table = page.getByRole('table', { name: 'Drivers’ standings' })
    await table.getByText('Cas', { exact: true }).waitFor()
    assert.equal(await table.getByText('Pia', { exact: true }).count(), 0)
    await page.getByText('Cas leads by 7 points').waitFor()
    const file = page.getByRole('link', { name: 'Drivers, CSV' })
    assert.match((await file.getAttribute('href')) ?? '', /&tier=Club$/)
    assert.deepEqual(await axeFaults(page), [])
    await page.getByRole('button', { name: 'Pro', exact: true }).press('Enter')
    await table.getByText('Pia', { exact: true }).waitFor()
    assert.equal(await table.getByText('Cas', { exact: true }).count(), 0)
    assert.equal(new URL(page.url()).search, '')
    site.answer(seasons.explain, () => ({
      key: 'Pia',
      name: 'Pia',
      position: 1,
      points: 25,
      contributions: [],
      tieBreaks: [],
    }))
    await table.getByRole('button', { name: /^Pia: 25 points/ }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await comesToBe(
      async () => site.calls.find(({ path }) => path.endsWith('/explain'))?.query.get('tier'),
      'Pro',
    )
  })

  await t.test('the organiser names the tiers of the roster as those that compete', async (t) => {
    serve(site, { tiers: [] })
    const entry = {
      carNumber: null,
      teamId: null,
      fromEventId: null,
      toEventId: null,
      isReserve: false,
      platformId: null,
      userId: null,
    }
    const roster: Roster = {
      version: 3,
      teams: [],
      drivers: ['Pro', 'Club'].map((tier, index) => ({
        ...entry,
        id: `01900000-0000-7000-8000-00000000005${index}`,
        name: `Driver ${tier}`,
        tier,
      })),
    }
    site.answer(rosters.get, () => roster)
    site.answer(rosters.claims, () => [])
    site.answer(seasons.update, () => aSeason({ id: SEASON_ID, version: 4 }))
    const page = await openPage(t, browser)
    await signIn(page, site, MARISOL)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit?part=roster`)
    await page.getByLabel('Tiers compete: each has its own standings').check()
    const typed = page.getByLabel('Tiers, the best first')
    assert.equal(await typed.inputValue(), 'Pro\nClub')
    await typed.fill('Pro')
    await page.getByText('Not in the list: Club.').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    await typed.fill('Pro\nClub')
    await page.getByRole('button', { name: 'Save the tiers' }).press('Enter')
    await page.getByText('The tiers are saved.').waitFor()
    const sent = site.calls.find(({ method }) => method === 'PATCH')
    assert.equal(sent?.headers['if-match'], '"3"')
    const body = { id: SEASON_ID, tiers: ['Pro', 'Club'], teamsPerTier: false }
    assert.deepEqual(sent?.body, body)
  })
})
