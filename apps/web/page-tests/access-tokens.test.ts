import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import {
  type PersonalAccessToken,
  personalAccessTokens,
} from '@pitboard/contract/accounts/personal-access-tokens'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import type { Browser, Page } from 'playwright-core'
import { answerAccounts, MARISOL, signIn, tokensOf } from './stub/stub-account.ts'
import { Refusal, type StubSite, startStubSite } from './stub/stub-site.ts'

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

const look = openLook('access-tokens', [390, 1440])

const BOT: PersonalAccessToken = {
  id: '01900000-0000-7000-8000-0000000000b1',
  name: '<b>Discord bot</b>',
  scopes: ['data:read', 'leagues:write'],
  createdAt: '2026-07-05T14:00:00.000Z',
  expiresAt: '2100-07-05T14:00:00.000Z',
  lastUsedAt: '2026-07-06T14:00:00.000Z',
  token: null,
}
const OLD: PersonalAccessToken = {
  ...BOT,
  id: '01900000-0000-7000-8000-0000000000b2',
  name: 'Spreadsheet',
  scopes: ['data:read'],
  expiresAt: '2026-07-06T14:00:00.000Z',
  lastUsedAt: null,
}
const SECRET = `pb_pat_${'0123456789'.repeat(4)}abcdefghi`

test('access tokens', { timeout: 600_000 }, async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('a new token is shown once, a name and a scope are required', (t) =>
    createToken(t, world),
  )
  await onlyInLongRun(() =>
    t.test('a token is revoked after a question; names are shown as text', (t) =>
      revokeToken(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('too many tokens and a failed list are explained', (t) => explainRefusals(t, world)),
  )
  await onlyInLongRun(() =>
    t.test('after a password reset the tokens that still work are listed', (t) =>
      resetPassword(t, world),
    ),
  )
})

async function openSettings(t: TestContext, world: World): Promise<Page> {
  const page = await openPage(t, world.browser)
  await signIn(page, world.site, MARISOL)
  await page.goto(`${world.site.url}/dashboard/settings#access-tokens`)
  return page
}

/** Serves the stub's list, which tokens are added to and removed from. */
function answerTokens({ site }: World, tokens: PersonalAccessToken[]): void {
  site.answer(personalAccessTokens.list, () => tokens)
  site.answer(personalAccessTokens.revoke, ({ params }) => {
    const place = tokens.findIndex(({ id }) => id === params['id'])
    if (place < 0) throw new Refusal(404)
    tokens.splice(place, 1)
    return null
  })
}

async function createToken(t: TestContext, world: World) {
  const tokens: PersonalAccessToken[] = []
  answerTokens(world, tokens)
  world.site.answer(personalAccessTokens.create, ({ body: { name, scopes } }) => {
    const token = { ...BOT, name, scopes, lastUsedAt: null }
    tokens.push(token)
    return { ...token, token: SECRET }
  })
  const page = await openSettings(t, world)
  await page.getByText('You have no access token.').waitFor()
  const form = page.getByRole('form', { name: 'Create a token' })
  const submit = form.getByRole('button', { name: 'Create a token' })
  await form.getByRole('checkbox', { name: /Read your data/ }).uncheck()
  await submit.click()
  await form.getByText('Give the token a name.').waitFor()
  await form.getByText('Choose at least one.').waitFor()
  await look(page, 'empty')
  await form.getByRole('textbox', { name: 'Name' }).fill('Timing wall')
  await form.getByRole('checkbox', { name: /your leagues/ }).check()
  await form.getByRole('combobox', { name: 'Expires after' }).selectOption('30 days')
  await submit.click()
  await page.getByRole('heading', { name: 'Your new token: Timing wall' }).waitFor()
  await page.getByText(SECRET).waitFor()
  const sent = world.site.calls.find(({ method }) => method === 'POST')
  assert.deepEqual(sent?.body, {
    name: 'Timing wall',
    scopes: ['leagues:write'],
    lifetimeDays: 30,
  })
  await page.getByRole('list', { name: 'Access tokens' }).getByText('Timing wall').waitFor()
  await look(page, 'created')
  await page.getByRole('button', { name: 'I have copied it' }).last().click()
  await page.getByText(SECRET).waitFor({ state: 'detached' })
}

async function revokeToken(t: TestContext, world: World) {
  answerTokens(world, [{ ...BOT }, { ...OLD }])
  const page = await openSettings(t, world)
  await page.getByText('<b>Discord bot</b>').waitFor()
  await page.getByText('Expired', { exact: true }).waitFor()
  await look(page, 'list')
  await page.getByRole('button', { name: 'Revoke: <b>Discord bot</b>' }).click()
  await page.getByText('Revoke the token <b>Discord bot</b>?').waitFor()
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
  await page.getByText('The token is revoked.').waitFor()
  await page.getByText('<b>Discord bot</b>').waitFor({ state: 'detached' })
  await page.getByText('Spreadsheet').waitFor()
}

async function explainRefusals(t: TestContext, world: World) {
  const { site } = world
  let isBroken = true
  site.answer(personalAccessTokens.list, () => {
    if (isBroken) throw new Refusal(400)
    return []
  })
  site.answer(personalAccessTokens.create, () => {
    throw new Refusal(409)
  })
  const page = await openSettings(t, world)
  await page.getByText('Your tokens could not be loaded').waitFor()
  const form = page.getByRole('form', { name: 'Create a token' })
  await form.getByRole('textbox', { name: 'Name' }).fill('bot')
  await form.getByRole('button', { name: 'Create a token' }).click()
  await form.getByText('You have reached the maximum number of tokens.').waitFor()
  isBroken = false
  await page.locator('#access-tokens').getByRole('button', { name: 'Try again' }).click()
  await page.getByText('You have no access token.').waitFor()
}

async function resetPassword(t: TestContext, world: World) {
  const { site, browser } = world
  answerTokens(world, [{ ...BOT }])
  const page = await openPage(t, browser)
  answerAccounts(site, [MARISOL])
  site.answerPath('PUT', '/auth/v1/user', () => ({ id: MARISOL.id, email: MARISOL.email }))
  await page.goto(`${site.url}/resetPasswordConfirm#${tokensOf(MARISOL)}&type=recovery`)
  await page.getByRole('button', { name: `Sign in as ${MARISOL.email}` }).click()
  await page.getByLabel('New password', { exact: true }).fill('a new password of hers')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByRole('heading', { name: 'These access tokens still work' }).waitFor()
  await page.getByText('<b>Discord bot</b>').waitFor()
  await look(page, 'after-reset')
  await page.getByRole('button', { name: 'Continue to the dashboard' }).click()
  await page.waitForURL('**/dashboard')
}
