import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { captureUploads } from '@pitboard/contract/ingest/capture-upload'
import { leagues } from '@pitboard/contract/leagues/league'
import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import { webhooks } from '@pitboard/contract/leagues/webhooks'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { openPage, startBrowser } from '../testing/browser.ts'
import { unreachedByTab } from '../testing/keyboard.ts'
import { openLook } from '../testing/look.ts'
import { printFaults } from '../testing/print.ts'
import type { Page } from 'playwright-core'
import { aLeague } from '../src/testing/a-league.ts'
import { aListedSession } from '../src/testing/a-listed-session.ts'
import {
  aLinkedSession,
  anEvent,
  aResult,
  aSeason,
  aStandingsDriver,
} from '../src/testing/a-season.ts'
import { aDriver, aSession } from '../src/testing/a-session.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, type StubSite, startStubSite } from './stub/stub-site.ts'

const look = openLook('organiser', [390, 1440])
const [SEASON_ID = '', SESSION_ID = '', EVENT_ID = '', OTHER = ''] = ['90', '91', '92', '93'].map(
  (end) => `01900000-0000-7000-8000-0000000000${end}`,
)
const AT = '2026-11-22T19:00:00.000Z'
const LEAGUE = aLeague({ ownerId: MARISOL.id, ownerName: 'Marisol', name: 'Sunday Night Racing' })
const EDITOR = `/dashboard/seasons/${SEASON_ID}/edit`
const NAMES = ['Ann', 'Bob', 'Player']

interface State {
  readonly path: string
  /** The API answers this from then on. */
  readonly serve?: (site: StubSite) => void
  /** Brings the page to the state that is looked at. */
  readonly reach: (page: Page) => Promise<unknown>
}

const STATES: Readonly<Record<string, State>> = {
  'create-league': {
    path: '/dashboard/leagues/create',
    async reach(page) {
      const buffer = await page.screenshot()
      await page
        .getByLabel('Choose a logo')
        .last()
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
      await page.locator('main img').first().evaluate('(image) => image.decode()')
      await page.getByRole('button', { name: 'Create the league' }).click()
      await page.getByText('Enter a name.').waitFor()
    },
  },
  events: {
    path: EDITOR,
    reach: (page) => page.getByRole('button', { name: 'More for Opening' }).waitFor(),
  },
  weekends: {
    path: EDITOR,
    async reach(page) {
      await page.getByRole('button', { name: 'Link whole weekends' }).click()
      await page.getByRole('dialog').getByRole('checkbox', { name: /Spa/ }).first().click()
    },
  },
  'link-sessions': {
    path: EDITOR,
    async reach(page) {
      await page.getByRole('button', { name: 'Link sessions: Finale' }).click()
      await page.getByRole('dialog').getByRole('button').first().waitFor()
    },
  },
  names: {
    path: `${EDITOR}?part=names`,
    async reach(page) {
      await page.getByRole('button', { name: /^Name the driver: / }).click()
      const hidden = page
        .getByRole('dialog')
        .getByRole('combobox', { name: /^Who drove as Player/ })
      await hidden.first().fill('Unmasked')
    },
  },
  stewards: {
    path: `${EDITOR}?part=stewards`,
    async reach(page) {
      await page.getByRole('button', { name: 'Save the decision' }).click()
      await page.getByText('Enter the reason: everyone can read it.').waitFor()
    },
  },
  history: {
    path: `${EDITOR}?part=history`,
    reach: (page) => page.getByRole('heading', { level: 1, name: 'Winter Cup' }).waitFor(),
  },
  'own-seasons': {
    path: '/dashboard/seasons',
    reach: (page) => page.getByRole('button', { name: /^Restore: / }).waitFor(),
  },
  explanation: {
    path: `/seasons/${SEASON_ID}`,
    async reach(page) {
      await page
        .getByRole('button', { name: /^Ann: 25 points/ })
        .first()
        .press('Enter')
      await page.getByRole('dialog').getByRole('button').first().waitFor()
    },
  },
  typed: {
    path: `/dashboard/sessions/typed?season=${SEASON_ID}`,
    async reach(page) {
      await page.getByRole('button', { name: 'Fill in the season’s drivers' }).click()
      await page.getByRole('combobox', { name: 'Driver, line 2', exact: true }).waitFor()
    },
  },
  uploads: {
    path: '/dashboard/sessions',
    async reach(page) {
      await page
        .getByLabel('Choose files')
        .last()
        // The stub reads what it is sent as JSON.
        .setInputFiles({
          name: 'notes.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('"box box"'),
        })
      const uploads = page.getByRole('list', { name: 'Uploads' })
      await uploads.getByText('This is not a readable capture.').waitFor()
    },
  },
  'link-own': {
    path: '/dashboard/sessions',
    async reach(page) {
      await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
      await page.getByRole('button', { name: 'Link to a season' }).click()
      const chosen = page.getByRole('dialog').locator('option:checked', { hasText: 'Finale' })
      await chosen.waitFor({ state: 'attached' })
    },
  },
  'delete-own': {
    path: '/dashboard/sessions',
    async reach(page) {
      await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await dialog.getByText('"Winter Cup"').waitFor()
    },
  },
  'no-sessions': {
    path: '/dashboard/sessions',
    serve: (site) => site.answer(sessions.currentUser, () => ({ totalElements: 0, sessions: [] })),
    async reach(page) {
      await page.getByText('Nothing recorded yet').waitFor()
      await page.getByRole('link', { name: 'First steps' }).waitFor()
      assert.deepEqual(await unreachedByTab(page), [])
    },
  },
}

