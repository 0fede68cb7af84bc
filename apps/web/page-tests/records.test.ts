import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { type LapRecord, ownLaps, records } from '@pitboard/contract/records/records'
import { TRACK_IDS, trackName } from '@pitboard/contract/sessions/track-names'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { aPersonalBest, idOf, makeRecords, RECORD } from './stub/lap-records.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, startStubSite, type StubSite } from './stub/stub-site.ts'

const look = openLook('records', [390, 1440])
/** Its words are the longest. */
const lookAtGerman = openLook('records')
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const NONE = 'Nobody has driven such a lap yet'

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('the page of records', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await onlyInLongRun(() =>
    t.test('a track leads to its drivers, by mouse, finger and keyboard, and back', (t) =>
      openTrack(t, world),
    ),
  )
  await t.test('equal times share a position, and each lap with telemetry can be compared', (t) =>
    readDrivers(t, world),
  )
  await onlyInLongRun(() =>
    t.test('what is chosen stands in the address and survives a reload', (t) =>
      chooseConditions(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('a table is sorted by keyboard, and on a phone by a list', (t) => sortTracks(t, world)),
  )
  await t.test('a visitor is asked for nothing of their own', (t) => openAsVisitor(t, world))
  await onlyInLongRun(() =>
    t.test('an address with wrong or unknown values shows what it can', (t) =>
      readAddresses(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('each state says what to do, and fits in German too', (t) => lookAtStates(t, world)),
  )
})

function answerRecords(site: StubSite, drivers: readonly LapRecord[] = makeRecords(3)): void {
  const own = aPersonalBest({}, { lapNum: 12, lapTimeMs: 92_000 })
  site.answer(records.versions, () => [2025, 2024])
  site.answer(ownLaps.bests, () => [own])
  site.answer(records.tracks, ({ query }) =>
    query.get('weather') === 'wet'
      ? []
      : TRACK_IDS.slice(0, 15).map((trackId, index) => ({
          trackId,
          trackName: trackName(trackId),
          record: { ...(makeRecords(15)[index] ?? RECORD), hasTrace: trackId === 10 },
        })),
  )
  site.answer(records.track, ({ query }) => (query.get('weather') === 'wet' ? [] : [...drivers]))
}

interface Visit extends BrowserContextOptions {
  readonly search?: string
  readonly isVisitor?: boolean
}

async function openRecords(
  t: TestContext,
  { site, browser }: World,
  { search = '', isVisitor = false, ...options }: Visit = {},
): Promise<Page> {
  const page = await openPage(t, browser, options)
  if (!isVisitor) await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/records${search}`)
  return page
}

async function openTrack(t: TestContext, world: World) {
  answerRecords(world.site)
  for (const [by, options] of [
    ['click', {}],
    ['tap', PHONE],
    ['Enter', {}],
  ] as const) {
    const page = await openRecords(t, world, options)
    const track = page.getByRole('link', { name: 'Spa' })
    if (by === 'click') await track.click()
    else if (by === 'tap') await track.tap()
    else await track.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Records: Spa' }).waitFor()
    await page.getByRole('link', { name: 'Max' }).waitFor()
    await comesToBe(() => page.title(), 'Records: Spa · Pitboard')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Records', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Monza' }).waitFor()
  }
}

async function readDrivers(t: TestContext, world: World) {
  const second = { ...RECORD, userId: idOf(11), username: 'Max', lapNum: 8, lapTimeMs: 90_500 }
  const third = { ...second, userId: idOf(12), username: 'Eve', hasTrace: false }
  answerRecords(world.site, [RECORD, second, third])
  for (const width of [390, 1440]) {
    const page = await openRecords(t, world, {
      search: '?track=10',
      viewport: { width, height: 900 },
    })
    await page.getByRole('link', { name: 'Eve' }).waitFor()
    const rows = await page.locator('tbody tr').allInnerTexts()
    assert.deepEqual(
      rows.map((row) => /^\d+/.exec(row)?.[0]),
      ['1', '2', '2'],
    )
    assert.match(rows[1] ?? '', /\+0\.377/)
    const compare = page.getByRole('link', { name: /^Compare with/ })
    const links = () =>
      compare.evaluateAll((all) =>
        all.map((link) => {
          const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://stub')
          return searchParams.get('laps')?.replaceAll(/[^,]+\.3\./g, '')
        }),
      )
    // The own laps are another answer.
    await comesToBe(links, ['7,12', '8,7', '8,12'], 'a lap without telemetry has none')
  }
}

async function chooseConditions(t: TestContext, world: World) {
  answerRecords(world.site)
  for (const options of [PHONE, {}]) {
    const page = await openRecords(t, world, options)
    await page.getByRole('link', { name: 'Spa' }).waitFor()
    // A letter chooses in a list that has the focus.
    await page.getByLabel('Track').focus()
    await page.keyboard.type('Spa')
    await page.getByRole('heading', { level: 1, name: 'Records: Spa' }).waitFor()
    await page.getByLabel('Game').selectOption('F1 24')
    await page.getByLabel('Kind of session').selectOption('Time trials')
    await page.getByLabel('Tyres').selectOption('Intermediates')
    await page.getByLabel('Weather').selectOption('Rain')
    await page.getByText(NONE).waitFor()
    assert.match(page.url(), /\?track=10&game=2024&kind=timeTrial&tyres=intermediate&weather=wet$/)
    await page.reload()
    await page.getByText(NONE).waitFor()
    for (const [label, value] of [
      ['Track', '10'],
      ['Game', '2024'],
      ['Kind of session', 'timeTrial'],
      ['Tyres', 'intermediate'],
      ['Weather', 'wet'],
    ] as const) {
      assert.equal(await page.getByLabel(label).inputValue(), value)
    }
    await page.getByLabel('Weather').selectOption('Dry weather')
    await page.getByRole('link', { name: 'Max' }).waitFor()
    await page.getByLabel('Track').selectOption('All tracks')
    await page.getByRole('link', { name: 'Monza' }).waitFor()
  }
}

const namesOf = async (page: Page) => page.locator('tbody th').allInnerTexts()

async function sortTracks(t: TestContext, world: World) {
  answerRecords(world.site)
  const page = await openRecords(t, world)
  await page.getByRole('button', { name: /^Track/ }).press('Enter')
  await comesToBe(async () => (await namesOf(page))[0], 'Abu Dhabi')
  const phone = await openRecords(t, world, PHONE)
  await phone.getByRole('combobox', { name: /sort/i }).selectOption({ index: 1 })
  await comesToBe(async () => (await namesOf(phone))[0]?.split('\n')[0], 'Abu Dhabi')
}

async function openAsVisitor(t: TestContext, world: World) {
  answerRecords(world.site)
  const page = await openRecords(t, world, { search: '?track=10', isVisitor: true })
  await page.getByRole('link', { name: 'Max' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Compare with my best' }).count(), 0)
  assert.ok(world.site.calls.every(({ path }) => !path.startsWith('/api/OwnLaps')))
}

async function readAddresses(t: TestContext, world: World) {
  answerRecords(world.site)
  const unknown = '?track=999&game=25&kind=x&tyres=soft&weather=snow'
  const page = await openRecords(t, world, { search: unknown })
  await page.getByRole('heading', { level: 1, name: 'Records', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Monza' }).waitFor()
  const [call] = world.site.calls.filter(({ path }) => path === '/api/Records/tracks')
  assert.equal(
    call?.query.toString(),
    'gameVersion=2025&sessionKind=race&tyreClass=dry&weather=dry&formula=f1&performance=standard',
  )
  // A year without records is chosen all the same.
  await page.goto(`${world.site.url}/records?track=-1&game=2022`)
  await page.getByRole('link', { name: 'Monza' }).waitFor()
  assert.equal(await page.getByLabel('Game').inputValue(), '2022')
  assert.equal(await page.getByLabel('Track').inputValue(), '')
}

async function lookAtStates(t: TestContext, world: World) {
  const { site } = world
  answerRecords(site, makeRecords(20))
  const page = await openRecords(t, world)
  await page.getByRole('link', { name: 'Monza' }).waitFor()
  await look(page, 'all-tracks')
  await page.goto(`${site.url}/records?track=10`)
  await page.getByRole('link', { name: 'Max' }).first().waitFor()
  await look(page, 'track')
  await page.goto(`${site.url}/records?track=10&weather=wet`)
  await page.getByText(NONE).waitFor()
  await look(page, 'none')

  const german = await openRecords(t, world, { locale: 'de-DE', search: '?track=10' })
  await german.getByRole('link', { name: 'Max' }).first().waitFor()
  await lookAtGerman(german, 'german')

  for (const endpoint of [records.track, records.versions]) {
    answerRecords(site)
    site.answer(endpoint, () => {
      throw new Refusal(500)
    })
    await page.goto(`${site.url}/records?track=10`)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    answerRecords(site)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Max' }).waitFor()
  }

  const answers = Promise.withResolvers<void>()
  t.after(() => answers.resolve())
  site.delay = async ({ path }) => (path === '/api/Records' ? answers.promise : undefined)
  await page.reload()
  await page.getByLabel('Weather').waitFor()
  answers.resolve()
  await page.getByRole('link', { name: 'Max' }).waitFor()
}
