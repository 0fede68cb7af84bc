import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Season } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser, WIDE } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { onlyInLongRun, sampleOf } from '@pitboard/contract/testing/sample'
import { printFaults } from '../testing/print.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { anEvent } from '../src/testing/a-season.ts'
import { aLongSeason } from './stub/long-season.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-000000000020'
const WIDTHS = sampleOf([390, 768, 1051, 1440, 2560], 2)
/** A sheet of A4 has that many CSS pixels across between the margins of the print style. */
const A4_ACROSS = Math.floor(((297 - 2 * 10) / 25.4) * 96)
/** It is half an hour before the fifth round of `aLongSeason`. */
const NEAR_START = new Date('2026-02-01T18:30:00Z')

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

const TESTS: Readonly<Record<string, (t: TestContext, world: World) => Promise<void>>> = {
  'the hero has the round, the lead, the last podium and a countdown to the next event': showHero,
  'with reduced motion the countdown shows no seconds': countCalmly,
  'a season whose last race is over has a champion': showChampion,
  ...onlyInLongRun(() => ({
    'a season without events or with one driver has a page too': showSmallSeasons,
    'the calendar stands beside the standings on a wide page and below them on a phone': placeSide,
    'the largest season fits every width, without a shift while it loads': fitWidths,
    'the largest season is printed without cut columns, with a head on each sheet': printSeason,
  })),
}

test('a season’s page', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  for (const [rule, check] of Object.entries(TESTS)) {
    await t.test(rule, (t) => check(t, world))
  }
})

async function showHero(t: TestContext, world: World) {
  const page = await openSeason(t, world, aLongSeason({ rounds: 12, driven: 4, drivers: 20 }), {
    at: NEAR_START,
    reducedMotion: 'no-preference',
  })
  const hero = page.locator('main header').first()
  await hero.getByText('round 5 of 12', { exact: true }).waitFor()
  await hero.getByText(/^\S+ leads by \d+ points?$/).waitFor()
  await hero.getByText(/^At least \d+ points still to be won$/).waitFor()
  const places = hero.getByRole('list', { name: /^Last podium: / }).getByRole('listitem')
  await comesToBe(async () => places.count(), 3)
  const countdown = hero.getByRole('timer')
  const secondsLeft = async () => {
    const shown = /^In (\d+):(\d\d)$/.exec((await countdown.textContent()) ?? '') ?? []
    return Number(shown[1]) * 60 + Number(shown[2])
  }
  const before = await secondsLeft()
  await comesToBe(async () => before - (await secondsLeft()) > 0, true)
  await page.clock.fastForward(30 * 60_000)
  await comesToBe(() => countdown.textContent(), 'About to start')
}

async function countCalmly(t: TestContext, world: World) {
  const page = await openSeason(t, world, aLongSeason({ rounds: 12, driven: 4, drivers: 20 }), {
    at: NEAR_START,
    reducedMotion: 'reduce',
  })
  const countdown = page.getByRole('timer')
  await comesToBe(async () => countdown.textContent(), 'In 30 min')
  await page.clock.fastForward(2 * 60_000)
  await comesToBe(() => countdown.textContent(), 'In 28 min')
}

async function showChampion(t: TestContext, world: World) {
  const season = aLongSeason({ rounds: 6, driven: 6, drivers: 8 })
  const page = await openSeason(t, world, season)
  const hero = page.locator('main header').first()
  await hero.getByText('Champion', { exact: true }).waitFor()
  await hero
    .getByText(season.standings.drivers[0]?.name ?? '', { exact: true })
    .first()
    .waitFor()
  assert.equal(await hero.getByRole('timer').count(), 0)
}

