import { test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { type StubSite, startStubSite } from './stub/stub-site.ts'

test('a tab that stays open while a new release is installed', async (t) => {
  const site = await startStubSite(t)
  const world: World = { site, url: site.url, browser: await startBrowser(t) }
  await t.test(
    'a part that is missing fails in its own place and comes by another try, or by a reload where the browser does not ask again',
    (t) => retryPart(t, world),
  )
  await t.test(
    'a page that is missing leaves the site usable and comes by another try, or by a reload where the browser does not ask again',
    (t) => retryPage(t, world),
  )
  await t.test('a new release is offered, and the page is not reloaded unasked', (t) =>
    offerRelease(t, world),
  )
})

interface World {
  readonly site: StubSite
  readonly url: string
  readonly browser: Browser
}

/** Makes the server lose these files; `restore` brings them back. */
async function removeChunks(page: Page, name: string) {
  const pattern = new RegExp(`/assets/${name}-[^/]*\\.js$`)
  let asked = 0
  await page.route(pattern, (route) => {
    asked++
    return route.fulfill({ status: 404, body: '{}', contentType: 'application/problem+json' })
  })
  return {
    restore: () => page.unroute(pattern),
    /** It is false after another try in a browser that remembers modules which failed until a reload. */
    wasAskedAgain: () => asked > 1,
  }
}

async function retryPart(t: TestContext, { url, browser }: World) {
  const page = await openPage(t, browser, { locale: 'de-DE' })
  const chunks = await removeChunks(page, 'sample-picture')
  await page.goto(url)
  const alert = page.getByRole('main').getByRole('alert')
  await alert.getByText('Dieser Teil der Seite konnte nicht geladen werden').waitFor()
  assert.ok(await page.getByRole('heading', { level: 1 }).isVisible(), 'the page around it stands')
  const again = alert.getByRole('button', { name: 'Noch einmal versuchen' })
  await again.click()
  const reload = alert.getByRole('button', { name: 'Seite neu laden' })
  await reload.waitFor()
  await chunks.restore()
  await (chunks.wasAskedAgain() ? again : reload).click()
  await alert.waitFor({ state: 'detached' })
  await page.getByRole('main').getByRole('table').first().waitFor()
}

async function retryPage(t: TestContext, { url, browser }: World) {
  const page = await openPage(t, browser)
  const chunks = await removeChunks(page, 'faq-page')
  await page.goto(`${url}/live`)
  let loads = 0
  page.on('load', () => loads++)
  const banner = page.getByRole('banner')
  await banner.getByRole('link', { name: 'FAQ' }).click()
  await page.getByText('This page could not be shown').waitFor()
  await banner.getByRole('link', { name: 'Live' }).click()
  await page.getByText('Nobody is driving right now').waitFor()
  await banner.getByRole('link', { name: 'FAQ' }).click()
  await page.getByText('This page could not be shown').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  const reload = page.getByRole('button', { name: 'Reload the page' })
  await reload.waitFor()
  assert.equal(loads, 0, 'nothing was reloaded unasked')
  await chunks.restore()
  await (chunks.wasAskedAgain() ? page.getByRole('button', { name: 'Try again' }) : reload).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function offerRelease(t: TestContext, { site, url, browser }: World) {
  const page = await openPage(t, browser)
  site.configure({ webAppEntry: '/assets/new.js' })
  const chunks = await removeChunks(page, 'faq-page')
  await page.goto(`${url}/login`)
  const email = page.getByRole('textbox', { name: 'Email address' })
  await email.waitFor()
  const offer = page.getByText('A new version of Pitboard is available.')
  assert.equal(await offer.count(), 0, 'a page that works is left alone')
  await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click()
  await offer.waitFor()
  await chunks.restore()
  site.configure({})
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await comesToBe(() => offer.count(), 0)
}
