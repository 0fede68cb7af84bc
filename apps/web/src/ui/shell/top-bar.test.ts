import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { type DevPage, openDevPage } from '../../testing/dev-page.ts'

const SITE = {
  communityChatUrl: 'https://chat.example/join',
  operator: null,
  version: '1.2.3',
  authUrl: null,
  authAnonKey: null,
}
const USER = {
  userId: '0190b3a4-0000-7000-8000-000000000001',
  signInId: null,
  email: 'max@example.org',
  accessToken: 'a.b.c',
  username: 'max',
  avatarUrl: null,
}

let opened: DevPage | undefined
let page: Page

before(async () => {
  opened = await openDevPage('top-bar', {
    locale: 'en-GB',
    viewport: { width: 1051, height: 800 },
  })
  page = opened.page
  await page.route(/:\d+\/api\//, (route) => route.fulfill({ status: 404, json: {} }))
  await page.route('**/api/Site', (route) => route.fulfill({ json: SITE }))
  await page.goto('/leagues')
  await page.getByRole('heading', { level: 1 }).waitFor()
})

after(() => opened?.close())

/** Signs in the way the app does it. */
async function signIn(): Promise<void> {
  const store = await page.evaluateHandle((path) => import(path), '/src/auth/account.ts')
  await store.evaluate(
    (module, user) =>
      module.setAccountState({ kind: 'signedIn', session: { ...user, provedAt: new Date() } }),
    USER,
  )
}

async function visibleLinks(within = 'header'): Promise<string[]> {
  return page
    .locator(within)
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => (link.getAttribute('aria-label') ?? link.textContent).trim()),
    )
}

test('at 1051 px the bar has everything in a row and no drawer', async () => {
  await page.setViewportSize({ width: 1051, height: 800 })
  await page.getByRole('link', { name: 'Community' }).waitFor()
  await comesToBe(visibleLinks, [
    'Pitboard',
    'Live',
    'Leagues',
    'FAQ',
    'Community',
    'Get the recorder',
    'Login',
    'Sign Up',
  ])
  await page.getByRole('button', { name: 'Open menu' }).waitFor({ state: 'hidden' })
})

test('at 1050 px it collapses into a drawer that offers Login and Sign Up', async () => {
  await page.setViewportSize({ width: 1050, height: 800 })
  await comesToBe(visibleLinks, ['Pitboard'])
  await page.getByRole('button', { name: 'Open menu' }).click()
  await comesToBe(
    () => visibleLinks('dialog'),
    ['Live', 'Leagues', 'FAQ', 'Login', 'Sign Up', 'Community', 'Get the recorder'],
  )
})

test('a page that becomes wide while the drawer is open can be used', async () => {
  await page.setViewportSize({ width: 1051, height: 800 })
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page.locator('header').getByRole('link', { name: 'FAQ' }).click()
  await page.waitForURL('**/faq')
})

test('signed in, the bar offers Dashboard in their place', async () => {
  await signIn()
  await page.locator('header').getByRole('link', { name: 'Dashboard' }).waitFor()
  await comesToBe(async () => {
    const links = await visibleLinks()
    return links.filter((link) => ['Login', 'Sign Up'].includes(link))
  }, [])
})

test('signed in, the drawer offers My Profile, Dashboard and Logout', async () => {
  await page.setViewportSize({ width: 1050, height: 800 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog')
  const profile = drawer.getByRole('link', { name: 'My Profile' })
  assert.equal(await profile.getAttribute('href'), '/user/0190b3a4-0000-7000-8000-000000000001')
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

test('without a community chat there is no link to one', async () => {
  await page.route('**/api/Site', (route) =>
    route.fulfill({ json: { ...SITE, communityChatUrl: null } }),
  )
  await page.setViewportSize({ width: 1051, height: 800 })
  await page.reload()
  await page.getByText('Version 1.2.3').waitFor()
  assert.ok(!(await visibleLinks()).includes('Community'))
})
