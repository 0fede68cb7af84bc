import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { axeFaults } from './src/axe.ts'
import { startBrowser } from './src/browser.ts'
import { unreachedByTab } from './src/keyboard.ts'
import { dashboardRoutes, publicRoutes, type Route } from './src/routes.ts'
import { startSite, type Site } from './src/site.ts'
import { openWatchedPage, type WatchedPage } from './src/watched-page.ts'

const WIDTHS = [390, 768, 1050, 1051, 1440]
/** The others differ from these by their layout alone, which axe does not look at. */
const AXE_WIDTHS = [390, 1440]
const HEIGHT = 900
const POLL_MS = 50
const LAYOUT_SHIFT_MAX = 0.05
const ARTEFACTS = join(import.meta.dirname, 'artefacts')

test('every route of the site', async (t) => {
  const site = await startSite(t)
  const browser = await startBrowser(t)
  const routes = [...publicRoutes(site), ...dashboardRoutes()]
  for (const width of WIDTHS) {
    await t.test(`${width} px: stands still, fits, without a fault`, (t) =>
      visitAll(t, browser, site, routes, width),
    )
  }
  await t.test('by keyboard alone everything is reached', async (t) => {
    const watched = await openWatchedPage(browser, { width: 1440, height: HEIGHT })
    t.after(() => watched.page.context().close())
    const faults: string[] = []
    for (const { path } of routes.filter(({ endsAt }) => endsAt === undefined)) {
      await watched.visit(site.pitboard.url + path)
      const early = await unreachedByTab(watched.page)
      // What is fetched late, as menus are, is there by now.
      const unreached = early.length === 0 ? early : await unreachedByTab(watched.page)
      for (const element of unreached) faults.push(`${path}: ${element}`)
    }
    assert.deepEqual(faults, [])
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

async function visitAll(
  t: TestContext,
  browser: Browser,
  { pitboard }: Site,
  routes: readonly Route[],
  width: number,
): Promise<void> {
  const watched = await openWatchedPage(browser, { width, height: HEIGHT })
  t.after(() => watched.page.context().close())
  const folder = join(ARTEFACTS, String(width))
  mkdirSync(folder, { recursive: true })
  const faults: string[] = []
  for (const route of routes) {
    const found = await visit(watched, pitboard.url, route)
    if (AXE_WIDTHS.includes(width) && route.endsAt === undefined) {
      found.push(...(await axeFaults(watched.page)))
    }
    faults.push(...found.map((fault) => `${route.path}: ${fault}`))
    await watched.page.screenshot({ path: join(folder, `${route.name}.png`), fullPage: true })
  }
  assert.deepEqual(faults, [])
}

async function visit(watched: WatchedPage, base: string, route: Route): Promise<string[]> {
  const { page } = watched
  await watched.visit(base + route.path)
  const faults = watched.faults().filter((fault) => !(route.isMissing && isExpected(fault)))
  const isNotFound = (await page.getByText('Page not found').count()) > 0
  if (isNotFound !== (route.isMissing ?? false)) faults.push(`not found: ${isNotFound}`)
  const { pathname } = new URL(page.url())
  if (route.endsAt !== undefined && pathname !== route.endsAt) faults.push(`ends at ${pathname}`)
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  if (overflow > 0) faults.push(`${overflow} px wider than the window`)
  const shift = await watched.layoutShift()
  if (shift >= LAYOUT_SHIFT_MAX) faults.push(`layout shift ${shift.toFixed(3)}`)
  if ((await page.title()) === '') faults.push('no title')
  return faults
}

/** The browser itself notes that what is asked for does not exist. */
function isExpected(fault: string): boolean {
  return /(?: 40[04]|\b40[04] \([\w ]+\)|response code: 40[04])$/.test(fault)
}

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

async function followTitle(t: TestContext, browser: Browser, { pitboard, recordedId }: Site) {
  const watched = await openWatchedPage(browser, { width: 1440, height: HEIGHT })
  t.after(() => watched.page.context().close())
  const { page } = watched
  await watched.visit(`${pitboard.url}/sessions/${recordedId}`)
  assert.match(await page.title(), /^Zandvoort.+Race · Pitboard$/)
  assert.equal(await page.locator('head link[rel="canonical"]').count(), 1)
  await page.getByRole('link', { name: 'FAQ' }).first().click()
  await page.locator('head link[rel="canonical"]').waitFor({ state: 'detached' })
  while ((await page.title()).includes('Zandvoort')) await page.waitForTimeout(POLL_MS)
  assert.equal(new URL(page.url()).pathname, '/faq')
  assert.equal(await page.locator('head title').count(), 1)
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
