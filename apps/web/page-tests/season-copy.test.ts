import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leagues } from '@pitboard/contract/leagues/league'
import { type Roster, rosters } from '@pitboard/contract/roster/roster'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Page } from 'playwright-core'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import { anEvent, aSeason } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { type StubSite, startStubSite } from './stub/stub-site.ts'

const EARLIER_ID = '01900000-0000-7000-8000-000000000060'
const OWN_TEMPLATE = '01900000-0000-7000-8000-000000000063'
const EARLIER = aSeason({
  id: EARLIER_ID,
  name: 'Winter Cup 2026',
  ownerId: MARISOL.id,
  tiers: ['Pro', 'Club'],
  events: [anEvent(7, { startsAt: '2026-01-04T19:00:00.000Z' })],
})

const look = openLook('season-copy', [390, 1440])

function aDriver(end: string, name: string, tier: string): Roster['drivers'][number] {
  return {
    id: `01900000-0000-7000-8000-0000000000${end}`,
    name,
    tier,
    carNumber: null,
    teamId: null,
    fromEventId: null,
    toEventId: null,
    isReserve: false,
    platformId: null,
    userId: null,
  }
}

/** Who has no season yet begins with a template of the site. */
async function createFromTemplate(page: Page, site: StubSite) {
  await page.goto(`${site.url}/dashboard/seasons/create`)
  await page.getByLabel('Name', { exact: true }).fill('First Cup')
  await page.getByText('From a template or an earlier season').click()
  const source = page.getByLabel('Template or earlier season', { exact: true })
  await source.selectOption('Template: two tiers, 12 rounds')
  assert.equal(await page.getByLabel('Teams and drivers').count(), 0)
  await look(page, 'template')
  await page.getByRole('button', { name: 'Create the season' }).press('Enter')
  const posts = () => site.calls.filter(({ method }) => method === 'POST')
  await comesToBe(async () => posts().length, 1)
  assert.deepEqual(posts()[0]?.body, {
    name: 'First Cup',
    copyOf: { template: 'two-tiers', parts: ['points', 'calendar'] },
  })
  // The league's own templates come first.
  site.answer(seasons.mine, () => ({
    totalElements: 2,
    seasons: [EARLIER, { ...EARLIER, id: OWN_TEMPLATE, name: 'Our way', isTemplate: true }],
  }))
  await page.goto(`${site.url}/dashboard/seasons/create?like=${EARLIER_ID}`)
  await comesToBe(
    async () => (await source.locator('option').allTextContents())[0],
    'Template: Our way',
  )
}

test('a new season takes over what is chosen of an earlier one, with a driver promoted', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  site.answer(leagues.pageOfUser, () => ({ count: 0, leagues: [] }))
  site.answer(seasons.mine, () => ({ totalElements: 0, seasons: [] }))
  site.answer(rosters.get, () => ({
    version: 1,
    teams: [],
    drivers: [aDriver('61', 'Ann', 'Pro'), aDriver('62', 'Bob', 'Club')],
  }))
  site.answer(seasons.create, () => aSeason({ id: EARLIER_ID }))
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.setViewportSize({ width: 390, height: 844 })
  await createFromTemplate(page, site)
  await page.goto(`${site.url}/dashboard/seasons/create?like=${EARLIER_ID}`)
  await page.getByLabel('Name', { exact: true }).fill('Summer Cup 2026')
  await comesToBe(
    async () => page.getByLabel('Template or earlier season', { exact: true }).inputValue(),
    EARLIER_ID,
  )
  await page.getByLabel('Form of the sign-up').uncheck()
  await page.getByText('Promote and relegate drivers').click()
  await page.getByLabel('Bob').selectOption('Pro')
  await page.getByLabel('First event starts (your time)').fill('2026-06-07T20:00')
  assert.equal(await page.getByLabel('Points system', { exact: true }).count(), 0)
  assert.deepEqual(await axeFaults(page), [])
  await page.getByRole('button', { name: 'Create the season' }).press('Enter')
  await comesToBe(async () => site.calls.filter(({ method }) => method === 'POST').length, 2)
  const sent = site.calls.findLast(({ method }) => method === 'POST')
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const startsAt = await page.evaluate(() => new Date('2026-06-07T20:00').toISOString())
  assert.deepEqual(sent?.body, {
    name: 'Summer Cup 2026',
    copyOf: {
      seasonId: EARLIER_ID,
      parts: ['points', 'calendar', 'roster', 'names', 'rules', 'attendance'],
      startsAt,
      timeZone,
      tiers: [{ name: 'Bob', tier: 'Pro' }],
    },
  })
})
