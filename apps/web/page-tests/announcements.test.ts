import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { ANNOUNCEMENT_TYPES } from '@pitboard/contract/leagues/announcement'
import { leagues } from '@pitboard/contract/leagues/league'
import { type Webhook, type WebhookDelivery, webhooks } from '@pitboard/contract/leagues/webhooks'
import { calendarFeeds } from '@pitboard/contract/seasons/calendar-feed'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import type { Browser, Page } from 'playwright-core'
import { aLeague } from '../src/testing/a-league.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, type StubSite, startStubSite } from './stub/stub-site.ts'

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

const look = openLook('announcements')

const LEAGUE = aLeague({ ownerId: MARISOL.id, ownerName: 'Marisol' })
const AT = '2026-11-22T19:00:00.000Z'

const DISCORD: Webhook = {
  id: '01900000-0000-7000-8000-000000000051',
  kind: 'discord',
  name: 'Results channel',
  maskedUrl: 'discord.com/…x7Qa',
  language: 'en',
  types: ['provisionalResult', 'decision', 'officialResult'],
  state: 'active',
  failingSince: null,
  createdAt: AT,
  secret: null,
}
const BOT: Webhook = {
  ...DISCORD,
  id: '01900000-0000-7000-8000-000000000052',
  kind: 'generic',
  name: 'Club bot',
  maskedUrl: 'bot.club.example/…',
  types: ['live'],
  state: 'disabled',
  failingSince: AT,
}
const DELIVERED: WebhookDelivery = {
  id: '01900000-0000-7000-8000-000000000061',
  type: 'provisionalResult',
  state: 'delivered',
  title: 'Provisional result: Silverstone, Race, Spring',
  attempts: 1,
  createdAt: AT,
  attemptedAt: AT,
  nextAttemptAt: null,
  statusCode: 204,
  durationMs: 182,
  failure: null,
  answer: null,
}
const REFUSED: WebhookDelivery = {
  ...DELIVERED,
  id: '01900000-0000-7000-8000-000000000062',
  type: 'decision',
  state: 'failed',
  title: 'Steward decision: Silverstone, Race',
  attempts: 11,
  statusCode: 502,
  failure: 'status',
  answer: 'Bad gateway',
}

test('announcements of a league', { timeout: 600_000 }, async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('an owner adds a receiver and sees the key of its signature once', (t) =>
    addReceiver(t, world),
  )
  await onlyInLongRun(() =>
    t.test('the list shows states and the log, tests, pauses and sends again', (t) =>
      manageReceivers(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('a user gets the address of one calendar, once', (t) => createCalendar(t, world)),
  )
  await onlyInLongRun(() =>
    t.test('a league without receivers, and a list that fails, say so', (t) =>
      showEmptyAndFailed(t, world),
    ),
  )
})

async function openEditor(t: TestContext, { site, browser }: World): Promise<Page> {
  site.answer(leagues.get, () => LEAGUE)
  site.answer(leagues.history, () => [])
  site.answer(seasons.mine, () => ({ totalElements: 0, seasons: [] }))
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/leagues/${LEAGUE.id}/edit#announcements`)
  return page
}

async function addReceiver(t: TestContext, world: World) {
  const { site } = world
  const added: Webhook[] = []
  site.answer(webhooks.list, () => added)
  site.answer(webhooks.create, () => {
    added.push({ ...BOT, state: 'active', failingSince: null })
    return { ...BOT, secret: 'whsec_c2hvd24gb25jZSwgdGhlbiBuZXZlciBhZ2FpbiE=' }
  })
  const page = await openEditor(t, world)
  await page.getByRole('button', { name: 'Add a receiver' }).click()
  await page.getByRole('button', { name: 'Program' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Club bot')
  await dialog
    .getByRole('textbox', { name: 'Address of the webhook' })
    .fill('https://bot.example/x')
  await dialog.getByRole('checkbox', { name: 'Steward decision' }).uncheck()
  await look(page, 'add')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('whsec_c2hvd24').waitFor()
  const sent = site.calls.find(
    ({ method, path }) => method === 'POST' && path.endsWith('/webhooks'),
  )
  assert.deepEqual(sent?.body, {
    kind: 'generic',
    name: 'Club bot',
    url: 'https://bot.example/x',
    language: 'en',
    types: ANNOUNCEMENT_TYPES.filter((type) => type !== 'decision'),
  })
  await look(page, 'secret')
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('heading', { name: 'Club bot' }).waitFor()
  assert.equal(await page.getByText('whsec_').count(), 0)
}

async function manageReceivers(t: TestContext, world: World) {
  const { site } = world
  site.answer(webhooks.list, () => [DISCORD, BOT])
  site.answer(webhooks.deliveries, () => [REFUSED, DELIVERED])
  site.answer(webhooks.test, () => ({ ...DELIVERED, type: 'test', state: 'waiting' as const }))
  site.answer(webhooks.resend, () => ({ ...REFUSED, state: 'waiting' as const }))
  site.answer(webhooks.update, () => ({ ...DISCORD, state: 'paused' as const }))
  const page = await openEditor(t, world)
  const channel = page.getByRole('article', { name: 'Results channel' })
  const bot = page.getByRole('article', { name: 'Club bot' })
  await bot.getByText('Disabled').waitFor()
  assert.equal(await bot.getByRole('button', { name: 'Send a test' }).count(), 0)
  await channel.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The test message is on its way.').waitFor()
  await channel.getByText('Bad gateway').waitFor()
  await look(page, 'log')
  await channel.getByRole('button', { name: 'Send again: Steward decision' }).click()
  await page.getByText('It is sent again.').waitFor()
  await channel.getByRole('button', { name: 'Pause' }).click()
  await bot.getByRole('button', { name: 'Activate' }).click()
  const bodies = () => site.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  await page.waitForFunction('document.querySelectorAll("[aria-busy=true]").length === 0')
  assert.deepEqual(bodies(), [{ isActive: false }, { isActive: true }])
}

async function showEmptyAndFailed(t: TestContext, world: World) {
  world.site.answer(webhooks.list, () => [])
  const page = await openEditor(t, world)
  await page.getByText('There is no receiver yet.').waitFor()
  world.site.answer(webhooks.list, () => {
    throw new Refusal(503)
  })
  await page.reload()
  await page.getByText('The receivers could not be loaded.').waitFor()
}

async function createCalendar(t: TestContext, { site, browser }: World) {
  let createdAt: string | null = null
  site.answer(seasons.mine, () => ({ totalElements: 0, seasons: [] }))
  site.answer(seasonManagement.deleted, () => [])
  site.answer(calendarFeeds.get, () => ({ createdAt, url: null }))
  site.answer(calendarFeeds.renew, () => {
    createdAt = AT
    return { createdAt, url: `${site.url}/api/Calendar/${'s'.repeat(43)}/events.ics` }
  })
  site.answer(calendarFeeds.remove, () => {
    createdAt = null
    return null
  })
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/seasons`)
  await page.getByRole('button', { name: 'Calendar of all seasons' }).click()
  await page.getByRole('button', { name: 'Create the address' }).click()
  await page.getByText('/events.ics').waitFor()
  await look(page, 'calendar')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Calendar of all seasons' }).click()
  await page.getByText('An address exists since').waitFor()
  assert.equal(await page.getByText('/events.ics').count(), 0)
  await page.getByRole('button', { name: 'Remove the address' }).click()
  await page.getByRole('button', { name: 'Create the address' }).waitFor()
}
