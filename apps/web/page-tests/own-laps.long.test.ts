import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { CoachedLap } from '@pitboard/analysis/coaching/corner-habits'
import { createDriver, GRID } from '@pitboard/analysis/coaching/generated-driver.fixture'
import { lapComparisons } from '@pitboard/contract/comparison/lap-comparison'
import { ownLaps, records, type TrainingLap } from '@pitboard/contract/records/records'
import { aComparedLap } from '../src/features/compare/testing/a-comparison.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import { comesToBe, until } from '@pitboard/contract/testing/patience'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { aPersonalBest, idOf, NO_STATISTICS, RECORD, STATISTICS } from './stub/lap-records.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, startStubSite, type StubSite } from './stub/stub-site.ts'

const look = openLook('own-laps', [390, 1440])
const lookAtTraining = openLook('own-laps', [390, 768, 1440, 2560])
/** Its words are the longest. */
const lookAtGerman = openLook('own-laps')
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('the page of own laps', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('it shows what the laps of the latest best have in common', (t) =>
    readStatistics(t, world),
  )
  await t.test('a mouse and a finger show each session of the progress', (t) =>
    pointAtSessions(t, world),
  )
  await t.test('a best leads to its statistics, by mouse, finger and keyboard', (t) =>
    chooseBest(t, world),
  )
  await t.test('the choice to be in no record is saved, and undone where saving fails', (t) =>
    chooseParticipation(t, world),
  )
  await t.test('an address with wrong or unknown values shows what it can', (t) =>
    readAddresses(t, world),
  )
  await t.test('corners that cost time again and again are found when asked for', (t) =>
    findTraining(t, world),
  )
  await t.test('each state says what to do, and fits in German too', (t) => lookAtStates(t, world))
})

const SPA = aPersonalBest({})
const MONZA = aPersonalBest(
  { trackId: 11, sessionKind: 'timeTrial', tyreClass: 'wet', weather: 'wet' },
  { sessionId: idOf(40), lapTimeMs: 98_412, tyreCompound: 8, drivenAt: '2026-01-02T20:00:00.000Z' },
)

function answerLaps(site: StubSite): void {
  let isInRecords = true
  site.answer(ownLaps.bests, () => [SPA, MONZA])
  site.answer(ownLaps.statistics, ({ query }) => {
    if (query.get('trackId') === '10') return STATISTICS
    return query.get('trackId') === '11'
      ? { ...STATISTICS, laps: 1, cleanLaps: 1, best: MONZA.best, tyrePace: [], deviationMs: null }
      : NO_STATISTICS
  })
  site.answer(records.track, () => [{ ...RECORD, lapNum: 30, lapTimeMs: 89_000 }])
  site.answer(ownLaps.participation, () => ({ isInRecords }))
  site.answer(ownLaps.participate, ({ body }) => {
    isInRecords = body.isInRecords
    return { isInRecords }
  })
}

