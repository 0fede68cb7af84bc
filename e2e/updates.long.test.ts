import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createClient, type Call } from '@pitboard/contract/wire/client'
import { leagues } from '@pitboard/contract/leagues/league'
import { liveSessions } from '@pitboard/contract/live/live'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { createRace } from '@pitboard/sim/race'
import type { Browser, Page } from 'playwright-core'
import { signUp } from '@pitboard/web/testing/account-pages'
import { startBrowser } from '@pitboard/web/testing/browser'
import { openMailbox } from './src/mailbox.ts'
import type { PacedGame } from './src/paced-game.ts'
import { comesToBe, until } from '@pitboard/contract/testing/patience'
import { startPitboard, type Pitboard } from './src/pitboard.ts'
import { startRecordedGame } from './src/recorded-game.ts'
import { openRealtimePage, type RealtimePage } from './src/realtime-page.ts'

const ORGANISER = { email: 'org@racer.example', password: 'parc ferme until monday' }
const LIST = '/api/LiveSession/all'
/** No page that polls has a longer interval. */
const LONG = '02:00'

test('pages update without a reload', { timeout: 900_000 }, async (t) => {
  const pitboard = await startPitboard(t, { AUTH_RATE_LIMITS: 'false' })
  const browser = await startBrowser(t)
  const owner = await openRealtimePage(t, browser)
  const mails = openMailbox(pitboard.dataDir)
  await signUp(owner.page, pitboard.publicUrl, mails, { ...ORGANISER, username: 'Marisol' })
  const token = await owner.page.evaluate<string>(
    `JSON.parse(localStorage.getItem('pitboard.auth')).access_token`,
  )
  const call = createClient({ baseUrl: pitboard.url, token: () => token })
  const world: World = { browser, pitboard, owner, call }
  await t.test('the live list shows a race from its start to its end with one request', (t) =>
    watchList(t, world),
  )
  await t.test('the standings follow the live race and its final result', (t) =>
    watchStandings(t, world),
  )
  await t.test('only its owner is notified of a private league', (t) =>
    watchPrivateLeague(t, world),
  )
})

interface World {
  readonly browser: Browser
  readonly pitboard: Pitboard
  readonly owner: RealtimePage
  readonly call: Call
}

/** Starts the game of a race of its own. */
async function startRace(t: TestContext, pitboard: Pitboard, seed: number): Promise<PacedGame> {
  const race = createRace({ seed, laps: 4, cars: 20, rateHz: 10, lean: true })
  return (await startRecordedGame(t, pitboard, race)).game
}

async function watchList(t: TestContext, { browser, pitboard }: World) {
  const visitor = await openRealtimePage(t, browser)
  const { page } = visitor
  await visitor.visit(`${pitboard.publicUrl}/live`, LIST)
  await page.getByText('Nobody is driving right now').waitFor()
  const asked = visitor.countRequests(LIST)
  const card = page.locator('main a[href^="/live/"]')

  const game = await startRace(t, pitboard, 51)
  await game.driveTo(0.1)
  const startedMs = performance.now()
  await card.waitFor()
  t.diagnostic(`shown ${Math.round(performance.now() - startedMs)} ms after its start`)
  await visitor.advanceClock(LONG)
  await game.driveTo(0.7)
  await card.getByText('3 / 4').waitFor()
  await game.driveTo(1)
  const endedMs = performance.now()
  await card.waitFor({ state: 'detached' })
  t.diagnostic(`gone ${Math.round(performance.now() - endedMs)} ms after its end`)
  await visitor.advanceClock(LONG)
  assert.equal(visitor.countRequests(LIST), asked, 'the list was not asked for again')
}

