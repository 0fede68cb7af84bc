import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { Page } from 'playwright-core'
import { logOut, sendLogin } from '@pitboard/web/testing/account-pages'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { until } from '@pitboard/contract/testing/patience'
import { createPerson, openSignedIn, type Person } from './src/person.ts'
import { openSite, type SiteInProcess } from './src/site-in-process.ts'

const DAY_MS = 86_400_000
const NEW_PASSWORD = 'three wide into turn one'

test('codes that are typed into a browser', async (t) => {
  const texts = await receiveTexts(t)
  const site = await openSite(t, { SMS_WEBHOOK_URL: texts.url })
  const browser = await startBrowser(t)
  await t.test('the code of a mail leads to a new password', async (t) => {
    const ida = await createPerson(site, 'Ida')
    await resetByCode(await openPage(t, browser), site, ida)
  })
  const ben = await createPerson(site, 'Ben')
  const page = await openSignedIn(t, { browser, site }, ben)
  await page.clock.install()
  await onlyInLongRun(() =>
    t.test('after an old sign-in a new password needs the code of a mail', () =>
      changePasswordLater(page, site, ben),
    ),
  )
  await onlyInLongRun(() =>
    t.test('a deletion needs the password or the code of a mail', () =>
      proveBeforeDeletion(page, site, ben),
    ),
  )
  await onlyInLongRun(() =>
    t.test('a phone is a second factor: added, asked for at the login, and as proof', async (t) => {
      const pia = await createPerson(site, 'Pia')
      await usePhone(await openSignedIn(t, { browser, site }, pia), { site, texts }, pia)
    }),
  )
})

interface Texts {
  readonly url: string
  /** Resolves with the code of the next text message. */
  next(): Promise<{ readonly to: string; readonly code: string }>
}

/** Starts the service that sends text messages for the site. */
async function receiveTexts(t: TestContext): Promise<Texts> {
  const received: { to: string; text: string }[] = []
  const hook = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push(JSON.parse(body))
      response.end()
    })
  })
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  t.after(() => hook.close())
  const address = hook.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async next() {
      const { to, text } = await until(() => received.shift())
      return { to, code: /\d{6}/.exec(text)?.[0] ?? '' }
    },
  }
}

/** Returns the code of the next mail that has one; notices are skipped. */
async function nextCode({ mails }: SiteInProcess, { email }: Person): Promise<string> {
  for (;;) {
    const { code } = await mails.next(email)
    if (code !== '') return code
  }
}

/** Returns a different code of six digits. */
function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

async function openSettings(page: Page, { url }: SiteInProcess): Promise<void> {
  await page.goto(`${url}/dashboard/settings`)
  await page.getByRole('button', { name: 'Delete your account' }).waitFor()
}

async function resetByCode(page: Page, site: SiteInProcess, ida: Person) {
  await page.goto(`${site.url}/resetPassword`)
  await page.getByRole('textbox', { name: 'Email address' }).fill(ida.email)
  await page.getByRole('button', { name: 'Send the email' }).click()
  const box = page.getByRole('textbox', { name: 'Code from the email' })
  const confirm = page.getByRole('button', { name: 'Confirm the code' })
  const code = await nextCode(site, ida)
  await box.fill(wrong(code))
  await confirm.click()
  await page.getByText('This code is wrong').waitFor()
  await box.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await confirm.click()
  await page.waitForURL(`${site.url}/resetPasswordConfirm`)
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.waitForURL(`${site.url}/dashboard`)
  assert.equal((await site.mails.next(ida.email)).subject, 'Your Pitboard password has changed')
  await logOut(page)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await sendLogin(page, { ...ida, password: NEW_PASSWORD })
  await page.getByRole('heading', { name: 'Hello, Ida' }).waitFor()
}

async function changePasswordLater(page: Page, site: SiteInProcess, ben: Person) {
  const created_at = new Date(Date.now() - DAY_MS - 1000)
  await site.server.context.db.updateTable('auth.sessions').set({ created_at }).execute()
  await openSettings(page, site)
  const change = page.getByRole('button', { name: 'Change the password' })
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await change.click()
  const box = page.getByRole('textbox', { name: 'Code from the email' })
  const code = await nextCode(site, ben)
  await box.fill(wrong(code))
  await change.click()
  await page.getByText('This code is wrong').waitFor()
  await box.fill(code)
  await change.click()
  await page.getByText('Your password is changed.').waitFor()
  assert.equal((await site.mails.next(ben.email)).subject, 'Your Pitboard password has changed')
}

async function proveBeforeDeletion(page: Page, site: SiteInProcess, ben: Person) {
  await page.clock.fastForward('16:00')
  const open = page.getByRole('button', { name: 'Delete your account' })
  const dialog = page.getByRole('dialog')
  const goOn = dialog.getByRole('button', { name: 'Continue' })
  const remove = dialog.getByRole('button', { name: 'Delete permanently' })
  await open.click()
  const password = dialog.getByRole('textbox', { name: 'Current password' })
  await password.fill('not this one')
  await goOn.click()
  await dialog.getByText('password is wrong').waitFor()
  await password.fill(NEW_PASSWORD)
  await goOn.click()
  await remove.waitFor()

  await openSettings(page, site)
  await page.clock.fastForward('16:00')
  await open.click()
  await dialog.getByRole('button', { name: 'Send me a code instead' }).click()
  const box = dialog.getByRole('textbox', { name: 'Code from the email' })
  await box.fill(await nextCode(site, ben))
  await goOn.click()
  await remove.waitFor()
  await dialog.getByRole('textbox').fill('Ben')
  await remove.click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
}

interface PhoneWorld {
  readonly site: SiteInProcess
  readonly texts: Texts
}

async function usePhone(page: Page, { site, texts }: PhoneWorld, pia: Person) {
  await page.clock.install()
  await openSettings(page, site)
  await page.getByRole('button', { name: 'Add a phone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name of the device' }).fill('Mobile')
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('0170 1234567')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Enter the number with its country code').waitFor()
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('+49 170 1234567')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const box = page.getByRole('textbox', { name: 'Code from the text message' })
  const first = await texts.next()
  assert.equal(first.to.replace('+', ''), '491701234567')
  await box.fill(wrong(first.code))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('This code is wrong').waitFor()
  await box.fill(first.code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your second factor is on.').waitFor()
  assert.match((await site.mails.next(pia.email)).subject, /new second factor/)
  await logOut(page)

  // A minute has to pass between two messages to one phone.
  await ageChallenges(site)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await sendLogin(page, pia)
  await page.getByRole('button', { name: 'Send a text message to Mobile' }).click()
  await box.fill((await texts.next()).code)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Hello, Pia' }).waitFor()

  await ageChallenges(site)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.clock.fastForward('16:00')
  await page.getByRole('button', { name: 'Delete your account' }).click()
  await dialog.getByText('You will receive a code by text message').waitFor()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await box.fill((await texts.next()).code)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Delete permanently' }).waitFor()
}

async function ageChallenges({ server }: SiteInProcess): Promise<void> {
  const last_challenged_at = new Date(Date.now() - DAY_MS)
  await server.context.db.updateTable('auth.factors').set({ last_challenged_at }).execute()
}
