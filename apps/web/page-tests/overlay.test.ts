import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { type EmbeddedSeason, embeds } from '@pitboard/contract/site/embeds'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import type { LiveSession } from '@pitboard/contract/live/live'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser, Page } from 'playwright-core'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { aDrivenRace, aTimedSession } from './stub/driven-sessions.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'

const RACE = aDrivenRace(20, 6, { receiving: true })

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('the overlay of a stream', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('it shows what its address names, on nothing', (t) => showParts(t, world))
  await t.test('a key shows another scene, and its driver is on the colour of the team', (t) =>
    switchScenes(t, world),
  )
  await t.test('a small picture has all 24 cars, and the result of qualifying has its laps', (t) =>
    fitPicture(t, world),
  )
  await t.test('values that are not of now are marked, whatever the cause', (t) =>
    markOldValues(t, world),
  )
  await t.test('with a delay it shows the session so much later', (t) => delay(t, world))
  await t.test('a page builds its address and shows it', (t) => buildAddress(t, world))
})

async function openOverlay(t: TestContext, { site, browser }: World, search = ''): Promise<Page> {
  site.live.show(RACE)
  const page = await openPage(t, browser)
  await page.clock.install()
  await page.goto(`${site.url}/live/${RACE.id}/overlay${search}`)
  return page
}

const EVENT = { startsAt: null, sessionId: null, isLive: false, podium: [] }

/** Its second race is in three days and some hours. */
const SEASON: EmbeddedSeason = {
  id: RACE.userId,
  name: 'Winter',
  leagueName: null,
  tier: null,
  accentColour: '#1e6fd9',
  isLive: false,
  teams: [],
  drivers: [
    {
      name: 'Moreau',
      position: 1,
      positionsGained: 2,
      points: 43.5,
      wins: 1,
      podiums: 1,
      team: 'Team 1',
      teamColour: '#1e6fd9',
    },
  ],
  events: [
    { ...EVENT, id: 'a', name: 'Spa', trackName: 'Spa' },
    {
      ...EVENT,
      id: 'b',
      name: 'Night race',
      trackName: 'Sakhir',
      startsAt: new Date(Date.now() + 75 * 60 * 60 * 1000).toISOString(),
    },
  ],
}