async function openLaps(
  t: TestContext,
  { site, browser }: World,
  { search = '', ...options }: BrowserContextOptions & { readonly search?: string } = {},
): Promise<Page> {
  const page = await openPage(t, browser, options)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/laps${search}`)
  return page
}

const SPA_HEADING = 'Spa: F1 25, Races, Dry tyres, Dry weather'
const MONZA_HEADING = 'Monza: F1 25, Time trials, Wet tyres, Rain'

async function readStatistics(t: TestContext, world: World) {
  answerLaps(world.site)
  const page = await openLaps(t, world)
  await page.getByRole('heading', { name: SPA_HEADING }).waitFor()
  for (const words of [
    '1:29.512',
    'Your best of each of 24 mini-sectors, from 31 laps',
    '0.41 s',
    '0.09 s slower with each lap',
    'The sectors do not add up',
    'Your earlier recording of this session has other times.',
  ]) {
    await page.getByText(words).first().waitFor()
  }
  const own = page.getByRole('link', { name: 'Compare with my best' })
  await comesToBe(async () => own.count(), 3, 'not the best itself')
  const compare = page.getByRole('link', { name: 'Compare with the record' })
  assert.match((await compare.getAttribute('href')) ?? '', /laps=[^&]*\.3\.7[^&]*\.3\.30$/)
  const all = page.getByRole('link', { name: 'All records of this track' })
  assert.match((await all.getAttribute('href')) ?? '', /\/records\?track=10&game=2025&kind=race/)
}

async function findChart(page: Page) {
  const chart = page.getByRole('img', { name: 'Best lap and median of each session' })
  await chart.scrollIntoViewIfNeeded()
  return until(() => chart.boundingBox())
}

async function pointAtSessions(t: TestContext, world: World) {
  answerLaps(world.site)
  const mouse = await openLaps(t, world)
  const box = await findChart(mouse)
  await mouse.getByText('Session 4, 8 Mar').waitFor()
  await mouse.mouse.move(box.x + 64, box.y + box.height / 2)
  await mouse.getByText('Session 1, 5 Mar').waitFor()
  const finger = await openLaps(t, world, PHONE)
  const small = await findChart(finger)
  await finger.touchscreen.tap(small.x + 64, small.y + small.height / 2)
  await finger.getByText('Session 1, 5 Mar').waitFor()
}

async function chooseBest(t: TestContext, world: World) {
  answerLaps(world.site)
  for (const [by, options] of [
    ['click', {}],
    ['tap', PHONE],
    ['Enter', {}],
  ] as const) {
    const page = await openLaps(t, world, options)
    const monza = page.getByRole('table', { name: 'Personal bests' }).getByText('Monza')
    if (by === 'click') await monza.click()
    else if (by === 'tap') await monza.tap()
    else await monza.press('Enter')
    await page.getByRole('heading', { name: MONZA_HEADING }).waitFor()
    assert.match(page.url(), /track=11&game=2025&kind=timeTrial&tyres=wet&weather=wet$/)
    await page.getByText('Of 1 lap within 107 % of your best').waitFor()
    await comesToBe(
      () => page.evaluate(() => window.scrollY),
      0,
      `${by}: the statistics are in sight`,
    )
    await page.goBack()
    await page.getByRole('heading', { name: SPA_HEADING }).waitFor()
  }
}

async function chooseParticipation(t: TestContext, world: World) {
  const { site } = world
  for (const [by, options] of [
    ['Space', {}],
    ['tap', PHONE],
  ] as const) {
    answerLaps(site)
    const page = await openLaps(t, world, options)
    const choice = page.getByRole('switch', { name: 'Show my laps in the records' })
    const use = () => (by === 'tap' ? choice.tap() : choice.press('Space'))
    await use()
    await page.getByRole('switch', { checked: false, disabled: false }).waitFor()
    await page.reload()
    await page.getByRole('switch', { checked: false }).waitFor()
    site.answer(ownLaps.participate, () => {
      throw new Refusal(503)
    })
    await use()
    await page.getByRole('heading', { name: 'The choice could not be saved' }).waitFor()
    await page.getByRole('switch', { checked: false, disabled: false }).waitFor()
  }
}

async function readAddresses(t: TestContext, world: World) {
  answerLaps(world.site)
  const page = await openLaps(t, world, { search: '?track=999&game=x&kind=x&tyres=&weather=9' })
  await page.getByRole('heading', { name: SPA_HEADING }).waitFor()
  await page.goto(`${world.site.url}/dashboard/laps?track=11&game=x&kind=x&tyres=x&weather=x`)
  await page.getByRole('heading', { name: 'Monza: F1 25, Races, Dry tyres, Dry weather' }).waitFor()
  const categories = world.site.calls.filter(({ path }) => path.endsWith('/statistics'))
  for (const { query } of categories) {
    assert.match(query.toString(), /^trackId=1[01]&gameVersion=2025&sessionKind=race&tyreClass=dry/)
  }
  await page.goto(`${world.site.url}/dashboard/laps?track=13`)
  await page.getByText('You have no valid lap of this kind yet').waitFor()
  await page.getByRole('table', { name: 'Personal bests' }).waitFor()
}

/** Serves a driver who brakes early into corner 5 and is late on the throttle out of corner 8, on each lap. */
async function findTraining(t: TestContext, world: World) {
  const { site } = world
  answerLaps(site)
  const driver = createDriver(31, [
    { corner: 5, cause: 'braking', by: 30 },
    { corner: 8, cause: 'throttle', by: 45 },
  ])
  const own = driver.sessions(5, 3)
  const traces = new Map<string, CoachedLap>()
  const lapOf = (session: number, lapNum: number, lap: CoachedLap): TrainingLap => {
    const sessionId = idOf(600 + session)
    traces.set(`${sessionId}.3.${lapNum}`, lap)
    const drivenAt = `2026-03-0${session + 1}T20:00:00.000Z`
    return { sessionId, driverIdx: 3, lapNum, lapTimeMs: lap.timeMs.at(-1) ?? 0, drivenAt }
  }
  const laps = own.flatMap((session, index) =>
    session.laps.map((lap, at) => lapOf(index, at + 1, lap)),
  )
  const references = [1, 2, 3].map((lapNum) => lapOf(7, lapNum, driver.reference()))
  site.answer(ownLaps.training, () => ({
    laps,
    references,
    reference: { userId: idOf(10), username: 'Marisol' },
  }))
  site.answer(lapComparisons.compare, ({ query }) => ({
    trackId: 10,
    laps: (query.get('laps') ?? '').split(',').flatMap((key) => {
      const lap = traces.get(key)
      const [sessionId = '', driverIdx, lapNum] = key.split('.')
      if (!lap) return []
      const { line, ...channels } = lap
      return [
        aComparedLap(
          Number(lapNum),
          {
            ...channels,
            positionXM: line.map((point) => point?.[0] ?? null),
            positionZM: line.map((point) => point?.[1] ?? null),
          },
          { sessionId, driverIdx: Number(driverIdx), lengthM: GRID.lengthM },
        ),
      ]
    }),
  }))
  for (const [locale, find, early, late] of [
    [
      'en-GB',
      'Find what costs time',
      /braking into corner 5 in 5 of 5 sessions: \d\d m early/,
      /out of corner 8 in 5 of 5 sessions: full throttle \d\d m late/,
    ],
    [
      'de-DE',
      'Finden, was Zeit kostet',
      /Bremsen vor Kurve 5 in 5 von 5 Sessions: \d\d m zu früh/,
      /aus Kurve 8 heraus in 5 von 5 Sessions: Vollgas \d\d m zu spät/,
    ],
  ] as const) {
    const page = await openLaps(t, world, { locale })
    await page.getByRole('button', { name: find }).click()
    await page.getByText(early).waitFor()
    await page.getByText(late).waitFor()
    await comesToBe(async () => page.locator('#training ol > li').count(), 2)
    await lookAtTraining(page, `training-${locale}`)
  }
  site.answer(ownLaps.training, () => ({ laps: laps.slice(0, 4), references, reference: null }))
  const page = await openLaps(t, world)
  await page.getByRole('button', { name: 'Find what costs time' }).click()
  await page.getByText('there are 4 in 2').waitFor()
}

async function lookAtStates(t: TestContext, world: World) {
  const { site } = world
  answerLaps(site)
  const page = await openLaps(t, world)
  await page.getByRole('img', { name: 'Best lap and median of each session' }).waitFor()
  await look(page, 'laps')
  await page.goto(`${site.url}/dashboard/laps?track=13`)
  await page.getByText('You have no valid lap of this kind yet').waitFor()
  await look(page, 'no-lap-of-the-category')

  const german = await openLaps(t, world, { locale: 'de-DE' })
  await german.getByRole('img', { name: 'Beste Runde und Median jeder Session' }).waitFor()
  await lookAtGerman(german, 'german')

  site.answer(ownLaps.bests, () => [])
  await page.goto(`${site.url}/dashboard/laps`)
  await page.getByRole('main').getByRole('link', { name: 'Get the recorder' }).waitFor()
  await look(page, 'no-laps')

  site.answer(ownLaps.bests, () => {
    throw new Refusal(500)
  })
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  const answers = Promise.withResolvers<void>()
  site.answer(ownLaps.bests, () => [SPA])
  site.delay = async ({ path }) => (path.startsWith('/api/OwnLaps') ? answers.promise : undefined)
  t.after(() => answers.resolve())
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Your laps' }).waitFor()
  answers.resolve()
  await page.getByRole('heading', { name: SPA_HEADING }).waitFor()
}
