import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { logIn, signUp } from './src/account-pages.ts'
import { openPage, startBrowser } from './src/browser.ts'
import { openMailbox, type Mailbox } from './src/mailbox.ts'
import { comesToBe } from './src/patience.ts'
import { startPitboard } from './src/pitboard.ts'

const ANN = { email: 'ann@racer.example', password: 'undercut on lap nine', username: 'Ann' }
const NEW_EMAIL = 'ann.new@racer.example'
const NEW_PASSWORD = 'overcut on lap twelve'

interface World {
  readonly browser: Browser
  readonly mails: Mailbox
  readonly site: string
}

test('the settings of an account', { timeout: 900_000 }, async (t) => {
  const pitboard = await startPitboard(t, {
    AUTH_RATE_LIMITS: 'false',
    AUTH_CURRENT_PASSWORD: 'true',
  })
  const site = pitboard.publicUrl
  const world: World = {
    browser: await startBrowser(t),
    mails: openMailbox(pitboard.dataDir),
    site,
  }
  const page = await openPage(t, world.browser)
  await signUp(page, site, world.mails, ANN)
  await t.test('a new password needs the old one and ends the other sign-ins', (t) =>
    changePassword(t, page, world),
  )
  await t.test('an address changes when both mails have been answered', () =>
    changeEmail(page, world),
  )
  await t.test('one sign-in is ended from another one', (t) => endSignIn(t, page, world))
  await t.test('the session is renewed every 30 minutes', (t) => renewByTheClock(t, world))
  await t.test('a renewed token goes with the next call', (t) => callAfterExpiry(t, world))
})

async function openSettings(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/dashboard/settings`)
  await page.getByRole('button', { name: 'Delete your account' }).waitFor()
}

async function changePassword(t: TestContext, page: Page, { browser, site }: World) {
  const other = await openPage(t, browser)
  await logIn(other, site, ANN)
  await other.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
  // Signed in by password: after a sign-in by mail the old password is not required.
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  await logIn(page, site, ANN)
  await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
  await openSettings(page, site)
  const current = page.getByRole('textbox', { name: 'Current password' })
  const wanted = page.getByRole('textbox', { name: 'New password' })
  const change = page.getByRole('button', { name: 'Change the password' })
  await wanted.fill(NEW_PASSWORD)
  await change.click()
  await page.getByText('Enter your current password.').waitFor()
  await current.and(page.locator(':focus')).waitFor()
  await current.fill('not this one')
  await change.click()
  await page.getByText('This is not your current password.').waitFor()
  await current.fill(ANN.password)
  await wanted.fill('short')
  await change.click()
  await page.getByText(/Use at least/).waitFor()
  await wanted.fill(NEW_PASSWORD)
  await change.click()
  await page.getByText('Your password is changed.').waitFor()
  await comesToBe(() => current.inputValue(), '')

  await other.goto(`${site}/dashboard/settings`)
  await other.waitForURL('**/login?**')
  await logIn(other, site, { ...ANN, password: NEW_PASSWORD })
  await other.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
}

async function changeEmail(page: Page, { mails, site }: World) {
  await openSettings(page, site)
  const box = page.getByRole('textbox', { name: 'New email address' })
  await box.fill('no address')
  await page.getByRole('button', { name: 'Change the address' }).click()
  await page.getByText('This is not a valid email address.').waitFor()
  await box.fill(NEW_EMAIL)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await page.getByText(`Waiting for ${NEW_EMAIL}`).waitFor()
  await page.goto((await mails.next(NEW_EMAIL)).link)
  await page.getByText('One address is confirmed').waitFor()
  assert.equal(page.url(), `${site}/dashboard/settings`)
  let mail = await mails.next(ANN.email)
  while (mail.link === '') mail = await mails.next(ANN.email)
  await page.goto(mail.link)
  await page.getByText(`Your address is ${NEW_EMAIL}.`).waitFor()
}

async function endSignIn(t: TestContext, page: Page, { browser, site }: World) {
  const credentials = { email: NEW_EMAIL, password: NEW_PASSWORD }
  const other = await openPage(t, browser)
  await logIn(other, site, credentials)
  await other.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
  await openSettings(page, site)
  const end = page.getByRole('button', { name: 'Sign out there' })
  await end.first().waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('Signed out everywhere else.').waitFor()
  await end.waitFor({ state: 'detached' })
  await other.goto(`${site}/dashboard/settings`)
  await other.waitForURL('**/login?**')
  await page.reload()
  await page.getByText('This browser', { exact: true }).waitFor()
}

async function renewByTheClock(t: TestContext, { browser, site }: World) {
  const page = await openPage(t, browser)
  await page.clock.install()
  await logIn(page, site, { email: NEW_EMAIL, password: NEW_PASSWORD })
  await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
  let renewals = 0
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals++
  })
  await page.clock.fastForward('29:00')
  assert.equal(renewals, 0)
  const renewed = page.waitForResponse(/grant_type=refresh_token/)
  await page.clock.fastForward('01:00')
  assert.equal((await renewed).status(), 200)
}

async function callAfterExpiry(t: TestContext, { browser, site }: World) {
  const page = await openPage(t, browser)
  await logIn(page, site, { email: NEW_EMAIL, password: NEW_PASSWORD })
  await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
  // A token that the server no longer takes, as after a change of its keys.
  let refused = 0
  await page.route('**/api/RecorderKeys', async (route) => {
    if (refused++ > 0) return route.continue()
    return route.fulfill({ status: 401, json: {} })
  })
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByText('You have no recorder key.').waitFor()
  assert.ok(refused >= 2)
}