test('what an organiser works with fits and is accessible', async (t) => {
  const site = await startStubSite(t)
  serve(site)
  const page = await openPage(t, await startBrowser(t))
  await signIn(page, site, MARISOL)
  for (const [name, { path, serve: serveState, reach }] of Object.entries(STATES)) {
    await t.test(name, async () => {
      serveState?.(site)
      await page.goto(site.url + path)
      await reach(page)
      await look(page, name)
    })
  }
  for (const path of [`/leagues/${LEAGUE.id}`, `/seasons/${SEASON_ID}`]) {
    await t.test(`${path.split('/')[1]} on paper: dark on white, without controls`, async () => {
      await page.goto(site.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.deepEqual(await printFaults(page), [])
    })
  }
  await t.test('in a table of standings no mark lies on a neighbour', async () => {
    assert.deepEqual(await page.evaluate(MARKS_OUTSIDE), [])
  })
})

/** The code finds results that are wider than their frame, and toolbars beside their table. */
const MARKS_OUTSIDE = `(() => {
  const outside = [...document.querySelectorAll('main td button > span > span')]
    .filter((chip) => chip.scrollWidth > chip.clientWidth + 1)
    .map((chip) => chip.textContent)
  const tools = [...document.querySelectorAll('main button')]
    .find((button) => button.textContent === 'Columns')?.getBoundingClientRect()
  const table = document.querySelector('main table').parentElement.getBoundingClientRect()
  return tools && tools.right > table.right + 1 ? [...outside, 'Columns'] : outside
})()`

/** Serves a league and a season of Marisol, with a race in which one driver hides the name. */
function serve(site: StubSite): void {
  const race = aSession({
    id: SESSION_ID,
    userId: MARISOL.id,
    drivers: NAMES.map((name, driverIdx) => aDriver({ name, driverIdx, isHuman: true })),
  })
  const linked = aLinkedSession(SESSION_ID, AT)
  const events = [
    anEvent(7, { id: EVENT_ID, name: 'Opening', startsAt: AT, sessions: [linked] }),
    anEvent(10, { id: OTHER, name: 'Finale' }),
  ]
  const drivers = NAMES.map((name, index) =>
    aStandingsDriver(name, {
      key: name,
      position: index + 1,
      points: 25 - index,
      isHidden: name === 'Player',
      results: [aResult(SESSION_ID, index + 1, index)],
    }),
  )
  const season = aSeason({
    id: SEASON_ID,
    ownerId: MARISOL.id,
    leagueIds: [LEAGUE.id],
    version: 3,
    events,
    pointsSystem: { ...NO_POINTS, race: [25, 24, 23] },
    standings: { drivers, teams: [], tracks: [7] },
  })
  site.answer(leagues.get, () => ({ ...LEAGUE, seasonIds: [SEASON_ID] }))
  site.answer(leagues.history, () => [])
  site.answer(leagueMembers.team, () => ({
    owner: { userId: MARISOL.id, username: 'Marisol' },
    members: [],
    invitations: [],
    links: [],
  }))
  site.answer(webhooks.list, () => [])
  site.answer(seasons.get, () => season)
  site.answer(seasons.ofLeague, () => [season])
  site.answer(seasons.mine, () => ({ totalElements: 1, seasons: [season] }))
  site.answer(seasonManagement.deleted, () => [
    { id: OTHER, name: 'Autumn', deletedAt: AT, restorableUntil: '2100-01-01T00:00:00Z' },
  ])
  site.answer(seasonManagement.history, () => [
    {
      id: OTHER,
      version: 3,
      at: AT,
      authorId: MARISOL.id,
      authorName: 'Marisol',
      action: 'updated',
      details: { name: ['Winter', 'Winter Cup'] },
    },
  ])
  site.answer(sessions.get, () => ({ ...race, siblings: [], filled: [] }))
  site.answer(sessions.currentUser, () => ({
    totalElements: 1,
    sessions: [aListedSession({ id: OTHER, userId: MARISOL.id })],
  }))
  site.answer(sessions.seasons, () => [
    {
      id: SEASON_ID,
      name: 'Winter Cup',
      ownerId: MARISOL.id,
      eventId: EVENT_ID,
      eventName: '',
      round: 1,
      roundCount: 2,
      leagues: [],
      results: [],
      teams: [],
      absentDrivers: [],
    },
  ])
  site.answer(sessions.delete, () => {
    throw new Refusal(409)
  })
  site.answer(captureUploads.limits, () => ({ bytesMax: 1_000_000 }))
  site.answer(captureUploads.upload, () => {
    throw new Refusal(415)
  })
}
