import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { type PairingRequest, recorderPairings } from '@pitboard/contract/accounts/recorder-pairing'
import {
  type RecorderReport,
  type RecorderStatus,
  recorderStatus,
} from '@pitboard/contract/ingest/recorder-status'
import type { Season } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { Answer } from '@pitboard/contract/wire/endpoint'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser, Page } from 'playwright-core'
import { aListedSession } from '../src/testing/a-listed-session.ts'
import { aSeason, anEvent } from '../src/testing/a-season.ts'
import { offerDownloads } from './stub/offer-downloads.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, type StubSite, startStubSite } from './stub/stub-site.ts'

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

const look = openLook('pairing')
/** The selector finds the one main action. */
const RED_BUTTON = 'main :is(a, button).bg-primary-fill'

const REQUEST: PairingRequest = {
  userCode: 'WDJB-MJHT',
  computerName: '<b>RIG</b>',
  operatingSystem: 'Windows 10.0.26100',
  recorderVersion: '0.1.0',
  ipAddress: '203.0.113.7',
  isSameNetwork: false,
  requestedAt: '2026-11-22T19:00:00.000Z',
  expiresAt: '2026-11-22T19:10:00.000Z',
}

const NOTHING: RecorderStatus = {
  isPaired: false,
  report: null,
  liveSessionId: null,
  hasRecorded: false,
}

const REPORT: RecorderReport = {
  problem: null,
  listenPort: 20_777,
  foundPort: null,
  format: 2025,
  packetsPerSecond: 180,
}

test('pairing a recorder and the first steps', { timeout: 600_000 }, async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('the page shows what asks, as text, and only a click confirms it', (t) =>
    confirmCode(t, world),
  )
  await t.test('the page opens the race as soon as it is live', (t) => openLiveRace(t, world))
  await t.test('a refused request ends without a key', (t) => refuseCode(t, world))
  await t.test('a code may be typed in any way; an unknown one is explained', (t) =>
    typeCode(t, world),
  )
  await t.test('each step completes itself, and hints follow what the recorder sees', (t) =>
    followSteps(t, world),
  )
  await t.test('who has recorded sees the next step instead of the first ones', (t) =>
    showNextStep(t, world),
  )
})

async function openSignedIn(t: TestContext, { site, browser }: World): Promise<Page> {
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  offerDownloads(site, ['portable'])
  return page
}

async function confirmCode(t: TestContext, world: World) {
  const { site } = world
  const page = await openSignedIn(t, world)
  site.answer(recorderPairings.get, () => REQUEST)
  site.answer(recorderPairings.confirm, () => null)
  site.answer(recorderStatus.get, () => NOTHING)
  await page.goto(`${site.url}/dashboard/pair?recorder=WDJB-MJHT`)
  await page.getByText('WDJB-MJHT').waitFor()
  await page.getByText('<b>RIG</b>').waitFor()
  await page.getByText('203.0.113.7 (not the network that you are using now)').waitFor()
  await page.getByText('only if you started the recorder on your own computer').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await look(page, 'pair')
  const decisions = () => site.calls.filter(({ method }) => method === 'POST')
  assert.deepEqual(
    decisions().filter(({ path }) => path.includes('Pairings')),
    [],
  )
  await page.getByRole('button', { name: 'Confirm and pair' }).click()
  await page.getByRole('heading', { name: 'Your recorder is paired.' }).waitFor()
  await page.getByRole('heading', { name: 'Your first live race' }).waitFor()
  assert.equal(decisions().at(-1)?.path, '/api/RecorderPairings/WDJB-MJHT/confirm')
  assert.deepEqual(await axeFaults(page), [])
  await look(page, 'paired')
}

async function openLiveRace(t: TestContext, world: World) {
  const { site } = world
  const page = await openSignedIn(t, world)
  site.answer(recorderPairings.get, () => REQUEST)
  site.answer(recorderPairings.confirm, () => null)
  site.answer(recorderStatus.get, () => ({ ...NOTHING, isPaired: true, liveSessionId: MARISOL.id }))
  await page.goto(`${site.url}/dashboard/pair?recorder=WDJB-MJHT`)
  await page.getByRole('button', { name: 'Confirm and pair' }).click()
  await page.waitForURL(`**/live/${MARISOL.id}`)
}

async function refuseCode(t: TestContext, world: World) {
  const { site } = world
  const page = await openSignedIn(t, world)
  site.answer(recorderPairings.get, () => ({ ...REQUEST, isSameNetwork: true }))
  site.answer(recorderPairings.refuse, () => null)
  await page.goto(`${site.url}/dashboard/pair?recorder=WDJB-MJHT`)
  await page.getByText('203.0.113.7 (your network)').waitFor()
  await page.getByRole('button', { name: 'This is not mine' }).click()
  await page.getByText('Refused. The recorder got no access').waitFor()
  const paths = site.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)
  assert.deepEqual(paths, ['/api/RecorderPairings/WDJB-MJHT/refuse'])
}

async function typeCode(t: TestContext, world: World) {
  const { site } = world
  const page = await openSignedIn(t, world)
  site.answer(recorderPairings.get, ({ params }) => {
    if (params['userCode'] === 'WDJB-MJHT') return REQUEST
    throw new Refusal(404)
  })
  await page.goto(`${site.url}/dashboard/pair`)
  const code = page.getByRole('textbox', { name: 'Code that the recorder shows' })
  await code.fill('abc')
  await page.keyboard.press('Enter')
  await page.getByText('Enter the eight letters of the code.').waitFor()
  await code.fill('bbbb-bbbb')
  await page.keyboard.press('Enter')
  await page.getByText('No recorder is waiting with this code.').waitFor()
  await code.fill('wdjb mjht')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Confirm and pair' }).waitFor()
  assert.ok(page.url().endsWith('/dashboard/pair?recorder=WDJB-MJHT'))
}

