import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { account, recorderKeys } from '@pitboard/contract/accounts/accounts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { sendLogin } from '../testing/account-pages.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import type { Locator, Page } from 'playwright-core'
import { refuseAuth } from './stub/refuse-auth.ts'
import { answerAccounts, MARISOL, signIn } from './stub/stub-account.ts'
import { type StubSite, startStubSite } from './stub/stub-site.ts'

/** The test looks at the narrowest width only, because a dialog has one column at every width. */
const look = openLook('account-settings', [390])
const QR_CODE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')}`

const REMAINING = {
  leagues: [
    { name: 'Sunday League', heirName: 'Ada' },
    { name: 'Club Nights', heirName: null },
  ],
  resultCount: 3,
}

type Rule = (page: Page, site: StubSite) => Promise<void>

/** Each rule goes on on the page that the one before has left. */
const RULES: Readonly<Record<string, Rule>> = {
  'a name that is typed while the keys are read stays, and its key is shown with its command':
    createKey,
  'a picture is cut before it is sent': cutPicture,
  'a picture that is not cut is released with its page': leavePicture,
  'wrong passwords and addresses are named at their fields': nameWrongInput,
  'a deletion asks for a proof of an old sign-in, and for the name': deleteAccount,
  ...onlyInLongRun(() => ({
    'dialogs of second factors have their steps, and a wrong code is named': addFactors,
    'recovery codes are shown once they are made': showCodes,
  })),
}

const FACTOR = { status: 'verified', created_at: '2026-11-20T19:00:00Z' }
const APP = { ...FACTOR, id: 'factor-1', factor_type: 'totp', friendly_name: 'Phone' }
const MOBILE = { ...FACTOR, id: 'factor-2', factor_type: 'phone', friendly_name: 'Mobile' }

test('the settings of an account', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  const page = await openPage(t, browser)
  await page.clock.install()
  for (const [rule, check] of Object.entries(RULES)) {
    await t.test(rule, async () => {
      site.reset()
      site.answer(recorderKeys.list, () => [])
      site.answer(account.signIns, () => [])
      site.answer(account.previewDeletion, () => REMAINING)
      site.answerPath('GET', '/auth/v1/settings', () => ({
        external: {},
        passkeys_enabled: true,
        sms_provider: 'webhook',
        disable_signup: false,
        password_min_length: 8,
      }))
      site.answerPath('GET', '/auth/v1/passkeys', () => [])
      await check(page, site)
    })
  }
  await onlyInLongRun(() =>
    t.test(
      'the login asks for the second factor, and half signed in is not signed in',
      async (t) => {
        await showFactor(await openPage(t, browser), site)
      },
    ),
  )
})

