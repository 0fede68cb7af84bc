import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { Browser, Page } from 'playwright-core'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { startStubSite } from './stub/stub-site.ts'

interface World {
  readonly url: string
  readonly browser: Browser
}

test('the web app starts without some of what it fetches', { timeout: 600_000 }, async (t) => {
  const { url } = await startStubSite(t)
  const world: World = { url, browser: await startBrowser(t) }
  await t.test(
    'a language that cannot be fetched is replaced by the other one until another try, or a reload where the browser does not ask again, succeeds',
    (t) => missLanguage(t, world),
  )
  await t.test('without any language the page says so in both languages and offers a retry', (t) =>
    missLanguages(t, world),
  )
  await t.test('a browser that refuses storage, or whose storage is full or damaged, starts', (t) =>
    missStorage(t, world),
  )
  await onlyInLongRun(() =>
    t.test('with a stored session and without an answer of the server the site is usable', (t) =>
      missServer(t, world),
    ),
  )
  await t.test('browsers offer to install the site as an app of its own', (t) =>
    installSite(t, world),
  )
})

/** Matches the catalogues of the languages, in their order of the build. */
const CATALOGUE = /\/assets\/catalogue-[^/]*\.js$/

async function cutOff(page: Page, pattern: RegExp, isMeant: (source: string) => boolean) {
  await page.route(pattern, async (route) => {
    const response = await route.fetch()
    const source = await response.text()
    return isMeant(source) ? route.abort() : route.fulfill({ response })
  })
}

const isGerman = (source: string) => source.includes('Noch einmal versuchen')

async function missLanguage(t: TestContext, { url, browser }: World) {
  const page = await openPage(t, browser, { locale: 'de-DE' })
  const errors: unknown[] = []
  page.on('pageerror', (error) => errors.push(error))
  await cutOff(page, CATALOGUE, isGerman)
  await page.goto(`${url}/live`)
  const notice = page.getByText('The texts in Deutsch could not be loaded.')
  await notice.waitFor()
  await page.getByText('Nobody is driving right now').waitFor()
  let refused = 0
  page.on('requestfailed', () => refused++)
  await page.getByRole('button', { name: 'Try again' }).click()
  const reload = page.getByRole('button', { name: 'Reload the page' })
  await reload.waitFor()
  await notice.waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  // A browser that remembers what failed did not ask again.
  await (refused > 0 ? page.getByRole('button', { name: 'Try again' }) : reload).click()
  await notice.waitFor({ state: 'detached' })
  await comesToBe(() => page.locator('html').getAttribute('lang'), 'de')
  assert.deepEqual(errors, [])
}

async function missLanguages(t: TestContext, { url, browser }: World) {
  const page = await openPage(t, browser)
  await cutOff(page, CATALOGUE, () => true)
  await page.goto(`${url}/live`)
  await page.getByText('Pitboard konnte nicht geladen werden.').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nobody is driving right now').waitFor()
  assert.equal(await page.getByText('Pitboard could not be loaded.').count(), 0)
}

const STORAGES = {
  forbidden: `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })`,
  full: `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`,
  damaged: `for (const name of ['auth', 'signIns', 'language', 'columns.classification']) localStorage.setItem('pitboard.' + name, '{"a":[')`,
}

async function missStorage(t: TestContext, { url, browser }: World) {
  for (const [name, script] of Object.entries(STORAGES)) {
    const page = await openPage(t, browser)
    const errors: unknown[] = []
    page.on('pageerror', (error) => errors.push(error))
    await page.addInitScript(script)
    await page.goto(`${url}/live`)
    await page.getByText('Nobody is driving right now').waitFor()
    await page.goto(`${url}/login`)
    await page.getByRole('textbox', { name: 'Email address' }).waitFor()
    assert.deepEqual(errors, [], name)
    await page.context().close()
  }
}

async function missServer(t: TestContext, { url, browser }: World) {
  const page = await openPage(t, browser)
  const errors: unknown[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.addInitScript(
    `localStorage.setItem('pitboard.auth', JSON.stringify({ user: { id: 'u' }, access_token: 'a.b.c', refresh_token: 'r', expires_at: 1 }))`,
  )
  await page.route(/\/(api|auth\/v1|rest\/v1)\//, (route) => route.abort())
  await page.goto(`${url}/faq#access_token=a.b.c&refresh_token=r`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(page.url(), `${url}/faq`)
  await page.goto(`${url}/live`)
  await page.getByText('The server could not be reached.').waitFor()
  assert.deepEqual(errors, [])
}

async function installSite(t: TestContext, { url, browser }: World) {
  const page = await openPage(t, browser)
  await page.goto(url)
  const inspector = await page.context().newCDPSession(page)
  const { data, errors } = await inspector.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  const manifest = JSON.parse(data ?? '')
  assert.deepEqual([manifest.display, manifest.start_url], ['standalone', '/'])
  for (const { src } of manifest.icons) {
    assert.equal((await page.request.get(url + src)).status(), 200, src)
  }
  const { installabilityErrors } = await inspector.send('Page.getInstallabilityErrors')
  // Every test is a private window of its own.
  const faults = installabilityErrors.map(({ errorId }) => errorId)
  assert.deepEqual(
    faults.filter((id) => id !== 'in-incognito'),
    [],
  )
}
