import { test, type TestContext } from 'node:test'
import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { logOut, sendLogin } from '@pitboard/web/testing/account-pages'
import { startBrowser } from '@pitboard/web/testing/browser'
import { until } from '@pitboard/contract/testing/patience'
import { createPerson, openSignedIn } from './src/person.ts'
import { openSite, type SiteInProcess } from './src/site-in-process.ts'

const PERIOD_MS = 30_000

interface World {
  readonly browser: Browser
  readonly site: SiteInProcess
}

test('second factors in a browser', async (t) => {
  const world: World = { site: await openSite(t), browser: await startBrowser(t) }
  await t.test(
    'an authenticator app is asked for at the login and before the dashboard; a recovery code replaces it once',
    (t) => useApp(t, world),
  )
  await t.test(
    'a security key is asked for at the login until it is removed; a passkey signs in without a password',
    (t) => useKey(t, world),
  )
})

/**
 * Returns codes that were not taken before. Each 30 s have one; that of the next ones counts as well, and goes on to
 * count where they begin before the code is sent.
 */
function createApp(secret: string): () => string {
  const totp = new TOTP({ secret })
  let period = 0
  return () => {
    period = Math.max(period + 1, Math.floor(Date.now() / PERIOD_MS))
    return totp.generate({ timestamp: period * PERIOD_MS })
  }
}

async function goToLogin(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
}

async function useApp(t: TestContext, world: World) {
  const { url } = world.site
  const tim = await createPerson(world.site, 'Tim')
  const page = await openSignedIn(t, world, tim)
  await page.goto(`${url}/dashboard/settings`)
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name of the device' }).fill('Phone')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const picture = dialog.getByRole('img', { name: 'QR code' })
  await picture.waitFor()
  await picture.evaluate('(image) => image.decode()')
  const secret = await dialog.locator('code').textContent()
  const nextCode = createApp(secret ?? '')
  const box = dialog.getByRole('textbox', { name: 'Code that the app shows' })
  await box.fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('This code is wrong').waitFor()
  await box.fill(nextCode())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your second factor is on.').waitFor()

  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  const recoveryCode = (await dialog.getByRole('listitem').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText(/codes are left/).waitFor()
  await logOut(page)

  await goToLogin(page)
  await sendLogin(page, tim)
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  // The page shows the step before the library has stored the session.
  await until(() => page.evaluate(`localStorage.getItem('pitboard.auth')`))
  await page.goto(`${url}/dashboard`)
  await page.waitForURL('**/login?redirect=%2Fdashboard')
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(nextCode())
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Hello, Tim' }).waitFor()
  await logOut(page)

  await goToLogin(page)
  await sendLogin(page, tim)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Hello, Tim' }).waitFor()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByText('9 codes are left.').waitFor()
}

/** Adds a key that is plugged in and touched at once. */
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

async function useKey(t: TestContext, world: World) {
  const kim = await createPerson(world.site, 'Kim')
  const page = await openSignedIn(t, world, kim)
  await plugInKey(page)
  await page.goto(`${world.site.url}/dashboard/settings`)
  await page.getByRole('button', { name: 'Add a security key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name of the device' }).fill('Key ring')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Your second factor is on.').waitFor()
  await page.getByText('Key ring').waitFor()
  await logOut(page)

  await goToLogin(page)
  await sendLogin(page, kim)
  await page.getByRole('button', { name: 'Use the security key Key ring' }).click()
  await page.getByRole('heading', { name: 'Hello, Kim' }).waitFor()

  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Remove: Key ring' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The second factor is removed.').waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey is added.').waitFor()
  await logOut(page)

  await goToLogin(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Hello, Kim' }).waitFor()
}