async function watchStandings(t: TestContext, { browser, pitboard, owner, call }: World) {
  const { id } = await call(seasons.create, { body: { name: 'Winter Cup' } })
  await call(seasons.addEvent, { params: { seasonId: id }, body: { track: 7 } })
  const game = await startRace(t, pitboard, 52)
  await game.driveTo(0.2)
  const live = await until(async () => (await call(liveSessions.all))[0])

  const visitor = await openRealtimePage(t, browser)
  const { page } = visitor
  const path = `/api/Seasons/${id}`
  await visitor.visit(`${pitboard.publicUrl}/seasons/${id}`, path)
  const asItStands = page.getByRole('status').getByText('As it stands', { exact: true })
  assert.equal(await asItStands.count(), 0)
  await linkLive(owner.page, `${pitboard.publicUrl}/dashboard/seasons/${id}/edit`)
  await asItStands.waitFor()
  const hero = page.locator('main header').first()
  await hero
    .locator('dd')
    .getByText(`${await leaderOf(call, id, live.id)} leads`)
    .waitFor()
  const podium = hero.getByRole('list', { name: 'Last podium: Silverstone' })
  assert.equal(await podium.count(), 0, 'a leader has not won yet')
  const before = await shownPoints(page)

  const from = visitor.received.length
  await game.driveTo(0.75)
  // Somebody was overtaken: until that has arrived, page and API both show the previous state.
  await until(async () => {
    const shown = String(await shownPoints(page))
    return shown !== String(before) && shown === String(await pointsAsRead(call, id))
  })
  // This is the last message: nothing arrives after it.
  await until(() =>
    visitor.received.slice(from).some((frame) => frame.includes('"receiving":false')),
  )
  await visitor.advanceClock(LONG)
  await page.waitForLoadState('networkidle')
  const asked = visitor.countRequests(path)
  await visitor.advanceClock(LONG)
  assert.equal(visitor.countRequests(path), asked, 'where nobody moves nobody asks')

  await game.driveTo(1)
  await asItStands.waitFor({ state: 'detached' })
  await podium.waitFor()
  await comesToBe(() => shownPoints(page), await pointsAsRead(call, id))
  assert.equal((await call(seasons.get, { params: { id } })).isLive, false)
}

/** Links the session in the season's editor, which offers what anybody is driving. */
async function linkLive(page: Page, editor: string): Promise<void> {
  await page.goto(editor)
  await page.getByRole('button', { name: 'Link sessions: Silverstone' }).click()
  const dialog = page.getByRole('dialog')
  // It is of somebody else.
  await dialog.getByRole('button', { name: '1 other live session' }).click()
  const choice = dialog.getByRole('checkbox', { name: /Live Silverstone, Race .*by Flow$/ })
  await choice.click()
  await dialog.getByRole('button', { name: 'Link 1 session' }).click()
  await page.getByText('The session is linked.').waitFor()
}

async function leaderOf(call: Call, id: string, sessionId: string): Promise<string> {
  const { standings } = await call(seasons.get, { params: { id } })
  const leader = standings.drivers.find(({ results }) =>
    results.some((result) => result.sessionId === sessionId && result.position === 1),
  )
  return leader?.name ?? ''
}

async function watchPrivateLeague(t: TestContext, { browser, pitboard, owner, call }: World) {
  const { id } = await call(seasons.create, { body: { name: 'Summer Cup' } })
  const { id: leagueId } = await call(leagues.create, {
    body: { name: 'Secret League', isPublic: false },
  })
  const address = `${pitboard.publicUrl}/seasons/${id}`
  const visitor = await openRealtimePage(t, browser)
  for (const each of [visitor, owner]) {
    await each.visit(address, `/api/Seasons/${id}`)
    await each.page.getByRole('heading', { name: 'Summer Cup' }).waitFor()
  }
  await call(seasons.update, { body: { id, name: 'Autumn Cup' } })
  for (const { page } of [visitor, owner]) {
    await page.getByRole('heading', { name: 'Autumn Cup' }).waitFor()
  }
  await call(leagues.addSeason, { params: { leagueId, seasonId: id } })
  await visitor.page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await owner.page.getByText('Secret League').waitFor()
  await call(seasons.update, { body: { id, name: 'Secret Cup' } })
  await owner.page.getByRole('heading', { name: 'Secret Cup' }).waitFor()
  await call(leagues.update, { params: { leagueId }, body: { name: 'Secret Club' } })
  await owner.page.getByText('Secret Club').waitFor()
  assert.ok(owner.received.some((frame) => frame.includes('Secret Club')))
  assert.ok(!visitor.received.some((frame) => /Secret/.test(frame) || frame.includes(leagueId)))

  await call(leagues.update, { params: { leagueId }, body: { isPublic: true } })
  await owner.page.reload()
  await visitor.visit(address, `/api/Seasons/${id}`)
  await visitor.page.getByRole('heading', { name: 'Secret Cup' }).waitFor()
}

/** Reads the drivers' table as the page shows it. */
async function shownPoints(page: Page): Promise<string[]> {
  const buttons = page
    .getByRole('table', { name: 'Drivers’ standings' })
    .getByRole('button', { name: /points\. Where they come from$/ })
  return buttons.evaluateAll((all) =>
    all.map((button) => /^.*: [\d.,−-]+/.exec(button.getAttribute('aria-label') ?? '')?.[0] ?? ''),
  )
}

async function pointsAsRead(call: Call, id: string): Promise<string[]> {
  const { standings } = await call(seasons.get, { params: { id } })
  return standings.drivers.map(({ name, points }) => `${name}: ${points}`)
}
