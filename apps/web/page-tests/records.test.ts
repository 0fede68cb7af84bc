import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type LapRecord,
  type LapStatistics,
  ownLaps,
  records,
} from '@pitboard/contract/records/records'
import type { LapCategory } from '@pitboard/contract/records/lap-category'
import type { Page } from 'playwright-core'
import { axeFaults } from '@pitboard/e2e/axe'
import { openPage, startBrowser } from '@pitboard/e2e/browser'
import { until } from '@pitboard/e2e/patience'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'

const WIDTHS = [390, 1440]

const LAP = {
  ...{ sessionId: '01900000-0000-7000-8000-000000000001', driverIdx: 3, lapNum: 7 },
  ...{ lapTimeMs: 90_123, sector1TimeMs: 30_000, sector2TimeMs: 30_000, sector3TimeMs: 30_123 },
  ...{ tyreCompound: 16, tyreAgeLaps: 4, hasTrace: true, drivenAt: '2026-03-08T20:00:00.000Z' },
}
const FASTEST: LapRecord = {
  ...LAP,
  ...{ userId: '01900000-0000-7000-8000-00000000000a', username: 'Marisol', avatarUrl: null },
}
const CATEGORY: LapCategory = {
  ...{ trackId: 10, gameVersion: 2025, sessionKind: 'race', tyreClass: 'dry', weather: 'dry' },
}
const STATISTICS: LapStatistics = {
  ...{
    laps: 41,
    best: LAP,
    theoreticalBestMs: 89_900,
    miniSectorBest: null,
    cleanLaps: 38,
    medianMs: 91_000,
  },
  ...{ deviationMs: 412.3, miniSectorBest: { timeMs: 89_512, laps: 31 } },
  progress: [92_400, 91_100, 91_500, 90_123].map((bestMs, index) => ({
    sessionId: LAP.sessionId.replace(/1$/, String(4 - index)),
    drivenAt: `2026-03-0${index + 5}T20:00:00.000Z`,
    ...{ bestMs, medianMs: bestMs + 900, laps: 12 },
    ...{ driverIdx: 3, lapNum: index + 4, hasTrace: true },
  })),
  tyrePace: [{ tyreCompound: 16, laps: 24, lossPerLapMs: 92.4, confidenceMs: 11 }],
  withheld: [{ ...LAP, lapNum: 9, reason: 'sectorSum' }],
}

async function isAsWideAsItsWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
}

test('records: tracks lead to their drivers, the choice stands in the address, and nobody is said so', async (t) => {
  const site = await startStubSite(t)
  const second = {
    ...FASTEST,
    userId: LAP.sessionId,
    username: 'Max',
    lapNum: 8,
    lapTimeMs: 90_500,
  }
  site.answer(records.versions, () => [2025, 2024])
  const own = { ...LAP, lapNum: 12, lapTimeMs: 92_000 }
  site.answer(ownLaps.bests, () => [{ ...CATEGORY, trackName: 'Spa', best: own }])
  site.answer(records.tracks, () => [{ trackId: 10, trackName: 'Spa', record: FASTEST }])
  site.answer(records.track, ({ query }) =>
    query.get('weather') === 'wet'
      ? []
      : [FASTEST, second, { ...second, userId: 'x', username: 'Eve', hasTrace: false }],
  )
  const browser = await startBrowser(t)
  for (const width of WIDTHS) {
    const page = await openPage(t, browser, { viewport: { width, height: 900 } })
    await signIn(page, site, MARISOL)
    await page.goto(`${site.url}/records`)
    await page.getByRole('link', { name: 'Spa' }).click()
    await page.getByRole('heading', { level: 1, name: 'Records: Spa' }).waitFor()
    await page.getByRole('link', { name: 'Eve' }).waitFor()
    const rows = await page.locator('tbody tr').allInnerTexts()
    assert.deepEqual(
      rows.map((row) => /^\d+/.exec(row)?.[0]),
      ['1', '2', '2'],
    )
    assert.match(rows[1] ?? '', /\+0\.377/)
    const compare = page.getByRole('link', { name: /^Compare with/ })
    const links = await compare.evaluateAll((all) =>
      all.map((link) => {
        const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://stub')
        return searchParams.get('laps')?.replaceAll(/[^,]+\.3\./g, '')
      }),
    )
    assert.deepEqual(links, ['7,12', '8,7', '8,12'], 'a lap without telemetry has none')
    assert.deepEqual(await axeFaults(page), [])
    assert.ok(await isAsWideAsItsWindow(page))
    await page.getByLabel('Weather').selectOption('Rain')
    await page.getByText('Nobody has driven such a lap yet').waitFor()
    assert.match(page.url(), /track=10.*weather=wet/)
    await page.reload()
    assert.equal(await page.getByLabel('Weather').inputValue(), 'wet')
  }
})

test('own laps: statistics of the latest best, why laps are in no record, and the choice to be in none', async (t) => {
  const site = await startStubSite(t)
  let isInRecords = true
  site.answer(ownLaps.bests, () => [{ ...CATEGORY, trackName: 'Spa', best: LAP }])
  site.answer(ownLaps.statistics, () => STATISTICS)
  const record = { ...FASTEST, lapNum: 30, lapTimeMs: 89_000 }
  site.answer(records.track, () => [record])
  site.answer(ownLaps.participation, () => ({ isInRecords }))
  site.answer(ownLaps.participate, ({ body }) => {
    isInRecords = body.isInRecords
    return { isInRecords }
  })
  const browser = await startBrowser(t)
  for (const width of WIDTHS) {
    isInRecords = true
    const page = await openPage(t, browser, { viewport: { width, height: 900 } })
    await signIn(page, site, MARISOL)
    await page.goto(`${site.url}/dashboard/laps`)
    await page.getByRole('heading', { name: 'Spa: F1 25, Races, Dry tyres, Dry weather' }).waitFor()
    for (const text of [
      '1:29.512',
      'Your best of each of 24 mini-sectors, from 31 laps',
      '0.41 s',
      '0.09 s slower with each lap',
      'The sectors do not add up',
    ]) {
      await page.getByText(text).first().waitFor()
    }
    const chart = page.getByRole('img', { name: 'Best lap and median of each session' })
    await chart.scrollIntoViewIfNeeded()
    const box = await until(() => chart.boundingBox())
    await page.mouse.move(box.x + 64, box.y + box.height / 2)
    await page.getByText('Session 1, ').waitFor()
    const own = page.getByRole('link', { name: 'Compare with my best' })
    assert.equal(await own.count(), 3, 'not the best itself')
    const compare = page.getByRole('link', { name: 'Compare with the record' })
    assert.match((await compare.getAttribute('href')) ?? '', /laps=[^&]*\.3\.7[^&]*\.3\.30$/)
    assert.deepEqual(await axeFaults(page), [])
    assert.ok(await isAsWideAsItsWindow(page))
    const choice = page.getByRole('switch', { name: 'Show my laps in the records' })
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
    await choice.press('Space')
    await Promise.all([page.getByRole('switch', { checked: false }).waitFor(), answered])
    assert.equal(isInRecords, false)
  }
})
