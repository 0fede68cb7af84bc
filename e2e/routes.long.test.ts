import { comesToBe } from '@pitboard/contract/testing/patience'
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { axeFaults } from '@pitboard/web/testing/axe'
import { startBrowser } from '@pitboard/web/testing/browser'
import { dashboardRoutes, publicRoutes } from './src/routes.ts'
import { startSite, type Site } from './src/site.ts'
import { HEIGHT, visitAll } from '@pitboard/web/testing/visit'
import { openWatchedPage } from '@pitboard/web/testing/watched-page'

test('every route of the site', async (t) => {
  const site = await startSite(t)
  const browser = await startBrowser(t)
  const options = { base: site.pitboard.url, widths: [390], folder: '' } as const
  await t.test(
    'with data of its server it has its title and nothing is missing or refused',
    async (t) => {
      const watched = await openWatchedPage(browser, { width: 390, height: HEIGHT })
      t.after(() => watched.page.context().close())
      assert.deepEqual(await visitAll(watched, publicRoutes(site), options), [])
    },
  )
  await t.test('what needs a user leads a visitor to the login', async (t) => {
    const watched = await openWatchedPage(browser, { width: 390, height: HEIGHT })
    t.after(() => watched.page.context().close())
    assert.deepEqual(await visitAll(watched, dashboardRoutes(), options), [])
  })
  await t.test('by keyboard alone one skips to the content and searches for anything', (t) =>
    searchByKeyboard(t, browser, site),
  )
  await t.test('the title is that of the page, however it was reached', (t) =>
    followTitle(t, browser, site),
  )
  await t.test('by keyboard alone one opens and leaves the drawer', (t) =>
    openDrawer(t, browser, site),
  )
})

async function searchByKeyboard(t: TestContext, browser: Browser, { pitboard }: Site) {
  const watched = await openWatchedPage(browser, { width: 1440, height: HEIGHT })
  t.after(() => watched.page.context().close())
  const { page } = watched
  await watched.visit(`${pitboard.url}/live`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const isInMain = await page.evaluate<boolean>(
    `document.querySelector('main').contains(document.activeElement)`,
  )
  assert.ok(isInMain, 'the first Tab stop leads past the navigation')

  const typed = 'a/b 100% ?x=1#y 🏁'
  await watched.visit(`${pitboard.url}/live`)
  await page.getByRole('searchbox').first().focus()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search/**')
  const { pathname, search, hash } = new URL(page.url())
  assert.equal(decodeURIComponent(pathname.slice('/search/'.length)), typed)
  assert.deepEqual([search, hash], ['', ''])
  assert.deepEqual(watched.faults(), [])
  await watched.visit(page.url())
  assert.equal(await page.getByText('Page not found').count(), 0)
}

const TITLE_IS_ANOTHER = `new Promise((resolve) => {
  const look = () => document.title.includes('Zandvoort') || resolve(null)
  const changes = { childList: true, characterData: true, subtree: true }
  new MutationObserver(look).observe(document.head, changes)
  look()
})`

async function followTitle(t: TestContext, browser: Browser, { pitboard, recordedId }: Site) {
  const watched = await openWatchedPage(browser, { width: 1440, height: HEIGHT })
  t.after(() => watched.page.context().close())
  const { page } = watched
  await watched.visit(`${pitboard.url}/sessions/${recordedId}`)
  assert.match(await page.title(), /^Zandvoort.+Race · Pitboard$/)
  await comesToBe(async () => page.locator('head link[rel="canonical"]').count(), 1)
  await page.getByRole('link', { name: 'FAQ' }).first().click()
  await page.locator('head link[rel="canonical"]').waitFor({ state: 'detached' })
  await page.evaluate(TITLE_IS_ANOTHER)
  assert.equal(new URL(page.url()).pathname, '/faq')
  await comesToBe(async () => page.locator('head title').count(), 1)
  await watched.visit(`${pitboard.url}/dashboard`)
  assert.match(await page.title(), /^Login/)
}

async function openDrawer(t: TestContext, browser: Browser, { pitboard }: Site) {
  const watched = await openWatchedPage(browser, { width: 390, height: HEIGHT })
  t.after(() => watched.page.context().close())
  const { page } = watched
  await watched.visit(`${pitboard.url}/faq`)
  const button = page.getByRole('button', { name: /menu|navigation/i })
  await button.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Login' }).waitFor()
  await drawer.getByRole('link', { name: 'Sign Up' }).waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  assert.ok(await button.evaluate((element) => element.matches(':focus')))
}