async function switchScenes(t: TestContext, world: World) {
  const season = { id: SEASON.id, name: '', ownerId: RACE.userId, eventId: RACE.id, eventName: '' }
  const rest = { round: 1, roundCount: 2, leagues: [], results: [], absentDrivers: [], teams: [] }
  world.site.answer(sessions.seasons, () => [{ ...season, ...rest }])
  world.site.answer(embeds.season, () => SEASON)
  const page = await openOverlay(t, world)
  await page.locator('tbody tr').first().waitFor()
  await page.keyboard.press('3')
  const banner = page.getByRole('region', { name: 'Driver' })
  await banner.getByText('Moreau').waitFor()
  assert.equal(await page.locator('tbody tr').count(), 0)
  assert.match((await banner.getAttribute('style')) ?? '', /--team: ?#/)
  await page.keyboard.press('5')
  await page.getByRole('heading', { name: 'Starting grid' }).waitFor()
  await comesToBe(async () => page.getByRole('listitem').count(), 20)
  await page.keyboard.press('8')
  await page.getByRole('heading', { name: 'Standings' }).waitFor()
  await comesToBe(async () => page.getByRole('listitem').allInnerTexts(), ['1\nMoreau\n▲2\n43.5'])
  await page.keyboard.press('9')
  const next = page.getByRole('region', { name: 'Next race' })
  await next.getByText('Night race').waitFor()
  await next.getByText('In 3 days').waitFor()
  await page.keyboard.press('1')
  await page.locator('tbody tr').first().waitFor()
}

async function fitPicture(t: TestContext, { site, browser }: World) {
  const session = aTimedSession(SessionType.Q1, 24)
  site.live.show(session)
  const page = await openPage(t, browser, { viewport: { width: 1280, height: 720 } })
  await page.goto(`${site.url}/live/${session.id}/overlay`)
  const last = page.locator('tbody tr').nth(23)
  await last.waitFor()
  const box = await last.boundingBox()
  assert.ok(box && box.y + box.height <= 720, `the last car ends at ${box?.y}`)
  await page.keyboard.press('7')
  assert.match(await page.getByRole('listitem').first().innerText(), /1:29\.\d{3}$/)
  await page.keyboard.press('5')
  await page.getByRole('heading', { name: 'As it stands' }).waitFor()
}

/** Without messages the tower is dimmed as old, and axe may come late. */
function keepSending(t: TestContext, { site }: World): void {
  const messages = setInterval(() => site.live.show(RACE), 1000)
  t.after(() => clearInterval(messages))
}

async function showParts(t: TestContext, world: World) {
  const search =
    '?parts=strip,tower,leaders,battle&columns=gap,toString,position,stops&rows=3&lang=de'
  const page = await openOverlay(t, world, search)
  const rows = page.locator('tbody tr')
  await rows.first().waitFor()
  await comesToBe(async () => rows.count(), 3)
  assert.deepEqual(await cellsOf(page), ['position', 'driver', 'gap', 'stops', 'status'])
  await page.getByText('Silverstone').waitFor()
  await page.getByRole('list', { name: 'Spitze' }).waitFor()
  await page.getByRole('heading', { name: /^Kampf um P\d+$/ }).waitFor()
  const boxes = await Promise.all(
    (await page.getByRole('listitem').all()).map((car) => car.boundingBox()),
  )
  assert.ok(
    boxes.every((box) => box !== null && box.width > 80),
    'each car has its room',
  )
  assert.equal(await page.locator('nav, footer, a').count(), 0, 'the frame of the site')
  const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  assert.equal(background, 'rgba(0, 0, 0, 0)')
  keepSending(t, world)
  for (const theme of ['dark', 'light']) {
    await page.goto(`${world.site.url}/live/${RACE.id}/overlay?theme=${theme}`)
    await rows.first().waitFor()
    assert.deepEqual(await axeFaults(page), [], theme)
  }
}

async function cellsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelector('tbody tr').children].map((cell) => cell.dataset.cell)`,
  )
}

async function markOldValues(t: TestContext, world: World) {
  const { live } = world.site
  const page = await openOverlay(t, world)
  const state = () => page.locator('main').getAttribute('data-state')
  /** The page connects again after a while, and is current for some seconds. */
  const comesBack = () =>
    comesToBe(async () => {
      const now = await state()
      if (now !== 'current') await page.clock.runFor(250)
      return now
    }, 'current')
  await comesToBe(state, 'current')
  await page.clock.runFor('00:04')
  await comesToBe(state, 'lost')
  await page.getByText('Connection lost').waitFor()
  live.show(after(4000), 4000)
  await comesBack()
  live.show({ ...after(4100), receiving: false }, 4100)
  await comesToBe(state, 'noData')
  live.show(after(4200), 4200)
  await comesToBe(state, 'current')
  live.reset()
  await page.clock.runFor('00:04')
  await comesToBe(state, 'lost')
  live.show(RACE)
  await comesBack()
  live.end(RACE)
  await page.getByText('Session ended').waitFor()
  await page.clock.runFor('00:40')
  assert.equal(await state(), 'ended')
}

async function delay(t: TestContext, world: World) {
  const page = await openOverlay(t, world, '?delay=20')
  const first = page.locator('[data-cell="driver"]').first()
  const leaderName = () => first.locator('[title]').getAttribute('title')
  await comesToBe(leaderName, 'Moreau, Team 1')
  const [leader, second, ...others] = RACE.drivers
  assert.ok(leader && second)
  const drivers = [{ ...leader, position: 2 }, { ...second, position: 1 }, ...others]
  world.site.live.show({ ...RACE, drivers }, 1000)
  for (let atMs = 2000; atMs <= 12_000; atMs += 1000) {
    await page.clock.runFor('00:01')
    world.site.live.show({ ...after(atMs), drivers }, atMs)
  }
  assert.equal(await leaderName(), 'Moreau, Team 1')
  await page.clock.runFor('00:12')
  await comesToBe(leaderName, 'Castillo, Team 1')
}

async function buildAddress(t: TestContext, world: World) {
  const { site, browser } = world
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/streamOverlay`)
  await page.frameLocator('iframe').locator('tbody tr').first().waitFor()
  await page.getByText('A sample race').waitFor()
  keepSending(t, world)
  await page.addInitScript(`localStorage.setItem('pitboard.driver.own', 'Moreau')`)
  await page.goto(`${site.url}/streamOverlay?session=${RACE.id}`)
  const preview = page.frameLocator('iframe')
  await preview.locator('tbody tr').nth(19).waitFor()
  await page.getByLabel('New messages of race control').uncheck()
  await page.getByLabel('Rows of the tower').fill('5')
  await page.keyboard.press('Tab')
  await page.getByLabel('Style').selectOption('light')
  await page.getByLabel('Mark my driver').check()
  const address = `${site.url}/live/${RACE.id}/overlay?parts=strip,tower&rows=5&theme=light&own=Moreau`
  await page.getByText(address, { exact: true }).waitFor()
  await comesToBe(async () => preview.locator('tbody tr').count(), 5)
  await preview.locator('[data-driver-role="own"]').waitFor()
  assert.deepEqual(await axeFaults(page), [])
}

function after(timeMs: number): LiveSession {
  return { ...RACE, sessionTimeMs: RACE.sessionTimeMs + timeMs }
}