async function placeSide(t: TestContext, world: World) {
  const page = await openSeason(t, world, aLongSeason({ rounds: 12, driven: 4, drivers: 20 }))
  const [standings, calendar] = ['Standings', 'Calendar'].map((name) =>
    page.getByRole('heading', { name, exact: true }),
  )
  assert.ok(standings && calendar)
  await calendar.waitFor()
  const below = async () => {
    const [above, under] = [await standings.boundingBox(), await calendar.boundingBox()]
    return (under?.y ?? 0) - (above?.y ?? 0) > 300
  }
  await comesToBe(below, false)
  await page.setViewportSize({ width: 390, height: 844 })
  await comesToBe(below, true)
}

async function fitWidths(t: TestContext, world: World) {
  const season = aLongSeason({ rounds: 24, driven: 22, drivers: 30 }, { name: 'W'.repeat(80) })
  for (const locale of sampleOf(['de-DE', 'en-GB'], 1)) {
    const page = await openSeason(t, world, season, { locale })
    await page.locator('figure').first().waitFor()
    assert.ok((await layoutShift(page)) < 0.05)
    for (const width of WIDTHS) {
      await page.setViewportSize({ ...WIDE, width })
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(needed <= width, `${needed} of ${width} px`)
    }
    // A season in English is looked at with every page.
    if (locale === 'de-DE') assert.deepEqual(await axeFaults(page), [], locale)
  }
}

async function showSmallSeasons(t: TestContext, world: World) {
  const empty = await openSeason(t, world, aLongSeason({ rounds: 0, driven: 0, drivers: 0 }))
  await empty.getByText('No results yet').waitFor()
  const alone = await openSeason(t, world, {
    ...aLongSeason({ rounds: 3, driven: 1, drivers: 1 }),
    visibility: 'private',
  })
  await alone.getByText('Almeida leads', { exact: true }).waitFor()
  const planned = await openSeason(t, world, {
    ...aLongSeason({ rounds: 0, driven: 0, drivers: 0 }),
    events: [anEvent(10), anEvent(11)],
  })
  await planned.getByText('No date yet').first().waitFor()
}

async function printSeason(t: TestContext, world: World) {
  const season = aLongSeason({ rounds: 24, driven: 24, drivers: 30 })
  const page = await openSeason(t, world, season)
  await page.getByRole('heading', { name: 'Calendar' }).waitFor()
  await page.locator('figure').first().waitFor()
  await page.setViewportSize({ width: A4_ACROSS, height: 700 })
  assert.deepEqual(await printFaults(page), [])
  await page.emulateMedia({ media: 'print' })
  const table = page.getByRole('table', { name: 'Drivers’ standings' })
  const right = await table.evaluate((element) => element.getBoundingClientRect().right)
  assert.ok(right <= A4_ACROSS, `the table ends at ${right} of ${A4_ACROSS} px`)
  const head = table.locator('thead')
  assert.equal(
    await head.evaluate((element) => getComputedStyle(element).display),
    'table-header-group',
  )
  const pdf = (await page.pdf({ preferCSSPageSize: false, format: 'A4' })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  assert.ok(boxes.length >= 2 && boxes.length <= 6, `${boxes.length} sheets`)
  assert.ok(boxes.every(([, width, height]) => Number(width) > Number(height)))
}

interface Visit extends BrowserContextOptions {
  /** The page's clock shows this when it opens. */
  readonly at?: Date
}

async function openSeason(
  t: TestContext,
  { site, browser }: World,
  season: Season,
  { at, ...options }: Visit = {},
): Promise<Page> {
  site.answer(seasons.get, () => ({ ...season, id: SEASON_ID }))
  const page = await openPage(t, browser, { timezoneId: 'Europe/Berlin', ...options })
  if (at) await page.clock.install({ time: at })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = 'value' in entry && typeof entry.value === 'number' ? entry.value : 0
        const sum = Number(document.documentElement.dataset.shift ?? 0) + shift
        document.documentElement.dataset.shift = String(sum)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${site.url}/seasons/${SEASON_ID}`)
  await page.locator('main h1').waitFor()
  return page
}

async function layoutShift(page: Page): Promise<number> {
  return Number((await page.locator('html').getAttribute('data-shift')) ?? 0)
}
