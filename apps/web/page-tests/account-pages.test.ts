import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { logIn, logOut, sendLogin } from '../testing/account-pages.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import type { Page } from 'playwright-core'
import { refuseAuth } from './stub/refuse-auth.ts'
import { answerAccounts, MARISOL, type StubUser, tokensOf } from './stub/stub-account.ts'
import { type StubSite, startStubSite } from './stub/stub-site.ts'

/** The test looks at the narrowest width only, because these forms have one column at every width. */
const look = openLook('account-pages', [390])
const PASSWORD = 'parc ferme until monday'
const NEWCOMER: StubUser = { id: 'user-7', email: 'new@racer.example', username: null }

type Rule = (page: Page, site: StubSite) => Promise<void>

const RULES: Readonly<Record<string, Rule>> = {
  'a sign-up names what is missing or weak at its field until it is typed, and ends at the inbox':
    signUp,
  'a reset needs the link of its mail, and names what is wrong with a password': reset,
  'a user without a name chooses one that is not reserved': chooseName,
  'offline, a form says so and sends nothing; sent twice, it goes out once': sendUnderStress,
  'the login leads to the address in its query, and to none of another site': returnFromLogin,
  'a sign-out and a sign-in in one tab are those of the other one': signOutInOneTab,
  'no step back leads to an address with tokens': goBack,
}

test('the pages of an account that is not signed in', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  for (const [rule, check] of Object.entries(RULES)) {
    await onlyInLongRun(() =>
      t.test(rule, async (t) => {
        site.reset()
        answerAccounts(site, [MARISOL, NEWCOMER])
        await check(await openPage(t, browser), site)
      }),
    )
  }
})

async function signUp(page: Page, site: StubSite) {
  let isWeak = true
  site.answerPath('POST', '/auth/v1/signup', () => {
    if (isWeak) refuseAuth('weak_password', { weak_password: { reasons: ['length'] } })
    return { id: NEWCOMER.id, email: NEWCOMER.email, identities: [] }
  })
  await page.goto(`${site.url}/signup`)
  const email = page.getByRole('textbox', { name: 'Email address' })
  const password = page.getByLabel('Password', { exact: true })
  const send = page.getByRole('main').getByRole('button', { name: 'Sign Up' })
  await send.click()
  const missing = page.getByText('Enter your email address.')
  await missing.waitFor()
  await email.and(page.locator(':focus')).waitFor()
  await look(page, 'signup')
  await email.fill(NEWCOMER.email)
  await missing.waitFor({ state: 'detached' })
  await email.and(page.locator(':focus')).waitFor()
  await password.fill('abc')
  await send.click()
  await page.getByText(/^!?Use at least \d+ characters/).waitFor()
  await password.and(page.locator(':focus')).waitFor()
  isWeak = false
  await password.fill(PASSWORD)
  await send.click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await look(page, 'signup-mail')
}

async function reset(page: Page, site: StubSite) {
  site.answerPath('POST', '/auth/v1/recover', () => ({}))
  site.answerPath('PUT', '/auth/v1/user', () => refuseAuth('same_password'))
  await page.goto(`${site.url}/resetPasswordConfirm`)
  await page.getByText('This page needs the link from an email').waitFor()
  await look(page, 'reset-confirm-without-link')
  await page.goto(`${site.url}/resetPassword`)
  await page.getByRole('textbox', { name: 'Email address' }).fill('nobody@racer.example')
  await page.getByRole('button', { name: 'Send the email' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await look(page, 'reset-mail')

  await page.goto(`${site.url}/?from=mail#${tokensOf(MARISOL)}&type=recovery`)
  await page.getByRole('button', { name: `Sign in as ${MARISOL.email}` }).click()
  const password = page.getByRole('textbox', { name: 'New password' })
  await password.waitFor()
  await page.reload()
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByText('This is your current password.').waitFor()
  await look(page, 'reset-confirm')
}

async function chooseName(page: Page, site: StubSite) {
  site.answerPath('POST', '/rest/v1/profiles', () =>
    refuseAuth('23514', { message: 'username_reserved' }),
  )
  await logIn(page, site.url, { email: NEWCOMER.email, password: PASSWORD })
  await page.getByRole('heading', { name: 'Choose your name' }).waitFor()
  assert.equal(page.url(), `${site.url}/dashboard/profileInit`)
  await page.getByRole('textbox', { name: 'Username' }).fill('steward')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByText('This name is reserved.').waitFor()
  await look(page, 'profile-init')
}

async function sendUnderStress(page: Page, site: StubSite) {
  await page.goto(`${site.url}/login`)
  await page.getByRole('textbox', { name: 'Email address' }).waitFor()
  await page.context().setOffline(true)
  await sendLogin(page, { email: MARISOL.email, password: PASSWORD })
  await page.getByText('You are offline. Nothing has been sent.').waitFor()
  await page.context().setOffline(false)

  const pressed = Promise.withResolvers<void>()
  site.delay = ({ path }) => (path === '/auth/v1/token' ? pressed.promise : Promise.resolve())
  const password = page.getByLabel('Password', { exact: true })
  await password.press('Enter')
  await password.press('Enter')
  pressed.resolve()
  await page.getByRole('heading', { name: 'Hello, Marisol' }).waitFor()
  assert.equal(site.calls.filter(({ path }) => path === '/auth/v1/token').length, 1)
}

/** The unit test of the code that reads addresses covers which of them belong to this site. */
async function returnFromLogin(page: Page, site: StubSite) {
  await page.goto(`${site.url}/dashboard/seasons/create?seasonName=A%2FB%20%26%20C`)
  await page.waitForURL('**/login?**')
  await sendLogin(page, { email: MARISOL.email, password: PASSWORD })
  await page.waitForURL('**/dashboard/seasons/create?**')
  assert.equal(new URL(page.url()).searchParams.get('seasonName'), 'A/B & C')
  await logOut(page)
  await page.goto(`${site.url}/login?redirect=${encodeURIComponent('//evil.example')}`)
  await sendLogin(page, { email: MARISOL.email, password: PASSWORD })
  await page.getByRole('heading', { name: 'Hello, Marisol' }).waitFor()
  assert.equal(page.url(), `${site.url}/dashboard`)
}

async function signOutInOneTab(page: Page, site: StubSite) {
  await logIn(page, site.url, { email: MARISOL.email, password: PASSWORD })
  await page.getByRole('heading', { name: 'Hello, Marisol' }).waitFor()
  const other = await page.context().newPage()
  await other.goto(`${site.url}/dashboard/settings`)
  await other.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await logOut(page)
  await other.waitForURL('**/login?redirect=%2Fdashboard%2Fsettings')
  await logIn(page, site.url, { email: MARISOL.email, password: PASSWORD })
  await other.waitForURL('**/dashboard/settings')
}

async function goBack(page: Page, site: StubSite) {
  await page.goto('about:blank')
  await page.goto(`${site.url}/faq#${tokensOf(MARISOL)}`)
  await page.getByText(`Sign in as ${MARISOL.email}?`).waitFor()
  assert.equal(page.url(), `${site.url}/faq`)
  await page.goBack()
  assert.equal(page.url(), 'about:blank')
}
