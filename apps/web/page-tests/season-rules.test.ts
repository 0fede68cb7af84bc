import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { DriverLicence } from '@pitboard/contract/stewards/decision'
import { stewards } from '@pitboard/contract/stewards/steward-case'
import { DEFAULT_RULES } from '@pitboard/contract/stewards/steward-rules'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser, Page } from 'playwright-core'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { aLinkedSession, anEvent, aSeason, aStandingsDriver } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-000000000060'
const LICENCES = 'Licence points and open penalties'
const RACE = '01900000-0000-7000-8000-000000000061'

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('rules of a season', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('an event pays points of its own, which the calendar says', (t) =>
    payOtherwise(t, world),
  )
  await t.test('what points cannot be is said at their field, until they can be', (t) =>
    typeWrongPoints(t, world),
  )
  await t.test('who stands below for want of starts is marked', (t) => wantStarts(t, world))
  await t.test('licences stand by tier', (t) => listLicences(t, world))
})

const driver = (name: string, position: number, points: number) =>
  aStandingsDriver(name, { position, points, progression: [points] })

async function wantStarts(t: TestContext, { site, browser }: World) {
  const drivers = [driver('Ann', 1, 40), { ...driver('Bob', 2, 75), missingStarts: 2 }]
  site.answer(seasons.get, () =>
    aSeason({
      id: SEASON_ID,
      events: [anEvent(13, { sessions: [aLinkedSession(RACE, '2026-05-03T18:00:00.000Z')] })],
      standings: { drivers, teams: [], tracks: [13] },
    }),
  )
  const page = await openPage(t, browser, { locale: 'de-DE' })
  await page.goto(`${site.url}/seasons/${SEASON_ID}`)
  await page.getByRole('row').getByText('2 Starts zu wenig').waitFor()
  await fits(page, 'minimum-starts')
}

const licence = (name: string, tier: string, points: number): DriverLicence => ({
  name,
  tier,
  points,
  otherPoints: 0,
  expiredPoints: 0,
  nextExpiryAt: null,
  consequence: null,
  gridPenalties: [],
  bans: [],
  reprimands: 0,
  suspended: [],
})

async function listLicences(t: TestContext, { site, browser }: World) {
  site.answer(seasons.get, () => aSeason({ id: SEASON_ID, tiers: ['Pro', 'Club'] }))
  site.answer(stewards.decisions, () => ({
    rules: DEFAULT_RULES,
    decisions: [],
    licences: [licence('Cas', 'Club', 5), licence('Pia', 'Pro', 2), licence('Guest', '', 1)],
  }))
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/seasons/${SEASON_ID}#incidents`)
  const headings = page.getByRole('heading', { name: /^Licence points/ })
  await comesToBe(
    () => headings.allInnerTexts(),
    [`${LICENCES} · Pro`, `${LICENCES} · Club`, LICENCES],
  )
  await page
    .getByRole('list', { name: `${LICENCES} · Club` })
    .getByText('Cas')
    .waitFor()
  await fits(page, 'licences')
}

async function payOtherwise(t: TestContext, { site, browser }: World) {
  const season = () =>
    aSeason({
      id: SEASON_ID,
      ownerId: MARISOL.id,
      version: 3,
      pointsSystem: { ...NO_POINTS, race: [25, 18, 15] },
      events: [
        anEvent(13, { sessions: [aLinkedSession(RACE, '2026-05-03T18:00:00.000Z')] }),
        anEvent(7, { points: { factor: 2, race: [30, 20] } }),
      ],
    })
  site.answer(seasons.get, season)
  site.answer(seasons.updateEvent, () => ({ ...season(), version: 4 }))
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/seasons/${SEASON_ID}`)
  const calendar = page.getByRole('list', { name: 'Calendar' })
  await calendar.getByText('own points').waitFor()
  await calendar.getByText('× 2', { exact: true }).waitFor()

  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit?part=events`)
  await page.getByRole('button', { name: 'More for Suzuka' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Edit the event' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Points of this event').click()
  await dialog.getByLabel('All points of the event').selectOption('2')
  await dialog.getByLabel('Race', { exact: true }).fill('50 40,5 30')
  const sprint = dialog.getByLabel('Sprint', { exact: true })
  await sprint.fill('8 seven')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  const refused = dialog.getByText('Enter at most 60 numbers from -1,000 to 1,000.')
  await refused.waitFor()
  await comesToBe(async () => dialog.locator('[aria-invalid="true"]').count(), 1)
  assert.equal(await sprint.getAttribute('aria-invalid'), 'true')
  await fits(page, 'event-points')
  await sprint.fill('')
  await refused.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Suzuka was changed.').waitFor()
  const sent = site.calls.find(({ method }) => method === 'PATCH')
  assert.partialDeepStrictEqual(sent?.body, { points: { factor: 2, race: [50, 40.5, 30] } })
}

async function typeWrongPoints(t: TestContext, { site, browser }: World) {
  site.answer(seasons.get, () => aSeason({ id: SEASON_ID, ownerId: MARISOL.id, version: 3 }))
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit?part=points`)
  const starts = page.getByLabel('Minimum number of starts')
  await starts.fill('500')
  await page.getByLabel('Points for pole').fill('one')
  await page.getByText('Enter a whole number from 0 to 100.').waitFor()
  await page.getByText('Enter a number from -1,000 to 1,000.').waitFor()
  await page
    .getByText('To be corrected first: Points for pole and Minimum number of starts (0: none).')
    .waitFor()
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
  await fits(page, 'wrong-points')
  await starts.fill('5')
  await page.getByLabel('Points for pole').fill('1')
  await page.getByText('A perfect weekend').waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.equal(await page.getByText('Enter a', { exact: false }).count(), 0)
}

async function fits(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await axeFaults(page), [], `${name} at ${width}`)
    const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(needed <= width, `${name} at ${width}: ${needed}`)
    const folder = process.env['RULE_SHOTS']
    if (folder) await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
  }
}
