import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { Page } from 'playwright-core'
import { logIn, logOut, signUp } from '@pitboard/web/testing/account-pages'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { createPerson, openSignedIn } from './src/person.ts'
import { openSite, type SiteInProcess } from './src/site-in-process.ts'

const MAX = { email: 'max@racer.example', password: 'parc ferme until monday' }
const NEW_PASSWORD = 'three wide into turn one'

test('an account in a browser, from the sign-up to its deletion', async (t) => {
  const site = await openSite(t)
  const browser = await startBrowser(t)
  const page = await openPage(t, browser)
  await t.test('signing up leads by the mail and a name to the dashboard', () =>
    goThroughSignUp(page, site),
  )
  await t.test('the command of a new key records; the key is shown once, until it is revoked', () =>
    useKey(page, site),
  )
  await t.test('a cut picture and a new name are stored', () => changeProfile(page))
  await t.test('signing out leaves no session in the browser', () => signOut(page, site))
  await t.test('a forgotten password is replaced by the link of a mail', () =>
    resetPassword(page, site),
  )
  await t.test('a deleted account is gone, after its data were downloaded', () =>
    deleteAccount(page, site),
  )
  await onlyInLongRun(() =>
    t.test('two tabs that renew the session at once both stay signed in', async (t) => {
      const person = await createPerson(site, 'Mia')
      await renewInTwoTabs(await openSignedIn(t, { browser, site }, person), site)
    }),
  )
})

async function goThroughSignUp(page: Page, { mails, url }: SiteInProcess) {
  await signUp(page, url, mails, { ...MAX, username: 'Max 33' })
  await page.getByRole('heading', { name: 'Hello, Max 33' }).waitFor()
}

async function useKey(page: Page, { url }: SiteInProcess) {
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.locator('input[name="keyName"]').fill('Rig')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByRole('heading', { name: 'Your new key: Rig' }).waitFor()
  const command = await page.getByText(/^pitboard-recorder record/).textContent()
  const [, key = ''] = /--key (\S+)$/.exec(command ?? '') ?? []
  const [, userId = ''] = /--user (\S+)/.exec(command ?? '') ?? []
  const leased = await fetch(`${url}/api/LiveSession/register/${userId}?key=${key}&useTcp=true`, {
    method: 'POST',
  })
  assert.equal(leased.status, 200)
  await page.reload()
  await page.getByRole('button', { name: 'Revoke: Rig' }).click()
  assert.equal(await page.getByText(key).count(), 0)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('You have no recorder key.').waitFor()
}

async function changeProfile(page: Page) {
  await page
    .getByLabel('Choose a picture')
    .last()
    .setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await page.screenshot(),
    })
  await page.getByRole('button', { name: 'Save the picture' }).click()
  await page.getByText('Your picture is saved.').waitFor()
  const picture = page.locator('main img[src^="/storage/v1/object/public/avatars/"]').first()
  await picture.evaluate('(image) => image.decode()')

  await page.getByRole('textbox', { name: 'Username' }).fill('Max 1')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await page.getByText('Your name is saved.').waitFor()
}

async function signOut(page: Page, { url }: SiteInProcess) {
  await logOut(page)
  assert.equal(page.url(), `${url}/`)
  assert.equal(await page.evaluate(`localStorage.getItem('pitboard.auth')`), null)
}

async function resetPassword(page: Page, { mails, url }: SiteInProcess) {
  await page.goto(`${url}/resetPassword`)
  await page.getByRole('textbox', { name: 'Email address' }).fill(MAX.email)
  await page.getByRole('button', { name: 'Send the email' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await page.goto((await mails.next(MAX.email)).link)
  await page.getByRole('textbox', { name: 'New password' }).fill(MAX.password)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByText('This is your current password.').waitFor()
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.waitForURL(`${url}/dashboard`)
  await logOut(page)
  await logIn(page, url, MAX)
  await page.getByText('The email address or the password is wrong').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Hello, Max 1' }).waitFor()
}

async function deleteAccount(page: Page, { url }: SiteInProcess) {
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  assert.equal((await download).suggestedFilename(), 'pitboard-Max 1.json')
  await page.getByRole('button', { name: 'Delete your account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('max 1')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await dialog.getByText('This is not your name.').waitFor()
  await dialog.getByRole('textbox').fill('Max 1')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  await logIn(page, url, { ...MAX, password: NEW_PASSWORD })
  await page.getByText('The email address or the password is wrong').waitFor()
}

async function renewInTwoTabs(first: Page, { url }: SiteInProcess) {
  const second = await first.context().newPage()
  for (const page of [first, second]) {
    await page.goto(`${url}/dashboard/settings`)
    await page.getByText('You have no recorder key.').waitFor()
  }
  const before = await first.evaluate<string>(EXPIRE)
  await Promise.all([first.reload(), second.reload()])
  for (const page of [first, second]) await page.getByText('You have no recorder key.').waitFor()
  assert.notEqual(await first.evaluate(`localStorage.getItem('pitboard.auth')`), before)
}

/** Makes the stored session one that has run out. */
const EXPIRE = `(() => {
  const session = JSON.parse(localStorage.getItem('pitboard.auth'))
  session.expires_at = Math.floor(Date.now() / 1000) - 5
  localStorage.setItem('pitboard.auth', JSON.stringify(session))
  return localStorage.getItem('pitboard.auth')
})()`
