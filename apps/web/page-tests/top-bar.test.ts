import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { leagues } from '@pitboard/contract/leagues/league'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { openPage, startBrowser } from '../testing/browser.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'

const COMMUNITY = 'https://chat.example/join'
const VERSION = '1.2.3'

async function visibleLinks(page: Page, within = 'header'): Promise<string[]> {
  return page
    .locator(within)
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => (link.getAttribute('aria-label') ?? link.textContent).trim()),
    )
}

test('the top bar', async (t) => {
  const site = await startStubSite(t)
  site.configure({ communityChatUrl: COMMUNITY, version: VERSION })
  site.answer(leagues.list, () => ({ count: 0, leagues: [] }))
  const page = await openPage(t, await startBrowser(t))
  await page.setViewportSize({ width: 1051, height: 800 })
  await page.goto(`${site.url}/leagues`)

  await t.test('at 1051 px the bar has everything in a row and no drawer', async () => {
    await page.setViewportSize({ width: 1051, height: 800 })
    await page.getByRole('link', { name: 'Community' }).waitFor()
    await comesToBe(
      () => visibleLinks(page),
      ['Pitboard', 'Live', 'Leagues', 'FAQ', 'Community', 'Get the recorder', 'Login', 'Sign Up'],
    )
    await page.getByRole('button', { name: 'Open menu' }).waitFor({ state: 'hidden' })
  })

  await t.test('at 1050 px it collapses into a drawer that offers Login and Sign Up', async () => {
    await page.setViewportSize({ width: 1050, height: 800 })
    await comesToBe(() => visibleLinks(page), ['Pitboard'])
    await page.getByRole('button', { name: 'Open menu' }).click()
    await comesToBe(
      () => visibleLinks(page, 'dialog'),
      ['Live', 'Leagues', 'FAQ', 'Login', 'Sign Up', 'Community', 'Get the recorder'],
    )
  })

  await t.test('a page that becomes wide while the drawer is open can be used', async () => {
    await page.setViewportSize({ width: 1051, height: 800 })
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await page.locator('header').getByRole('link', { name: 'FAQ' }).click()
    await page.waitForURL('**/faq')
  })

  await t.test('signed in, the bar offers Dashboard in their place', async () => {
    await signIn(page, site, MARISOL)
    await page.reload()
    await page.locator('header').getByRole('link', { name: 'Dashboard' }).waitFor()
    await comesToBe(async () => {
      const links = await visibleLinks(page)
      return links.filter((link) => ['Login', 'Sign Up'].includes(link))
    }, [])
  })

  await t.test('signed in, the drawer offers My Profile, Dashboard and Logout', async () => {
    await page.setViewportSize({ width: 1050, height: 800 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog')
    const profile = drawer.getByRole('link', { name: 'My Profile' })
    assert.equal(await profile.getAttribute('href'), `/user/${MARISOL.id}`)
    await drawer.getByRole('link', { name: 'Dashboard' }).click()
    await page.waitForURL('**/dashboard')
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await drawer.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await drawer.getByRole('link', { name: 'Login' }).waitFor()
    await page.keyboard.press('Escape')
  })

  await t.test('without a community chat there is no link to one', async () => {
    site.configure({ version: VERSION })
    await page.setViewportSize({ width: 1051, height: 800 })
    await page.reload()
    await page.getByText(`Version ${VERSION}`).waitFor()
    assert.ok(!(await visibleLinks(page)).includes('Community'))
  })
})
