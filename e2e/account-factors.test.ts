import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createClient } from '@pitboard/contract/wire/client'
import { site as siteTable } from '@pitboard/contract/site/site'
import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { logIn, logOut, signUp } from './src/account-pages.ts'
import { openPage, startBrowser } from './src/browser.ts'
import { openLook } from './src/look.ts'
import { openMailbox, type Mailbox } from './src/mailbox.ts'
import { startPitboard } from './src/pitboard.ts'

const PERIOD_MS = 30_000
const look = openLook('account-factors', [390, 1440])
const TIM = { email: 'tim@racer.example', password: 'two stops and a prayer', username: 'Tim' }
const KIM = { email: 'kim@racer.example', password: 'one stop and no worries', username: 'Kim' }

interface World {
  readonly browser: Browser
  readonly mails: Mailbox
  readonly site: string
}

test('second factors in a browser', { timeout: 900_000 }, async (t) => {
  const pitboard = await startPitboard(t, { AUTH_RATE_LIMITS: 'false' })
  const browser = await startBrowser(t)
  const mails = openMailbox(pitboard.dataDir)
  const world: World = { browser, mails, site: pitboard.publicUrl }
  await t.test('an authenticator app, asked for at the login and before the dashboard', (t) =>
    useApp(t, world),
  )
  await t.test('a security key, asked for at the login', (t) => useKey(t, world))
  await t.test('a passkey signs in without a password', (t) => usePasskey(t, world))
})

/**
 * A code that was not taken before. Each 30 s have one; that of the next ones counts as well, and
 * goes on to count where they begin before the code is sent.
 */
function createApp(secret: string): () => string {
  const totp = new TOTP({ secret })
  let period = 0
  return () => {
    period = Math.max(period + 1, Math.floor(Date.now() / PERIOD_MS))
    return totp.generate({ timestamp: period * PERIOD_MS })
  }
}

async function useApp(t: TestContext, { browser, mails, site }: World) {
  const page = await openPage(t, browser)
  await signUp(page, site, mails, TIM)
  const other = await openPage(t, browser)
  await logIn(other, site, TIM)
  await other.getByRole('heading', { name: 'Hello, Tim' }).waitFor()

  await page.goto(`${site}/dashboard/settings`)
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name of the device' }).fill('Phone')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const picture = dialog.getByRole('img', { name: 'QR code' })
  await picture.waitFor()
  await picture.evaluate('(image) => image.decode()')
  await look(page, 'add-app')
  const secret = await dialog.locator('code').textContent()
  const nextCode = createApp(secret ?? '')
  const box = dialog.getByRole('textbox', { name: 'Code that the app shows' })
  await box.fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('This code is wrong').waitFor()
  await box.fill(nextCode())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your second factor is on.').waitFor()
  await other.goto(`${site}/dashboard/settings`)
  await other.waitForURL('**/login?**')

  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  await dialog.getByRole('listitem').first().waitFor()
  await look(page, 'recovery-codes')
  const recoveryCode = (await dialog.getByRole('listitem').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText(/codes are left/).waitFor()
  await logOut(page)

  await page.goto(`${site}/dashboard/settings`)
  await page.waitForURL('**/login?**')
  await page.getByRole('textbox', { name: 'Email address' }).fill(TIM.email)
  await page.getByLabel('Password', { exact: true }).fill(TIM.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  await look(page, 'login-factor')
  const links = page.getByRole('banner').getByRole('link', { name: 'Dashboard' })
  assert.equal(await links.count(), 0, 'half signed in is not signed in')
  await page.goto(`${site}/dashboard`)
  await page.waitForURL('**/login?redirect=%2Fdashboard')
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(nextCode())
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Hello, Tim' }).waitFor()
  await logOut(page)

  await logIn(page, site, TIM)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Hello, Tim' }).waitFor()
  await page.goto(`${site}/dashboard/settings`)
  await page.getByText('9 codes are left.').waitFor()
}

/** A key that is plugged in and touched at once. */
async function plugInKey(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function useKey(t: TestContext, { browser, mails, site }: World) {
  const page = await openPage(t, browser)
  await plugInKey(page)
  await signUp(page, site, mails, KIM)
  await page.goto(`${site}/dashboard/settings`)
  await page.getByRole('button', { name: 'Add a security key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name of the device' }).fill('Key ring')
  await look(page, 'add-key')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Your second factor is on.').waitFor()
  await page.getByText('Key ring').waitFor()
  await logOut(page)

  await logIn(page, site, KIM)
  await page.getByRole('button', { name: 'Use the security key Key ring' }).click()
  await page.getByRole('heading', { name: 'Hello, Kim' }).waitFor()

  await page.goto(`${site}/dashboard/settings`)
  await page.getByRole('button', { name: 'Remove: Key ring' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The second factor is removed.').waitFor()
  await logOut(page)
  await logIn(page, site, KIM)
  await page.getByRole('heading', { name: 'Hello, Kim' }).waitFor()
}

async function usePasskey(t: TestContext, { browser, site }: World) {
  const { authAnonKey } = await createClient({ baseUrl: site })(siteTable.get)
  const headers = { apikey: authAnonKey ?? '' }
  const settings = await (await fetch(`${site}/auth/v1/settings`, { headers })).text()
  if (!settings.includes('"passkeys_enabled":true')) return t.skip('the server has no passkeys')
  const page = await openPage(t, browser)
  await plugInKey(page)
  await logIn(page, site, KIM)
  await page.getByRole('heading', { name: 'Hello, Kim' }).waitFor()
  await page.goto(`${site}/dashboard/settings`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey is added.').waitFor()
  await logOut(page)
  await page.goto(`${site}/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Hello, Kim' }).waitFor()
}
