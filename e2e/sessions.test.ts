import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import type { Page } from 'playwright-core'
import { axeFaults } from './src/axe.ts'
import { startBrowser } from './src/browser.ts'
import { comesToBe, until } from '@pitboard/contract/testing/patience'
import { startSite } from './src/site.ts'
import { openWatchedPage, type WatchedPage } from './src/watched-page.ts'

const WIDTHS = [390, 768, 1440]
const HEIGHT = 900
const ARTEFACTS = join(import.meta.dirname, 'artefacts', 'sessions')

test('the page of a recorded session', async (t) => {
  const { pitboard, recordedId } = await startSite(t)
  const browser = await startBrowser(t)
  const session = await pitboard.call(sessions.get, { params: { id: recordedId } })
  const url = `${pitboard.url}/sessions/${recordedId}`
  mkdirSync(ARTEFACTS, { recursive: true })

  async function open(t: TestContext, width: number, address = url): Promise<WatchedPage> {
    const watched = await openWatchedPage(browser, { width, height: HEIGHT })
    t.after(() => watched.page.context().close())
    await watched.visit(address)
    await watched.page.locator('.line-chart canvas').nth(2).waitFor()
    return watched
  }

  for (const width of WIDTHS) {
    await t.test(`${width} px: it fits, without an error`, async (t) => {
      const watched = await open(t, width)
      const { page } = watched
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      assert.equal(overflow, 0)
      assert.deepEqual(await axeFaults(page), [])
      assert.deepEqual(watched.faults(), [])
      await page.screenshot({ path: join(ARTEFACTS, `session-${width}.png`), fullPage: true })
    })
  }

  await t.test('the numbers beside the charts are those of the API', async (t) => {
    const { page } = await open(t, 1440)
    const lastLap = Math.max(...session.drivers.map(({ numberOfLaps }) => numberOfLaps ?? 0))
    for (const lap of [lastLap, 1]) {
      await pointAt(page, lap)
      await comesToBe(() => valuesOf(page, 'Position by lap'), positionsAt(session, lap))
    }
    await page.getByRole('button', { name: 'Table: Position by lap' }).click()
    const table = page.getByRole('table', { name: 'Position by lap' })
    await table.waitFor()
    assert.equal(await table.locator('tbody tr').count(), lastLap)
    assert.equal(await table.locator('thead th').count(), session.drivers.length + 1)
  })

  await t.test(
    'the choice of drivers and the lap are in the address, for all charts',
    async (t) => {
      const { page } = await open(t, 1440)
      const [first, second] = session.drivers
        .toSorted((a, b) => (a.finishingPosition ?? 99) - (b.finishingPosition ?? 99))
        .map(({ driverIdx, name }) => ({ driverIdx, name }))
      assert.ok(first && second)
      const choice = page.getByRole('list', { name: 'Drivers in the charts' })
      await choice.getByRole('button', { name: second.name }).click()
      await pointAt(page, 1)
      await page.waitForURL(({ searchParams }) => searchParams.get('lap') === '1')
      assert.equal(new URL(page.url()).searchParams.get('drivers'), String(second.driverIdx))
      const address = page.url()
      const again = await open(t, 1440, address)
      for (const chart of ['Position by lap', 'Lap times']) {
        await comesToBe(async () => (await valuesOf(again.page, chart)).length, 1, chart)
      }
    },
  )

  await t.test('the head names the winner, and the index follows the scroll', async (t) => {
    const { page } = await open(t, 1440)
    const winner = session.drivers.find(({ finishingPosition }) => finishingPosition === 1)
    const podium = page.getByRole('list', { name: 'The first three' })
    await podium.getByText(winner?.name ?? '').waitFor()
    const index = page.getByRole('navigation', { name: 'On this page' })
    const current = index.locator('[aria-current="location"]')
    assert.equal(await current.innerText(), 'Classification')
    await index.getByRole('link', { name: 'Pace' }).click()
    await page.waitForURL(({ hash }) => hash === '#pace')
    await comesToBe(() => current.innerText(), 'Pace')
    assert.ok(await index.isVisible())
    const top = await page.getByRole('heading', { name: 'Pace', exact: true }).boundingBox()
    const choice = await page.getByRole('list', { name: 'Drivers in the charts' }).boundingBox()
    assert.ok(top && choice && top.y >= choice.y + choice.height, 'the heading is in sight')
    const table = page.locator('.table-lines').first()
    await page.evaluate('scrollTo(0, 0)')
    for (const width of [768, 1100]) {
      await page.setViewportSize({ width, height: HEIGHT })
      const head = await table.locator('thead th').first().boundingBox()
      const row = await table.locator('tbody tr').first().boundingBox()
      assert.ok(
        head && row && head.y + head.height <= row.y + 1,
        `the winner is in sight at ${width} px`,
      )
    }
  })

  await t.test('a link to a moment plays the session from there', async (t) => {
    const watched = await openWatchedPage(browser, { width: 1440, height: HEIGHT })
    t.after(() => watched.page.context().close())
    const { page } = watched
    await watched.visit(`${url}?t=1`)
    const tower = page.getByRole('table', { name: 'Timing tower' })
    await tower.locator('tbody tr').nth(19).waitFor()
    const moment = page.getByRole('slider', { name: 'Moment of the session' })
    // It plays at once. It is sent at full speed, to end soon.
    await until(async () => {
      const time = (await moment.getAttribute('aria-valuetext')) ?? ''
      const [, at, end] = /^(\S+) \/ ([^,]+)/.exec(time) ?? []
      return at !== undefined && at === end
    })
    await page.getByRole('button', { name: 'Play' }).waitFor()
    assert.deepEqual(await axeFaults(page), [])
    await page.screenshot({ path: join(ARTEFACTS, 'replay-1440.png'), fullPage: true })
    await page.setViewportSize({ width: 390, height: HEIGHT })
    await page.screenshot({ path: join(ARTEFACTS, 'replay-390.png'), fullPage: true })
    assert.deepEqual(watched.faults(), [])
    await page.getByRole('link', { name: 'Result', exact: true }).click()
    await page.getByRole('region', { name: 'Classification' }).waitFor()
  })
})

/** By the keyboard, as the pointer would. */
async function pointAt(page: Page, lap: number): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Lap in the charts' })
  await slider.focus()
  await page.keyboard.press('End')
  while ((await slider.inputValue()) !== String(lap)) await page.keyboard.press('ArrowLeft')
}

async function valuesOf(page: Page, chart: string): Promise<string[]> {
  const values = page
    .getByRole('region', { name: chart, exact: true })
    .locator('li span:last-child')
  return values.allInnerTexts()
}

/** In the order of the result: the place of each by the sums of the lap times. */
function positionsAt({ drivers }: SessionDetail, lap: number): string[] {
  const ends = drivers.map(({ driverIdx, lapTimes }) => ({
    driverIdx,
    endMs: lapTimes.slice(0, lap).reduce((sum, { lapTime }) => sum + (lapTime ?? Number.NaN), 0),
    hasDriven: lapTimes.length >= lap,
  }))
  const order = ends.filter(({ hasDriven }) => hasDriven).toSorted((a, b) => a.endMs - b.endMs)
  return drivers
    .filter(({ numberOfLaps }) => (numberOfLaps ?? 0) > 0)
    .toSorted((a, b) => (a.finishingPosition ?? 99) - (b.finishingPosition ?? 99))
    .map(({ driverIdx, numberOfLaps }) =>
      (numberOfLaps ?? 0) < lap
        ? '–'
        : String(order.findIndex((driven) => driven.driverIdx === driverIdx) + 1),
    )
}
