import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import { leagues, type League } from '@pitboard/contract/leagues/league'
import type { Season } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser, Page } from 'playwright-core'
import { aLeague } from '../src/testing/a-league.ts'
import { aLinkedSession, anEvent, aSeason } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, type StubRequest, type StubSite, startStubSite } from './stub/stub-site.ts'

const PATCH_MS = 400
const GET_MS = 300
const FACTORS = ['× 0.5', '× 1.5', '× 2', '× 1', '× 0']
const ROLES = ['Sprint', 'Race', 'Sprint', 'Race', 'Sprint']
const SEASON_ID = '01900000-0000-7000-8000-000000000010'
const SESSION_ID = '01900000-0000-7000-8000-000000000011'
const LEAGUE = aLeague({ ownerId: MARISOL.id, ownerName: 'Marisol' })

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('an organiser edits on two devices, one of them on a slow network', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('ten quick changes succeed in their order, and the other device shows them', (t) =>
    changeQuickly(t, world),
  )
  await onlyInLongRun(() =>
    t.test('a change that the server refuses says so and leaves the page as it was', (t) =>
      refuseChange(t, world),
    ),
  )
  await t.test('a change is undone with the version that it made', (t) => undoChange(t, world))
  await onlyInLongRun(() =>
    t.test('what is refused because of another device shows what that changed', (t) =>
      saveTooLate(t, world),
    ),
  )
})

/** Each request takes its time, as on a phone. */
function slowDown(site: StubSite): void {
  site.delay = ({ method }) => pause(method === 'GET' ? GET_MS : PATCH_MS)
}

async function changeQuickly(t: TestContext, { site, browser }: World) {
  const season = serveSeason(site)
  const editor = `${site.url}/dashboard/seasons/${SEASON_ID}/edit`
  const [page, other] = [await openPage(t, browser), await openPage(t, browser)]
  for (const device of [page, other]) {
    await signIn(device, site, MARISOL)
    await device.goto(editor)
  }
  await comesToBe(async () => site.realtime.subscriberCount, 2)
  slowDown(site)
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH') answers.push(response.status())
  })
  for (const [index, factor] of FACTORS.entries()) {
    await choose(page, /^What it counts as/, ROLES[index] ?? '')
    await choose(page, /^How much it counts/, factor)
  }
  await comesToBe(
    async () => answers,
    Array.from({ length: 10 }, () => 200),
  )
  assert.deepEqual(
    site.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body),
    FACTORS.flatMap((factor, index) => [
      { role: ROLES[index]?.toLowerCase() },
      { pointsFactor: Number(factor.slice(2)) },
    ]),
  )
  assert.equal(season().version, 11)
  await waitForChoice(other, 'Sprint')
  await waitForChoice(other, '× 0')
  assert.equal(await page.getByText('Changed in the meantime').count(), 0)
}

async function refuseChange(t: TestContext, { site, browser }: World) {
  serveSeason(site)
  site.answer(seasons.setSession, () => {
    throw new Refusal(403)
  })
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit`)
  await choose(page, /^What it counts as/, 'Sprint')
  await page.getByText('You are not allowed to see or change this.').first().waitFor()
  await waitForChoice(page, 'Race')
}

async function undoChange(t: TestContext, { site, browser }: World) {
  const season = serveSeason(site)
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit`)
  await choose(page, /^What it counts as/, 'Sprint')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Undone.').waitFor()
  await waitForChoice(page, 'Race')
  assert.equal(season().version, 3)
  assert.equal(site.calls.filter(({ path }) => path.endsWith('/history/2/undo')).length, 1)
}

/** Nothing says that another device has changed the same; all else is in drafts.test.ts. */
async function saveTooLate(t: TestContext, { site, browser }: World) {
  const update = serveLeague(site)
  // A page that has just subscribed reads once more what it may have missed.
  site.realtime.isReachable = false
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/leagues/${LEAGUE.id}/edit`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Monday')
  update({ name: 'Tuesday' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const notices = page.getByRole('alert').filter({ hasText: 'Changed in the meantime' })
  await notices.getByText('Changed · Name: Sunday → Tuesday').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Tuesday' }).waitFor()
  assert.equal(await name.inputValue(), 'Monday')
  await notices.getByRole('button', { name: 'Keep my input' }).click()
  await save.click()
  await page.getByRole('heading', { level: 1, name: 'Monday' }).waitFor()
  await comesToBe(async () => notices.count(), 0)
}

/** Serves a season with one linked race, as the server stores it; returns how to read it. */
function serveSeason(site: StubSite): () => Season {
  const linked = aLinkedSession(SESSION_ID, '2026-03-01T14:00:00Z')
  const event = anEvent(7, { id: '01900000-0000-7000-8000-000000000013', sessions: [linked] })
  const first = aSeason({ id: SEASON_ID, ownerId: MARISOL.id, events: [event] })
  let season = first
  const store = (changed: Season) => {
    season = { ...changed, version: season.version + 1 }
    site.realtime.publishRow('seasons', SEASON_ID)
    return season
  }
  site.answer(seasons.get, () => season)
  site.answer(seasons.setSession, (request) => {
    checkVersion(request, season.version, [])
    return store({
      ...season,
      events: season.events.map((each) => ({
        ...each,
        sessions: each.sessions.map((session) => ({ ...session, ...request.body })),
      })),
    })
  })
  site.answer(seasonManagement.undo, () => store(first))
  return () => season
}

/** Returns a function with which another device changes it; this device is not notified. */
function serveLeague(site: StubSite): (changes: Partial<League>) => League {
  let league = LEAGUE
  const changes: HistoryChange[] = []
  const store = (update: Partial<League>) => {
    changes.unshift({
      id: String(league.version),
      version: league.version + 1,
      action: 'updated',
      at: LEAGUE.updatedAt,
      authorId: MARISOL.id,
      authorName: 'Marisol',
      details: { name: { before: league.name, after: update.name } },
    })
    league = { ...league, ...update, version: league.version + 1 }
    return league
  }
  site.answer(leagues.get, () => league)
  site.answer(leagues.history, () => changes)
  site.answer(seasons.mine, () => ({ totalElements: 0, seasons: [] }))
  site.answer(leagues.update, (request) => {
    checkVersion(request, league.version, changes)
    return store({ name: String(request.body.name) })
  })
  return store
}

function checkVersion({ headers }: StubRequest, version: number, changes: HistoryChange[]): void {
  if (headers['if-match'] !== `"${version}"`) throw new Refusal(412, { changes })
}

async function waitForChoice(page: Page, option: string): Promise<void> {
  const chosen = page.locator('option:checked').filter({ hasText: option })
  await chosen.waitFor({ state: 'attached' })
}

async function choose(page: Page, label: RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).selectOption({ label: option })
}
