import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type Call } from '@pitboard/contract/client'
import { leagues } from '@pitboard/contract/league'
import { seasons } from '@pitboard/contract/season-endpoints'
import { manualResults } from '@pitboard/contract/session-document'
import type { Browser, Page } from 'playwright-core'
import { logIn, signUp } from './src/account-pages.ts'
import { openPage, startBrowser } from './src/browser.ts'
import { openMailbox } from './src/mailbox.ts'
import { comesToBe } from './src/patience.ts'
import { startPitboard } from './src/pitboard.ts'

const OWNER = { email: 'org@racer.example', password: 'parc ferme until monday' }
const PATCH_MS = 400
const GET_MS = 300
const FACTORS = ['× 0.5', '× 1.5', '× 2', '× 1', '× 0']
const ROLES = ['Sprint', 'Race', 'Sprint', 'Race', 'Sprint']

interface World {
  readonly site: string
  readonly browser: Browser
  readonly page: Page
  readonly call: Call
}

test('two devices of one organiser, one of them on a slow network', async (t) => {
  const pitboard = await startPitboard(t, { AUTH_RATE_LIMITS: 'false' })
  const site = pitboard.publicUrl
  const browser = await startBrowser(t)
  const page = await openPage(t, browser)
  await signUp(page, site, openMailbox(pitboard.dataDir), { ...OWNER, username: 'Marisol' })
  const token = await page.evaluate<string>(
    `JSON.parse(localStorage.getItem('pitboard.auth')).access_token`,
  )
  const call = createClient({ baseUrl: site, token: () => token })
  await slowDown(page)
  const world: World = { site, browser, page, call }
  await t.test('ten quick changes succeed in their order, and the other device shows them', (t) =>
    changeQuickly(t, world),
  )
  await t.test(
    'typed text outlives what the other device changes, and a conflict is reported',
    () => typeMeanwhile(world),
  )
})

/** Calls of the API take their time, as on a phone. */
async function slowDown(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    await pause(route.request().method() === 'GET' ? GET_MS : PATCH_MS)
    await route.continue()
  })
}

async function makeSeason(call: Call): Promise<string> {
  const season = await call(seasons.create, { body: { name: 'Cup' } })
  const params = { seasonId: season.id }
  const event = await call(seasons.addEvent, { params, body: { track: 7 } })
  const drivers = [{ driverIdx: 0, name: 'Ann', finishingPosition: 1, resultStatus: 3 }]
  const body = { trackId: 7, sessionType: 10, sessionStartTime: '2026-03-01T14:00:00Z', drivers }
  const { id } = await call(manualResults.create, { body })
  await call(seasons.addSessions, {
    params: { ...params, eventId: event.id },
    body: { sessionIds: [id] },
  })
  return season.id
}

async function changeQuickly(t: TestContext, { site, browser, page, call }: World) {
  const id = await makeSeason(call)
  const { version: before } = await call(seasons.get, { params: { id } })
  const editor = `${site}/dashboard/seasons/${id}/edit`
  const other = await openPage(t, browser)
  await logIn(other, site, OWNER)
  await other.getByRole('heading', { name: 'Hello, Marisol' }).waitFor()
  await other.goto(editor)
  await page.goto(editor)
  const answers: number[] = []
  const sent: unknown[] = []
  page.on('response', (response) => {
    if (response.request().method() !== 'PATCH') return
    answers.push(response.status())
    sent.push(response.request().postDataJSON())
  })
  for (const [index, factor] of FACTORS.entries()) {
    await choose(page, /^What it counts as/, ROLES[index] ?? '')
    await choose(page, /^How much it counts/, factor)
  }
  await comesToBe(
    async () => answers,
    Array.from({ length: 10 }, () => 200),
  )
  assert.deepEqual(
    sent,
    FACTORS.flatMap((factor, index) => [
      { role: ROLES[index]?.toLowerCase() },
      { pointsFactor: Number(factor.slice(2)) },
    ]),
  )
  const { events, version } = await call(seasons.get, { params: { id } })
  const linked = events[0]?.sessions[0]
  assert.deepEqual([linked?.role, linked?.pointsFactor], ['sprint', 0])
  assert.equal(version, before + 10)
  await other
    .getByRole('combobox', { name: /^What it counts as/ })
    .getByText('Sprint')
    .waitFor()
  await other.getByText('× 0', { exact: true }).waitFor()
  assert.equal(await page.getByText('Somebody was faster').count(), 0)
}

async function choose(page: Page, label: RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function typeMeanwhile({ site, page, call }: World) {
  const { id: leagueId } = await call(leagues.create, { body: { name: 'Sunday' } })
  await page.goto(`${site}/dashboard/leagues/${leagueId}/edit`)
  const name = page.getByRole('textbox', { name: 'Name of the league' })
  await name.fill('Monday')
  await call(leagues.update, { params: { leagueId }, body: { name: 'Tuesday' } })
  await page.getByRole('heading', { level: 1, name: 'Tuesday' }).waitFor()
  assert.equal(await name.inputValue(), 'Monday')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const notice = page.getByRole('alert').filter({ hasText: 'Somebody was faster' })
  await notice.getByText('Sunday → Tuesday').waitFor()

  let asked = 0
  page.once('dialog', (dialog) => {
    asked++
    void dialog.dismiss()
  })
  await page.evaluate('location.reload()').catch(() => {})
  await comesToBe(async () => asked, 1)
  assert.equal(await name.inputValue(), 'Monday', 'a reload asks before it loses what is typed')
  await save.click()
  await page.getByRole('heading', { level: 1, name: 'Monday' }).waitFor()
}
