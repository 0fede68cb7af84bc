import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { logIn, logOut, sendLogin, signUp } from './src/account-pages.ts'
import { axeFaults } from './src/axe.ts'
import { openPage, startBrowser } from './src/browser.ts'
import { openMailbox, type Mailbox } from './src/mailbox.ts'
import { until } from './src/patience.ts'
import { startPitboard, type Pitboard } from './src/pitboard.ts'

const DAY_MS = 86_400_000
const NEW_PASSWORD = 'three wide into turn one'
const IDA = { email: 'ida@racer.example', password: 'lift and coast home', username: 'Ida' }
const BEN = { email: 'ben@racer.example', password: 'green flag in sector two', username: 'Ben' }
const PIA = { email: 'pia@racer.example', password: 'slicks on a wet track', username: 'Pia' }

interface World {
  readonly pitboard: Pitboard
  readonly browser: Browser
  readonly mails: Mailbox
  readonly texts: Texts
  readonly site: string
}

test('codes that are typed into a browser', { timeout: 900_000 }, async (t) => {
  const texts = await receiveTexts(t)
  const env = { AUTH_RATE_LIMITS: 'false', SMS_WEBHOOK_URL: texts.url }
  const pitboard = await startPitboard(t, env)
  const mails = openMailbox(pitboard.dataDir)
  const site = pitboard.publicUrl
  const world: World = { pitboard, browser: await startBrowser(t), mails, texts, site }
  await t.test('the code of a mail leads to a new password', (t) => resetByCode(t, world))
  await t.test('after an old sign-in a new password needs the code of a mail', (t) =>
    changePasswordLater(t, world),
  )
  await t.test('a deletion needs the password or the code of a mail', (t) =>
    proveBeforeDeletion(t, world),
  )
  await t.test('a phone is a second factor: added, asked for at the login, and as proof', (t) =>
    usePhone(t, world),
  )
})

interface Texts {
  readonly url: string
  /** The code of the next text message. */
  next(): Promise<{ readonly to: string; readonly code: string }>
}

/** The service that sends text messages for the site. */
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

/** The next mail with a code; notices are skipped. */
async function nextCode({ mails }: World, email: string): Promise<string> {
  for (;;) {
    const { code } = await mails.next(email)
    if (code !== '') return code
  }
}

/** A different code of six digits. */
function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

async function openSettings(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/dashboard/settings`)
  await page.getByRole('button', { name: 'Delete your account' }).waitFor()
}

async function resetByCode(t: TestContext, world: World) {
  const { browser, mails, site } = world
  const page = await openPage(t, browser)
  await signUp(page, site, mails, IDA)
  await logOut(page)
  await page.goto(`${site}/resetPassword`)
  await page.getByRole('textbox', { name: 'Email address' }).fill(IDA.email)
  await page.getByRole('button', { name: 'Send the email' }).click()
  const box = page.getByRole('textbox', { name: 'Code from the email' })
  const confirm = page.getByRole('button', { name: 'Confirm the code' })
  const code = await nextCode(world, IDA.email)
  await box.fill(wrong(code))
  await confirm.click()
  await page.getByText('This code is wrong').waitFor()
  await box.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await confirm.click()
  await page.waitForURL(`${site}/resetPasswordConfirm`)
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.waitForURL(`${site}/dashboard`)
  await logOut(page)
  await logIn(page, site, { ...IDA, password: NEW_PASSWORD })
  await page.getByRole('heading', { name: 'Hello, Ida' }).waitFor()
  assert.equal((await mails.next(IDA.email)).subject, 'Your Pitboard password has changed')
}

async function changePasswordLater(t: TestContext, world: World) {
  const { browser, mails, pitboard, site } = world
  const page = await openPage(t, browser)
  await signUp(page, site, mails, BEN)
  const dayBefore = new Date(Date.now() - DAY_MS - 1000)
  await pitboard.db.updateTable('auth.sessions').set({ created_at: dayBefore }).execute()
  await openSettings(page, site)
  const change = page.getByRole('button', { name: 'Change the password' })
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await change.click()
  const box = page.getByRole('textbox', { name: 'Code from the email' })
  const code = await nextCode(world, BEN.email)
  await box.fill(wrong(code))
  await change.click()
  await page.getByText('This code is wrong').waitFor()
  await box.fill(code)
  await change.click()
  await page.getByText('Your password is changed.').waitFor()
  assert.equal((await mails.next(BEN.email)).subject, 'Your Pitboard password has changed')
}

async function proveBeforeDeletion(t: TestContext, world: World) {
  const { browser, site } = world
  for (const way of ['password', 'mail'] as const) {
    const page = await openPage(t, browser)
    await page.clock.install()
    await logIn(page, site, { ...BEN, password: NEW_PASSWORD })
    await page.getByRole('heading', { name: 'Hello, Ben' }).waitFor()
    await openSettings(page, site)
    await page.clock.fastForward('16:00')
    await page.getByRole('button', { name: 'Delete your account' }).click()
    const dialog = page.getByRole('dialog')
    const password = dialog.getByRole('textbox', { name: 'Current password' })
    await password.waitFor()
    assert.deepEqual(await axeFaults(page), [])
    const goOn = dialog.getByRole('button', { name: 'Continue' })
    if (way === 'password') {
      await password.fill('not this one')
      await goOn.click()
      await dialog.getByText('password is wrong').waitFor()
      await password.fill(NEW_PASSWORD)
    } else {
      await dialog.getByRole('button', { name: 'Send me a code instead' }).click()
      const code = await nextCode(world, BEN.email)
      await dialog.getByRole('textbox', { name: 'Code from the email' }).fill(code)
    }
    await goOn.click()
    await dialog.getByRole('button', { name: 'Delete permanently' }).waitFor()
    if (way === 'password') continue
    await dialog.getByRole('textbox').fill('Ben')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  }
}

async function usePhone(t: TestContext, world: World) {
  const { browser, mails, site, texts } = world
  const page = await openPage(t, browser)
  await page.clock.install()
  await signUp(page, site, mails, PIA)
  await openSettings(page, site)
  await page.getByRole('button', { name: 'Add a phone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name of the device' }).fill('Mobile')
  assert.deepEqual(await axeFaults(page), [])
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
  assert.match((await mails.next(PIA.email)).subject, /new second factor/)
  await logOut(page)

  // Between two messages to one phone a minute has to pass.
  await ageChallenges(world)
  await page.goto(`${site}/login`)
  await sendLogin(page, PIA)
  await page.getByRole('button', { name: 'Send a text message to Mobile' }).click()
  await box.fill((await texts.next()).code)
  await page.mouse.move(0, 0)
  assert.deepEqual(await axeFaults(page), [])
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Hello, Pia' }).waitFor()

  await ageChallenges(world)
  await openSettings(page, site)
  await page.clock.fastForward('16:00')
  await page.getByRole('button', { name: 'Delete your account' }).click()
  await dialog.getByText('You will receive a code by text message').waitFor()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await box.fill((await texts.next()).code)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Delete permanently' }).waitFor()
}

async function ageChallenges({ pitboard: { db } }: World): Promise<void> {
  const before = new Date(Date.now() - DAY_MS)
  await db.updateTable('auth.factors').set({ last_challenged_at: before }).execute()
}