async function followSteps(t: TestContext, world: World) {
  const { site } = world
  const page = await openSignedIn(t, world)
  let status = NOTHING
  site.answer(recorderStatus.get, () => status)
  let recorded: Answer<typeof sessions.currentUser> = { totalElements: 0, sessions: [] }
  let ownSeasons: Season[] = []
  site.answer(sessions.currentUser, () => recorded)
  site.answer(seasons.mine, () => ({ totalElements: ownSeasons.length, seasons: ownSeasons }))
  await page.goto(`${site.url}/dashboard`)
  const steps = page.getByRole('region', { name: 'Your first live race' })
  const current = steps.locator('[aria-current=step] h3')
  const hint = steps.getByRole('status')
  await comesToBe(() => current.textContent(), 'Download the recorder')
  await look(page, 'first-steps')

  status = { ...NOTHING, isPaired: true }
  await comesToBe(() => current.textContent(), 'Switch telemetry on in the game')
  await hint.getByText('The recorder is not running').waitFor()
  const silent = { ...REPORT, format: null, packetsPerSecond: 0 }
  for (const [report, expected] of [
    [{ ...silent, problem: 'noPackets' }, 'receives nothing on UDP port 20777'],
    [{ ...silent, problem: 'otherPort', foundPort: 20_778 }, 'The game sends to port 20778'],
    [{ ...silent, problem: 'unsupportedFormat', format: 2021 }, 'format 2021'],
    [{ ...silent, problem: 'notTelemetry' }, 'Something other than the game'],
    [{ ...silent, problem: 'portTaken' }, 'Another program uses UDP port 20777'],
  ] as const) {
    status = { ...NOTHING, isPaired: true, report }
    await hint.getByText(expected).waitFor()
  }
  await look(page, 'first-steps-hint')
  status = { ...NOTHING, isPaired: true, report: { ...REPORT, problem: 'restricted' } }
  await comesToBe(() => current.textContent(), 'Drive: your race is live')
  await hint.getByText('set to Restricted').waitFor()
  assert.deepEqual(await axeFaults(page), [])

  status = { ...NOTHING, isPaired: true, report: REPORT, liveSessionId: MARISOL.id }
  await steps.getByRole('link', { name: 'Watch your race live' }).waitFor()
  await comesToBe(() => current.textContent(), 'Finish: the session is stored')
  await comesToBe(async () => page.locator(RED_BUTTON).count(), 1, 'while the first race is driven')
  assert.equal(await page.getByText('You are live').count(), 0, 'the steps say so')

  const race = aListedSession({ trackName: 'Silverstone' })
  recorded = { totalElements: 1, sessions: [race] }
  status = { ...status, hasRecorded: true }
  await page
    .getByRole('link', { name: /Silverstone/ })
    .first()
    .waitFor()
  assert.equal(await steps.count(), 0, 'nothing says any more that no session is stored')
  await page.getByText('You are live').waitFor()
  await comesToBe(async () => page.locator(RED_BUTTON).count(), 1, 'while the session ends')
  status = { ...status, liveSessionId: null }
  await page.getByText('You are live').waitFor({ state: 'detached' })
  assert.ok((await page.locator(RED_BUTTON).count()) <= 1)

  recorded = { totalElements: 0, sessions: [] }
  status = NOTHING
  ownSeasons = [aSeason({ name: 'Winter Cup', isLive: true, events: [anEvent(10)] })]
  await page.reload()
  await page.getByRole('link', { name: 'Edit: Winter Cup' }).waitFor()
  assert.equal(await steps.count(), 0, 'an organiser need not record')
  assert.equal(await page.locator(RED_BUTTON).count(), 0)
  const season = await page.getByRole('region', { name: 'Your seasons' }).boundingBox()
  assert.ok(season && season.width > 700, `the season has ${season?.width} px`)
  await look(page, 'organiser-without-recordings')
}

async function showNextStep(t: TestContext, world: World) {
  const { site } = world
  const page = await openSignedIn(t, world)
  let status: RecorderStatus = { ...NOTHING, isPaired: true, hasRecorded: true }
  site.answer(recorderStatus.get, () => status)
  site.answer(sessions.currentUser, () => ({ totalElements: 5, sessions: [] }))
  site.answer(seasons.mine, () => ({ totalElements: 0, seasons: [] }))
  await page.goto(`${site.url}/dashboard`)
  await page.getByText('Next: turn your races into a championship').waitFor()
  assert.equal(await page.getByText('Your first live race').count(), 0)
  assert.equal(await page.getByText('Download the recorder', { exact: true }).count(), 0)
  assert.deepEqual(await axeFaults(page), [])
  await look(page, 'next-step')

  status = { ...status, liveSessionId: MARISOL.id }
  await page.reload()
  await page.getByRole('link', { name: 'Open the live page' }).waitFor()
  status = { ...status, liveSessionId: null, report: { ...REPORT, problem: 'portTaken' } }
  await page.reload()
  await page.getByText('Another program uses UDP port 20777').waitFor()
  status = { ...status, report: { ...REPORT, packetsPerSecond: 0, problem: 'noPackets' } }
  await page.reload()
  await page.getByText('Next: turn your races into a championship').waitFor()
  assert.equal(await page.getByText('needs a hand').count(), 0, 'who does not drive needs no help')
}
