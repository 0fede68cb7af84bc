import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { recorderKeys } from '@pitboard/contract/accounts/accounts'
import { createClient } from '@pitboard/contract/wire/client'
import type { Browser } from 'playwright-core'
import { chooseName, logIn, logOut, sendLogin, signUp } from './src/account-pages.ts'
import { openPage, startBrowser } from './src/browser.ts'
import { openLook } from './src/look.ts'
import { openMailbox, type Mailbox } from './src/mailbox.ts'
import { startPitboard } from './src/pitboard.ts'

const look = openLook('accounts', [390, 1440])
const MAX = { email: 'max@racer.example', password: 'parc ferme until monday', username: 'Max 33' }

interface World {
  readonly browser: Browser
  readonly mails: Mailbox
  readonly site: string
}

test('accounts in a browser', { timeout: 900_000 }, async (t) => {
  const pitboard = await startPitboard(t, { AUTH_RATE_LIMITS: 'false' })
  const site = pitboard.publicUrl
  const mails = openMailbox(pitboard.dataDir)
  const world: World = { browser: await startBrowser(t), mails, site }
  await t.test('signing up leads by the mail, a name and a key to the dashboard', (t) =>
    goThroughSignUp(t, world),
  )
  await t.test('the login does not reveal whether an address has an account', (t) =>
    failToLogIn(t, world),
  )
  await t.test('the login leads back to the wanted address, and nowhere else', (t) =>
    passTheGate(t, world),
  )
  await t.test('a callback is read and removed from the address, and its error is shown', (t) =>
    comeByCallbacks(t, world),
  )
  await t.test('a forgotten password is replaced by the link or the code of a mail', (t) =>
    resetPassword(t, world),
  )
  await t.test('two tabs that renew the session at once both stay signed in', (t) =>
    renewInTwoTabs(t, world),
  )
  await t.test('signing out in one tab signs out the other', (t) => signOutInOneTab(t, world))
  await t.test('offline, a form says so and sends nothing; sent twice, it goes out once', (t) =>
    sendUnderStress(t, world),
  )
  await t.test('a deleted account is gone', (t) => deleteAccount(t, world))
})

