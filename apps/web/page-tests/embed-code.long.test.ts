import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { leagues } from '@pitboard/contract/leagues/league'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { Season } from '@pitboard/contract/seasons/season'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { embeds } from '@pitboard/contract/site/embeds'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser, Page } from 'playwright-core'
import { aLeague } from '../src/testing/a-league.ts'
import { aDrivenRace } from './stub/driven-sessions.ts'
import { aLongSeason } from './stub/long-season.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-0000000000c0'
const RACE = aDrivenRace(12, 6, { receiving: true })
const NAME = 'Cup "A" <b>'
const DIALOG = 'Embed in your site'

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('the code of an embed', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('a season has one for each of its embeds, in the chosen look', (t) =>
    embedSeason(t, world),
  )
  await t.test('a private season has none', (t) => hideFromPrivate(t, world))
  await t.test('a public league has that of its season', (t) => embedLeague(t, world))
  await t.test('a session has that of its result', (t) => embedSession(t, world))
  await t.test('a live page has that of the session and of the driver', (t) => embedLive(t, world))
})

function serveSeason({ site }: World, known: Partial<Season> = {}): void {
  const season = aLongSeason({ rounds: 4, driven: 2, drivers: 12 }, known)
  site.answer(seasons.get, () => ({ ...season, id: SEASON_ID, name: NAME }))
  site.answer(embeds.season, () => ({
    id: SEASON_ID,
    name: NAME,
    leagueName: null,
    tier: null,
    accentColour: null,
    isLive: false,
    events: [],
    teams: [],
    drivers: season.standings.drivers,
  }))
}

function openDialog(page: Page) {
  return page.getByRole('button', { name: 'Embed', exact: true }).press('Enter')
}

async function embedSeason(t: TestContext, world: World) {
  serveSeason(world)
  const page = await openPage(t, world.browser)
  await page.goto(`${world.site.url}/seasons/${SEASON_ID}`)
  await openDialog(page)
  const dialog = page.getByRole('dialog', { name: DIALOG })
  await dialog.frameLocator('iframe').getByText('Almeida').waitFor()
  const code = () => dialog.locator('code').innerText()
  const src = (look: string) => `${world.site.url}/embed/seasons/${SEASON_ID}/${look}`
  await comesToBe(async () => /height="(?!600)\d{3}"/.test(await code()), true)
  assert.ok((await code()).startsWith(`<iframe src="${src('drivers')}" title="Cup &quot;A&quot;`))
  await fits(page, 'season', [390, 768, 1440])
  await dialog.getByLabel('Content').selectOption({ label: 'Calendar' })
  await dialog.getByLabel('Theme').selectOption({ label: 'Light' })
  await dialog.getByLabel('Language').selectOption({ label: 'Deutsch' })
  const chosen = src('calendar?theme=light&amp;lang=de')
  await comesToBe(async () => (await code()).includes(`src="${chosen}"`), true)
  await dialog.frameLocator('iframe').getByText('Noch keine Rennen').waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy: Code' }).press('Enter')
  await dialog.getByText('Copied').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.equal(copied, await code())
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

async function fits(page: Page, name: string, widths = [390, 1440]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await axeFaults(page), [], `${name} at ${width}`)
    const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(needed <= width, `${name} at ${width}`)
    const folder = process.env['EMBED_SHOTS']
    if (folder) await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
  }
}

async function hideFromPrivate(t: TestContext, world: World) {
  serveSeason(world, { visibility: 'private' })
  const page = await openPage(t, world.browser)
  await page.goto(`${world.site.url}/seasons/${SEASON_ID}`)
  await page.getByRole('button', { name: 'Copy the link' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Embed', exact: true }).count(), 0)
}

async function embedLeague(t: TestContext, world: World) {
  const season = aLongSeason({ rounds: 4, driven: 2, drivers: 12 }, { id: SEASON_ID })
  const league = aLeague({ seasonIds: [SEASON_ID] })
  world.site.answer(leagues.get, () => league)
  world.site.answer(seasons.ofLeague, () => [season])
  const page = await openPage(t, world.browser)
  await page.goto(`${world.site.url}/leagues/${league.id}`)
  await openDialog(page)
  await page.getByText(`/embed/seasons/${SEASON_ID}/drivers`).waitFor()
}

async function embedSession(t: TestContext, world: World) {
  world.site.answer(sessions.get, () => ({ ...RACE, siblings: [], filled: [] }))
  const page = await openPage(t, world.browser, { locale: 'de-DE' })
  await page.goto(`${world.site.url}/sessions/${RACE.id}`)
  await page.getByRole('button', { name: 'Einbetten' }).press('Enter')
  await page.getByText(`/embed/sessions/${RACE.id}`).waitFor()
  assert.equal(await page.getByLabel('Inhalt').count(), 0)
  await fits(page, 'session', [390])
}

async function embedLive(t: TestContext, world: World) {
  world.site.live.show(RACE)
  const page = await openPage(t, world.browser)
  await page.goto(`${world.site.url}/live/${RACE.id}`)
  await page.getByRole('button', { name: 'Columns and panels' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Columns and panels' })
  await dialog.getByRole('button', { name: 'Embed in a site' }).press('Enter')
  await dialog.getByText(`/embed/live/${RACE.id}`).waitFor()
  await fits(page, 'live')
  await dialog.getByLabel('Content').selectOption({ index: 1 })
  await dialog.getByText(`/embed/liveUser/${RACE.userId}`).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}