async function openSettings(page: Page, site: StubSite, user = MARISOL): Promise<void> {
  await signIn(page, site, user)
  await page.goto(`${site.url}/dashboard/settings`)
  await page.getByRole('button', { name: 'Delete your account' }).waitFor()
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function createKey(page: Page, site: StubSite) {
  const listed = Promise.withResolvers<void>()
  site.delay = ({ path }) => (path === recorderKeys.list.path ? listed.promise : Promise.resolve())
  const made = { id: MARISOL.id, name: 'Rig', createdAt: '2026-11-20T19:00:00Z', lastUsedAt: null }
  site.answer(recorderKeys.create, () => ({ ...made, key: 'pb_secret' }))
  await openSettings(page, site)
  const name = page.locator('input[name="keyName"]')
  await name.fill('Rig')
  listed.resolve()
  await page.getByText('You have no recorder key.').waitFor()
  assert.equal(await name.inputValue(), 'Rig')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByRole('heading', { name: 'Your new key: Rig' }).waitFor()
  await page.getByText(`--user ${MARISOL.id} --key pb_secret`).waitFor()
  await look(page, 'new-key')
}

async function cutPicture(page: Page) {
  const buffer = await page.screenshot()
  await page
    .getByLabel('Choose a picture')
    .last()
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Save the picture' }).waitFor()
  await look(page, 'crop')
  await closeDialog(page)
}

async function leavePicture(page: Page, site: StubSite) {
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard`)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const buffer = await page.screenshot()
  const chosen = page.getByLabel('Choose a picture').last()
  await chosen.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const address = await page.locator('img[src^="blob:"]').first().getAttribute('src')
  const isHeld = () =>
    page.evaluate<boolean>(`fetch(${JSON.stringify(address)}).then(() => true, () => false)`)
  assert.equal(await isHeld(), true)
  await page.evaluate('history.back()')
  await page.getByRole('heading', { name: 'Hello, Marisol' }).waitFor()
  await comesToBe(isHeld, false)
}

async function nameWrongInput(page: Page, site: StubSite) {
  await openSettings(page, site)
  site.answerPath('PUT', '/auth/v1/user', () => refuseAuth('current_password_required'))
  await page.getByRole('textbox', { name: 'New password' }).fill('overcut on lap twelve')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('Enter your current password.').waitFor()
  const current = page.getByRole('textbox', { name: 'Current password' })
  await current.and(page.locator(':focus')).waitFor()
  await page.getByRole('textbox', { name: 'New email address' }).fill('no address')
  await page.getByRole('button', { name: 'Change the address' }).click()
  await page.getByText('This is not a valid email address.').waitFor()
}

async function addFactors(page: Page, site: StubSite) {
  const factor = { id: 'factor-1', friendly_name: 'Phone' }
  site.answerPath('POST', '/auth/v1/factors', ({ body }) => ({
    ...factor,
    type: Reflect.get(Object(body), 'factor_type'),
    totp: { qr_code: QR_CODE, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Pitboard' },
  }))
  site.answerPath('POST', '/auth/v1/factors/{id}/challenge', () => ({ id: 'challenge-1' }))
  site.answerPath('POST', '/auth/v1/factors/{id}/verify', () =>
    refuseAuth('mfa_verification_failed'),
  )
  const dialog = page.getByRole('dialog')
  const begin = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Name of the device' }).fill('Phone')
  }
  await begin('Add an authenticator app')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code' }).evaluate('(image) => image.decode()')
  await dialog.getByRole('textbox', { name: 'Code that the app shows' }).fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('This code is wrong').waitFor()
  await look(page, 'add-app')
  await closeDialog(page)
  await begin('Add a security key')
  await look(page, 'add-key')
  await closeDialog(page)
  await begin('Add a phone')
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('0170 1234567')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Enter the number with its country code').waitFor()
  await look(page, 'add-phone')
  await closeDialog(page)
}

async function deleteAccount(page: Page) {
  await page.getByText('3 results from you stay in seasons of others.').waitFor()
  await page.getByText('Ada takes over the league Sunday League').waitFor()
  await page.getByText('The league Club Nights has no other members').waitFor()
  const dialog = await askForDeletion(page)
  await dialog.getByText('Results that count in seasons of others stay there').waitFor()
  await dialog.getByRole('textbox').fill('marisol')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await dialog.getByText('This is not your name.').waitFor()
  await look(page, 'delete')
  await closeDialog(page)
  await page.clock.fastForward('16:00')
  await askForDeletion(page)
  await dialog.getByRole('textbox', { name: 'Current password' }).waitFor()
  await look(page, 'delete-proof')
  await closeDialog(page)
}

async function askForDeletion(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Delete your account' }).click()
  return page.getByRole('dialog')
}

async function showCodes(page: Page, site: StubSite) {
  site.answerPath('POST', '/auth/v1/factors/recovery-codes', () => ({
    codes: Array.from({ length: 10 }, (_, index) => `abcdefgh${index}jkl`),
  }))
  await openSettings(page, site, { ...MARISOL, factors: [APP], aal: 'aal2' })
  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('abcd-efgh-0jkl').waitFor()
  await look(page, 'recovery-codes')
}

async function showFactor(page: Page, site: StubSite) {
  answerAccounts(site, [{ ...MARISOL, factors: [APP, MOBILE] }])
  site.answerPath('POST', '/auth/v1/factors/{id}/challenge', () => ({ id: 'challenge-1' }))
  await page.goto(`${site.url}/login`)
  await sendLogin(page, { email: MARISOL.email, password: 'parc ferme until monday' })
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  await page.getByRole('textbox', { name: 'Code from the app' }).waitFor()
  const links = page.getByRole('banner').getByRole('link', { name: 'Dashboard' })
  assert.equal(await links.count(), 0)
  await look(page, 'login-factor')
  const send = page.getByRole('button', { name: 'Send a text message to Mobile' })
  await send.click()
  await page
    .getByRole('form', { name: 'Second factor' })
    .getByRole('button', { name: 'Send a text message to Mobile' })
    .waitFor()
  await send.click()
  await page.getByRole('textbox', { name: 'Code from the text message' }).waitFor()
  await page.mouse.move(0, 0)
  await look(page, 'login-text')
}
