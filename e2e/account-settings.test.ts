import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { Page } from 'playwright-core'
import { startBrowser } from '@pitboard/web/testing/browser'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { createPerson, openSignedIn, type Person } from './src/person.ts'
import { openSite, type SiteInProcess } from './src/site-in-process.ts'

const NEW_EMAIL = 'ann.new@racer.example'
const NEW_PASSWORD = 'overcut on lap twelve'

test('the settings of an account', async (t) => {
  const site = await openSite(t, { AUTH_CURRENT_PASSWORD: 'true' })
  const ann = await createPerson(site, 'Ann')
  const page = await openSignedIn(t, { browser: await startBrowser(t), site }, ann)
  await page.goto(`${site.url}/dashboard/settings`)
  await t.test('a new password needs the old one and ends the other sign-ins', () =>
    changePassword(page, site, ann),
  )
  await onlyInLongRun(() =>
    t.test('one sign-in is ended from another one', () => endSignIn(page, site, ann)),
  )
  await onlyInLongRun(() =>
    t.test('an address changes when both mails have been answered', () =>
      changeEmail(page, site, ann),
    ),
  )
})

/** Signs in elsewhere. Returns a question whether that sign-in still holds. */
async function signInElsewhere({ server }: SiteInProcess, email: string, password: string) {
  const { url, context } = server
  const apikey = context.keys.anonKey
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  assert.equal(response.status, 200)
  const { access_token: token }: { access_token: string } = await response.json()
  return async () => {
    const headers = { apikey, authorization: `Bearer ${token}` }
    return (await fetch(`${url}/auth/v1/user`, { headers })).ok
  }
}

async function changePassword(page: Page, site: SiteInProcess, { email, password }: Person) {
  const holdsElsewhere = await signInElsewhere(site, email, password)
  const current = page.getByRole('textbox', { name: 'Current password' })
  const wanted = page.getByRole('textbox', { name: 'New password' })
  const change = page.getByRole('button', { name: 'Change the password' })
  await current.fill('not this one')
  await wanted.fill(NEW_PASSWORD)
  await change.click()
  await page.getByText('This is not your current password.').waitFor()
  await current.fill(password)
  await change.click()
  await page.getByText('Your password is changed.').waitFor()
  await comesToBe(() => current.inputValue(), '')
  assert.equal(await holdsElsewhere(), false)
}

async function endSignIn(page: Page, site: SiteInProcess, { email }: Person) {
  const holdsElsewhere = await signInElsewhere(site, email, NEW_PASSWORD)
  await page.reload()
  const end = page.getByRole('button', { name: 'Sign out there' })
  await end.first().waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('Signed out everywhere else.').waitFor()
  await end.waitFor({ state: 'detached' })
  assert.equal(await holdsElsewhere(), false)
  await page.getByText('This browser', { exact: true }).waitFor()
}

async function changeEmail(page: Page, { mails, url }: SiteInProcess, { email }: Person) {
  await page.getByRole('textbox', { name: 'New email address' }).fill(NEW_EMAIL)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await page.getByText(`Waiting for ${NEW_EMAIL}`).waitFor()
  await page.goto((await mails.next(NEW_EMAIL)).link)
  await page.getByText('One address is confirmed').waitFor()
  assert.equal(page.url(), `${url}/dashboard/settings`)
  let mail = await mails.next(email)
  while (mail.link === '') mail = await mails.next(email)
  await page.goto(mail.link)
  await page.getByText(`Your address is ${NEW_EMAIL}.`).waitFor()
}
