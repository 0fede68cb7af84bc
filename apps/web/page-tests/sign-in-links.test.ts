import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { axeFaults } from '../testing/axe.ts'
import { logIn } from '../testing/account-pages.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import type { Browser, Page } from 'playwright-core'
import { answerAccounts, type StubUser, tokensOf } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'

const VICTIM: StubUser = { id: 'user-1', email: 'vic@racer.example', username: null }
const STRANGER: StubUser = { id: 'user-2', email: 'eve@racer.example', username: null }
const QUESTION = `Sign in as ${STRANGER.email}?`
const KNOWN = 'a1b2c3'

interface World {
  readonly site: string
  readonly browser: Browser
}

test('a link that carries a session', { timeout: 600_000 }, async (t) => {
  const site = await startStubSite(t)
  answerAccounts(site, [VICTIM, STRANGER])
  const world: World = { site: site.url, browser: await startBrowser(t) }
  await t.test('of a stranger replaces no session without a yes, from query or hash', (t) =>
    keepSession(t, world),
  )
  await onlyInLongRun(() =>
    t.test('that was requested on another device signs in after a yes', (t) =>
      acceptSession(t, world),
    ),
  )
  await t.test('that this browser requested signs in, from the hash and once', (t) =>
    finishOwnSignIn(t, world),
  )
  await t.test('that is forged, has expired or needs another browser says so', (t) =>
    explainLink(t, world),
  )
})

async function open(page: Page, address: string): Promise<void> {
  // Another hash alone would not load the page.
  await page.goto('about:blank')
  await page.goto(address)
}

async function storedEmail(page: Page): Promise<string | null> {
  return page.evaluate(
    `JSON.parse(localStorage.getItem('pitboard.auth') ?? 'null')?.user.email ?? null`,
  )
}

async function keepSession(t: TestContext, { site, browser }: World) {
  const page = await openPage(t, browser)
  for (const mark of ['?', '#']) {
    await open(page, `${site}/faq${mark}${tokensOf(STRANGER)}`)
    await page.getByText(QUESTION).waitFor()
    assert.equal(page.url(), `${site}/faq`)
    assert.equal(await storedEmail(page), null)
  }
  assert.deepEqual(await axeFaults(page), [])
  await page.getByRole('button', { name: 'Do not sign in' }).click()
  await page.getByText(QUESTION).waitFor({ state: 'detached' })
  assert.equal(await storedEmail(page), null)

  await logIn(page, site, { email: VICTIM.email, password: 'parc ferme until monday' })
  await page.getByRole('heading', { name: 'Choose your name' }).waitFor()
  for (const mark of ['?', '#']) {
    await open(page, `${site}/faq${mark}${tokensOf(STRANGER)}`)
    await page.getByText(QUESTION).waitFor()
    await page.getByText(`You are signed in as ${VICTIM.email}`).waitFor()
    assert.equal(await storedEmail(page), VICTIM.email)
  }
  await open(page, `${site}/faq#${tokensOf(VICTIM)}`)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).waitFor()
  assert.equal(await page.getByText(/^Sign in as/).count(), 0, 'the same account asks nothing')
}

async function acceptSession(t: TestContext, { site, browser }: World) {
  const page = await openPage(t, browser)
  await open(page, `${site}/dashboard#${tokensOf(STRANGER)}&type=magiclink`)
  await page.getByRole('button', { name: `Sign in as ${STRANGER.email}` }).click()
  await page.getByRole('heading', { name: 'Choose your name' }).waitFor()
  assert.equal(await storedEmail(page), STRANGER.email)

  const other = await openPage(t, browser)
  await open(other, `${site}/#${tokensOf(STRANGER)}&type=recovery`)
  await other.getByText('This page needs the link from an email').waitFor()
  await other.getByRole('button', { name: `Sign in as ${STRANGER.email}` }).click()
  await other.getByRole('textbox', { name: 'New password' }).waitFor()
}

async function finishOwnSignIn(t: TestContext, { site, browser }: World) {
  const page = await openPage(t, browser)
  await page.goto(`${site}/faq`)
  const begin = (agoMs: number) =>
    page.evaluate(
      `localStorage.setItem('pitboard.signIns', JSON.stringify([{ id: '${KNOWN}', beganMs: Date.now() - ${agoMs} }]))`,
    )
  await begin(0)
  await open(page, `${site}/faq?signIn=${KNOWN}&${tokensOf(STRANGER)}`)
  await page.getByText(QUESTION).waitFor()
  await begin(3_700_000)
  await open(page, `${site}/faq?signIn=${KNOWN}#${tokensOf(STRANGER)}`)
  await page.getByText(QUESTION).waitFor()
  await begin(60_000)
  const address = `${site}/faq?signIn=${KNOWN}#${tokensOf(STRANGER)}`
  await open(page, address)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).waitFor()
  assert.equal(page.url(), `${site}/faq`)
  assert.equal(await storedEmail(page), STRANGER.email)
  assert.equal(await page.evaluate(`localStorage.getItem('pitboard.signIns')`), '[]')
}

async function explainLink(t: TestContext, { site, browser }: World) {
  const page = await openPage(t, browser)
  await open(page, `${site}/#access_token=a.b.c&refresh_token=r&type=signup`)
  await page.getByText('The link was used already or has expired.').waitFor()
  await open(page, `${site}/?code=made-elsewhere`)
  await page.getByText('This sign-in was started in another browser').waitFor()
  assert.equal(page.url(), `${site}/`)
  assert.equal(await storedEmail(page), null)
}