async function goThroughSignUp(t: TestContext, { browser, mails, site }: World) {
  const page = await openPage(t, browser)
  await page.goto(`${site}/signup`)
  const email = page.getByRole('textbox', { name: 'Email address' })
  const password = page.getByLabel('Password', { exact: true })
  const send = page.getByRole('main').getByRole('button', { name: 'Sign Up' })
  await send.click()
  await page.getByText('Enter your email address.').waitFor()
  await email.and(page.locator(':focus')).waitFor()
  await look(page, 'signup')
  await email.fill(MAX.email)
  await password.fill('abc')
  await send.click()
  await page.getByText(/^!?Use at least \d+ characters/).waitFor()
  await password.and(page.locator(':focus')).waitFor()
  await password.fill(MAX.password)
  await send.click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await look(page, 'signup-mail')

  await page.goto((await mails.next(MAX.email)).link)
  await page.getByRole('heading', { name: 'Choose your name' }).waitFor()
  assert.equal(page.url(), `${site}/dashboard/profileInit`)
  await look(page, 'profile-init')
  await page.getByRole('textbox', { name: 'Username' }).fill('steward')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByText('This name is reserved.').waitFor()
  await chooseName(page, MAX.username)
  await page.getByRole('heading', { name: `Hello, ${MAX.username}` }).waitFor()
  await look(page, 'dashboard')

  const keys = Promise.withResolvers<void>()
  await page.route('**/api/RecorderKeys', async (route) => {
    await keys.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Delete your account' }).waitFor()
  await page.locator('input[name="keyName"]').fill('Rig')
  keys.resolve()
  await page.getByText('You have no recorder key.').waitFor()
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByRole('heading', { name: 'Your new key: Rig' }).waitFor()
  const command = await page.getByText(/^pitboard-recorder record/).textContent()
  const [, key = ''] = /--key (\S+)$/.exec(command ?? '') ?? []
  const [, userId = ''] = /--user (\S+)/.exec(command ?? '') ?? []
  await look(page, 'settings')
  const leased = await fetch(`${site}/api/LiveSession/register/${userId}?key=${key}&useTcp=true`, {
    method: 'POST',
  })
  assert.equal(leased.status, 200, 'the key of the command records')
  await page.reload()
  await page.getByRole('button', { name: 'Revoke: Rig' }).click()
  assert.equal(await page.getByText(key).count(), 0, 'a key is shown once')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('You have no recorder key.').waitFor()

  await page
    .getByLabel('Choose a picture')
    .last()
    .setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await page.locator('h1').screenshot(),
    })
  await page.getByRole('button', { name: 'Save the picture' }).waitFor()
  await look(page, 'crop')
  await page.getByRole('button', { name: 'Save the picture' }).click()
  await page.getByText('Your picture is saved.').waitFor()
  const picture = page.locator('main img[src^="/storage/v1/object/public/avatars/"]').first()
  await picture.evaluate('(image) => image.decode()')

  await page.getByRole('textbox', { name: 'Username' }).fill('Max 1')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await page.getByText('Your name is saved.').waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${site}/`)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  assert.equal(await page.evaluate(`localStorage.getItem('pitboard.auth')`), null)
  const call = createClient({ baseUrl: site })
  await assert.rejects(call(recorderKeys.list), { status: 401 })
}

async function failToLogIn(t: TestContext, { browser, site }: World) {
  const page = await openPage(t, browser)
  await page.goto(`${site}/login`)
  await page.getByRole('textbox', { name: 'Email address' }).waitFor()
  await look(page, 'login')
  const errors: string[] = []
  for (const email of [MAX.email, 'nobody@racer.example']) {
    await sendLogin(page, { email, password: 'wrong and wrong' })
    const alert = page.getByRole('main').getByRole('alert')
    await alert.waitFor()
    errors.push((await alert.textContent()) ?? '')
    await page.reload()
  }
  assert.equal(errors[0], 'The email address or the password is wrong.')
  assert.equal(errors[1], errors[0])

  const notices: string[] = []
  for (const email of [MAX.email, 'nobody@racer.example']) {
    await page.goto(`${site}/login`)
    await page.getByRole('button', { name: 'Sign in by email instead' }).click()
    await page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await page.getByRole('button', { name: 'Send the email' }).click()
    const text = page.getByText('If ')
    await text.waitFor()
    notices.push(((await text.textContent()) ?? '').replace(email, '…'))
  }
  assert.equal(notices[0], notices[1])
}

async function passTheGate(t: TestContext, { browser, site }: World) {
  const page = await openPage(t, browser)
  const wanted = '/dashboard/seasons/create?seasonName=A%2FB%20%26%20C'
  await page.goto(site + wanted)
  await page.waitForURL('**/login?**')
  const redirect = new URL(new URL(page.url()).searchParams.get('redirect') ?? '', site)
  assert.equal(redirect.pathname, '/dashboard/seasons/create')
  assert.equal(redirect.searchParams.get('seasonName'), 'A/B & C')
  await sendLogin(page, MAX)
  await page.waitForURL('**/dashboard/seasons/create?**')
  const { searchParams } = new URL(page.url())
  assert.equal(searchParams.get('seasonName'), 'A/B & C')
  await logOut(page)

  for (const elsewhere of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
  ]) {
    await page.goto(`${site}/login?redirect=${encodeURIComponent(elsewhere)}`)
    await sendLogin(page, MAX)
    await page.getByRole('heading', { name: /^Hello/ }).waitFor()
    assert.equal(page.url(), `${site}/dashboard`, elsewhere)
    await logOut(page)
  }
}

const LEA = { email: 'lea@racer.example', password: 'box box box for softs', username: 'Lea' }

async function comeByCallbacks(t: TestContext, { browser, mails, site }: World) {
  const page = await openPage(t, browser)
  await signUp(page, site, mails, LEA)
  await logOut(page)
  await page.goto(`${site}/faq?error=access_denied&error_code=otp_expired#error_code=otp_expired`)
  await page.getByText('The link did not work').waitFor()
  await page.getByText('This code is wrong, was used already or has expired.').waitFor()
  assert.equal(page.url(), `${site}/faq`)

  await page.goto(`${site}/login`)
  await page.getByRole('button', { name: 'Sign in by email instead' }).click()
  await page.getByRole('textbox', { name: 'Email address' }).fill(LEA.email)
  await page.getByRole('button', { name: 'Send the email' }).click()
  const { link } = await mails.next(LEA.email)
  const answer = await fetch(link, { redirect: 'manual' })
  const target = new URL(answer.headers.get('location') ?? '')
  const fragment = new URLSearchParams(target.hash.slice(1))
  fragment.set('expires_at', String(Number(fragment.get('expires_at')) - 121))
  target.hash = fragment.toString()
  await page.goto('about:blank')
  await page.goto(target.href)
  await page.getByText('This link is more than two minutes old').waitFor()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  assert.equal(page.url(), `${site}/dashboard`)
  await page.goBack()
  assert.equal(page.url(), 'about:blank', 'no step back holds a token')
}

