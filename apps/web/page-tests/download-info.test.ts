import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { leagues } from '@pitboard/contract/leagues/league'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openWatchedPage } from '../testing/watched-page.ts'
import type { Browser } from 'playwright-core'
import { offerDownloads } from './stub/offer-downloads.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'

const PHONE = {
  width: 390,
  height: 844,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
}

const ON_WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('the page of the recorder and the button that leads to it', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('on a phone the page says where the recorder belongs instead', (t) =>
    visitOnPhone(t, world),
  )
  await t.test('with the archive alone, button and steps say that it needs Node', (t) =>
    offerArchive(t, world),
  )
  await t.test('Windows says what it says of a program, which depends on a signature', (t) =>
    offerWindows(t, world),
  )
  await t.test('without a recorder the button starts no download and leads to the reason', (t) =>
    offerNothing(t, world),
  )
})

async function visitOnPhone(t: TestContext, { site, browser }: World) {
  const watched = await openWatchedPage(browser, PHONE)
  t.after(() => watched.page.context().close())
  const { page } = watched
  await watched.visit(`${site.url}/downloadInfo`)
  await page.getByText('This server offers no recorder to download').waitFor()
  await page.getByText('A phone or tablet can’t run the recorder').waitFor()
  assert.equal(await page.getByText('Nothing downloaded?').count(), 0)
  await page.getByText(`${site.url}/downloadInfo`).waitFor()
  assert.deepEqual([...watched.faults(), ...(await axeFaults(page))], [])
}

async function offerArchive(t: TestContext, { site, browser }: World) {
  offerDownloads(site, ['portable'])
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/downloadInfo`)
  await page.getByText('It needs Node 22 or newer').waitFor()
  await page.getByText('Unpack the archive').waitFor()
  assert.equal(await page.getByText('chmod').count(), 0)
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Recorder (needs Node)' }).first().click()
  assert.equal((await started).suggestedFilename(), 'pitboard-recorder-portable')
}

async function offerWindows(t: TestContext, { site, browser }: World) {
  const page = await openPage(t, browser, { userAgent: ON_WINDOWS })
  for (const [isSigned, told, untold] of [
    [false, 'an unknown publisher, because the program is not signed', 'names its publisher'],
    [true, 'names its publisher', 'an unknown publisher'],
  ] as const) {
    offerDownloads(site, ['windows-x64', 'portable'], isSigned)
    await page.goto(`${site.url}/downloadInfo`)
    await page.getByText(told).waitFor()
    assert.equal(await page.getByText(untold).count(), 0)
  }
}

async function offerNothing(t: TestContext, { site, browser }: World) {
  site.answer(leagues.list, () => ({ count: 0, leagues: [] }))
  const page = await openPage(t, browser)
  const downloads: unknown[] = []
  page.on('download', (download) => downloads.push(download))
  await page.goto(`${site.url}/leagues`)
  await page.locator('a[href="/downloadInfo"]').first().click()
  await page.getByText('This server offers no recorder to download').waitFor()
  assert.deepEqual(downloads, [])
}