const KAI = { email: 'kai@racer.example', password: 'wheel to wheel', username: 'Kai' }

async function resetPassword(t: TestContext, { browser, mails, site }: World) {
  const page = await openPage(t, browser)
  await signUp(page, site, mails, KAI)
  await logOut(page)
  await page.goto(`${site}/resetPasswordConfirm`)
  await page.getByText('This page needs the link from an email').waitFor()
  await look(page, 'reset-confirm-without-link')
  const ask = async (email: string) => {
    await page.goto(`${site}/resetPassword`)
    await page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await page.getByRole('button', { name: 'Send the email' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  }
  await ask('nobody@racer.example')
  await look(page, 'reset-mail')
  await ask(KAI.email)
  await page.goto((await mails.next(KAI.email)).link)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await page.getByRole('textbox', { name: 'New password' }).waitFor()
  await page.reload()
  await page.getByRole('textbox', { name: 'New password' }).fill(KAI.password)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByText('This is your current password.').waitFor()
  await look(page, 'reset-confirm')
  await page.getByRole('textbox', { name: 'New password' }).fill('three wide into turn one')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.waitForURL(`${site}/dashboard`)
  await logOut(page)
  await logIn(page, site, KAI)
  await page.getByText('The email address or the password is wrong').waitFor()
  await logIn(page, site, { ...KAI, password: 'three wide into turn one' })
  await page.waitForURL(`${site}/dashboard`)
}

const MIA = { email: 'mia@racer.example', password: 'late on the brakes', username: 'Mia' }

async function renewInTwoTabs(t: TestContext, { browser, mails, site }: World) {
  const first = await openPage(t, browser)
  await signUp(first, site, mails, MIA)
  const second = await first.context().newPage()
  await second.goto(`${site}/dashboard`)
  await second.getByRole('heading', { name: 'Hello, Mia' }).waitFor()
  const before = await first.evaluate<string>(EXPIRE)
  await Promise.all([first.reload(), second.reload()])
  for (const page of [first, second]) {
    await page.getByRole('heading', { name: 'Hello, Mia' }).waitFor()
    await page.goto(`${site}/dashboard/settings`)
    await page.getByText('You have no recorder key.').waitFor()
  }
  assert.notEqual(await first.evaluate(`localStorage.getItem('pitboard.auth')`), before)
}

/** Makes the stored session one that has run out. */
const EXPIRE = `(() => {
  const session = JSON.parse(localStorage.getItem('pitboard.auth'))
  session.expires_at = Math.floor(Date.now() / 1000) - 5
  localStorage.setItem('pitboard.auth', JSON.stringify(session))
  return localStorage.getItem('pitboard.auth')
})()`

async function signOutInOneTab(t: TestContext, { browser, site }: World) {
  const first = await openPage(t, browser)
  await logIn(first, site, MIA)
  await first.getByRole('heading', { name: 'Hello, Mia' }).waitFor()
  const second = await first.context().newPage()
  await second.goto(`${site}/dashboard/settings`)
  await second.getByText('You have no recorder key.').waitFor()
  await logOut(first)
  await second.waitForURL('**/login?redirect=%2Fdashboard%2Fsettings')
  await logIn(first, site, MIA)
  await second.waitForURL('**/dashboard/settings')
}

async function sendUnderStress(t: TestContext, { browser, site }: World) {
  const page = await openPage(t, browser)
  await page.goto(`${site}/login`)
  await page.getByRole('textbox', { name: 'Email address' }).waitFor()
  await page.context().setOffline(true)
  await sendLogin(page, MIA)
  await page.getByText('You are offline. Nothing has been sent.').waitFor()
  await page.context().setOffline(false)

  let sent = 0
  const pressed = Promise.withResolvers<void>()
  await page.route('**/auth/v1/token**', async (route) => {
    sent++
    await pressed.promise
    await route.continue()
  })
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  pressed.resolve()
  await page.getByRole('heading', { name: 'Hello, Mia' }).waitFor()
  assert.equal(sent, 1)
}

async function deleteAccount(t: TestContext, { browser, site }: World) {
  const page = await openPage(t, browser)
  await logIn(page, site, MIA)
  await page.getByRole('heading', { name: 'Hello, Mia' }).waitFor()
  await page.goto(`${site}/dashboard/settings`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  assert.equal((await download).suggestedFilename(), 'pitboard-Mia.json')
  await page.getByRole('button', { name: 'Delete your account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('mia')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await dialog.getByText('This is not your name.').waitFor()
  await look(page, 'delete')
  await dialog.getByRole('textbox').fill('Mia')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  await logIn(page, site, MIA)
  await page.getByText('The email address or the password is wrong').waitFor()
}
