import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { keyMoments } from '@pitboard/analysis/outcome/key-moments'
import { driverRace } from '@pitboard/analysis/outcome/driver-race'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import {
  byResult,
  endOf,
  msOf,
  positionAt,
  quantile,
  racingTimes,
  tableOf,
} from '../testing/chart-numbers.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { printFaults } from '../testing/print.ts'
import { createScenario } from '@pitboard/sim/scenario/scenario'
import type { Page } from 'playwright-core'
import { recordDrive } from './stub/record-drive.ts'
import { startStubSite } from './stub/stub-site.ts'

const HEIGHT = 900
const START_MS = Date.UTC(2026, 9, 4, 19)

const scenario = createScenario({
  seed: 71,
  format: 2025,
  rateHz: 10,
  cars: 12,
  laps: 9,
  lean: true,
  trackId: 10,
  kinds: ['race'],
  situations: ['pitStops', 'penalties', 'warnings', 'weather', 'safetyCar', 'retirement'],
})

test('the page of a recorded session shows the numbers of the API', async (t) => {
  const session = recordDrive(scenario.datagrams(), START_MS)
  const site = await startStubSite(t)
  site.answer(sessions.get, () => session)
  const page = await openPage(t, await startBrowser(t))
  const address = `${site.url}/sessions/${session.id}?drivers=all`
  await open(page, address)
  const drivers = byResult(session)
  const names = drivers.map(({ name }) => name)
  const [winner] = drivers
  assert.ok(winner)
  const laps = Array.from({ length: winner.numberOfLaps ?? 0 }, (_, index) => index + 1)

  await t.test('on paper a session is dark on white, without controls', async () => {
    assert.deepEqual(await printFaults(page), [])
  })

  await t.test('pointing at a lap redraws no chart', async () => {
    const charts = page.locator('main section canvas, main section svg[role="img"]')
    await charts.evaluateAll((all) => all.forEach((chart) => chart.setAttribute('data-kept', '')))
    const count = await charts.count()
    for (const region of ['Position by lap', 'Stints']) {
      const box = await page.getByRole('region', { name: region, exact: true }).boundingBox()
      assert.ok(box)
      await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2)
      await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2)
    }
    assert.equal(await page.locator('[data-kept]').count(), count)
    assert.ok(count >= 4, `${count} charts`)
  })

  await t.test(
    'charts over laps zoom by mouse, keys and buttons, and a click chooses a lap',
    async () => {
      const slider = page.getByRole('slider', { name: 'Lap in the charts' })
      const whole = page.getByRole('button', { name: 'Show all' })
      const isZoomed = () => whole.isEnabled()
      const chart = page.getByRole('region', { name: 'Position by lap' }).getByRole('img')
      await chart.scrollIntoViewIfNeeded()
      const box = await chart.boundingBox()
      assert.ok(box)
      const y = box.y + box.height / 2
      await page.mouse.move(box.x + box.width * 0.3, y)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.8, y, { steps: 3 })
      await page.mouse.up()
      await comesToBe(isZoomed, true, 'by the mouse')
      await page.mouse.dblclick(box.x + box.width * 0.5, y)
      await comesToBe(isZoomed, false)
      await page.mouse.click(box.x + box.width * 0.99, y)
      await comesToBe(() => slider.inputValue(), String(winner.numberOfLaps))
      await page.mouse.move(0, 0)
      await slider.press('+')
      await comesToBe(isZoomed, true, 'by a key')
      await slider.press('0')
      await comesToBe(isZoomed, false)
      await page.getByRole('button', { name: 'Zoom in' }).click()
      await comesToBe(isZoomed, true, 'by a button')
      await whole.click()
      await comesToBe(isZoomed, false)
    },
  )

  await t.test('a moment of the weather is a lap of all charts', async () => {
    const bar = page.getByRole('region', { name: 'Weather and safety car' }).locator('ol')
    const box = await bar.boundingBox()
    assert.ok(box)
    const slider = page.getByRole('slider', { name: 'Lap in the charts' })
    for (const [x, lap] of [
      [2, 1],
      [box.width - 3, winner.numberOfLaps],
    ] as const) {
      await bar.hover({ position: { x, y: box.height / 2 } })
      await comesToBe(() => slider.inputValue(), String(lap))
    }
    await page.mouse.move(0, 0)
  })

  await t.test('each key moment of the race leads into the replay', async () => {
    const moments = page.getByRole('region', { name: 'Key moments' }).getByRole('link')
    const addresses = await moments.evaluateAll((links) =>
      links.map((link) =>
        new URL(link.getAttribute('href') ?? '', location.href).searchParams.get('t'),
      ),
    )
    assert.deepEqual(
      addresses,
      keyMoments(session).map(({ seq, lap }) => (seq === null ? `l${lap}` : `e${seq}`)),
    )
  })

  await t.test('the race of any driver is told, and that of the own one first', async () => {
    const [first, second] = drivers
    assert.ok(first && second)
    const choice = page.getByRole('combobox', { name: 'Driver', exact: true })
    assert.equal(await choice.inputValue(), String(first.driverIdx))
    await choice.selectOption(String(second.driverIdx))
    const told = page.getByRole('region', { name: 'Race of a driver' })
    const race = driverRace(session, second)
    await told.getByText(`P${race?.start?.to}.`).waitFor()
    await told.getByRole('button', { name: 'My driver' }).click()
    const own = page.getByRole('region', { name: 'Your race' })
    await own.getByRole('button', { name: 'My driver' }).click()
    await told.waitFor()
    await choice.selectOption(String(first.driverIdx))
  })

  await t.test('lines over laps', async () => {
    const lines: [chart: string, value: (index: number, lap: number) => number, isTime: boolean][] =
      [
        ['Position by lap', (index, lap) => positionAt(session, at(index), lap), false],
        [`Gap to ${winner.name}`, (index, lap) => endOf(at(index), lap) - endOf(winner, lap), true],
        ['Lap times', (index, lap) => timeAt(index, lap), true],
      ]
    for (const [chart, value, isTime] of lines) {
      const [head, ...rows] = await twinOf(page, chart)
      assert.equal(head?.length, names.length + 1, chart)
      const shown = rows.map(([, ...cells]) =>
        cells.map((cell) => (isTime ? msOf(cell) : Number(cell === '–' ? Number.NaN : cell))),
      )
      const expected = laps.map((lap) => names.map((_, index) => value(index, lap)))
      assert.deepEqual(shown, expected, chart)
    }
  })

  await t.test('pace', async () => {
    const [, ...rows] = await twinOf(page, 'Race pace')
    const expected = drivers
      .map((driver) => ({ name: driver.name, times: racingTimes(session, driver) }))
      .filter(({ times }) => times.length > 0)
      .map(({ name, times }) => [
        name,
        ...[0.5, 0, 0.25, 0.75, 1].map((share) => quantile(times, share)),
        times.length,
      ])
    const shown = rows.map(([name, ...cells]) => [
      name,
      ...cells.slice(0, 5).map(msOf),
      Number(cells[5]),
    ])
    assert.deepEqual(shown.toSorted(byFirst), expected.toSorted(byFirst))
  })

  await t.test('stints', async () => {
    const [, ...rows] = await twinOf(page, 'Stints')
    const shown = new Map<string, number>()
    for (const [name = '', , , , count] of rows) {
      shown.set(name, (shown.get(name) ?? 0) + Number(count))
    }
    assert.deepEqual(
      [...shown],
      drivers.map(({ name, numberOfLaps }) => [name, numberOfLaps]),
    )
    const sets = drivers.flatMap(({ tyres }) => tyres.map(({ tyreCompound }) => tyreCompound))
    assert.ok(rows.length <= sets.length && rows.length > drivers.length)
  })

  await t.test('sectors', async () => {
    const [, ...rows] = await tableOf(page.locator('main'), 'Best sectors')
    const shown = rows.map(([name, ...cells]) => [name, ...cells.map(msOf)])
    const expected = session.drivers
      .filter(({ bestSector1TimeMs }) => bestSector1TimeMs !== null)
      .map(({ name, bestSector1TimeMs: s1, bestSector2TimeMs: s2, bestSector3TimeMs: s3 }) => [
        name,
        s1,
        s2,
        s3,
        (s1 ?? 0) + (s2 ?? 0) + (s3 ?? 0),
      ])
    assert.deepEqual(shown.toSorted(byFirst), expected.toSorted(byFirst))
  })

  await onlyInLongRun(() =>
    t.test('head to head, of the two who are chosen', async () => {
      const [first, second] = [at(2), at(1)]
      const choice = page.getByRole('list', { name: 'Drivers in the charts' })
      for (const { name } of [first, second]) {
        await choice.getByRole('button', { name }).click()
      }
      const [, ...rows] = await twinOf(page, `${first.name} against ${second.name}`)
      const both = laps.slice(0, Math.min(first.numberOfLaps ?? 0, second.numberOfLaps ?? 0))
      assert.deepEqual(
        rows.map(([lap, delta = '']) => [Number(lap), msOf(delta)]),
        both.map((lap) => [lap, timeAt(2, lap) - timeAt(1, lap)]),
      )
      await choice.getByRole('button', { name: 'All' }).click()
    }),
  )

  await t.test('weather and safety cars', async () => {
    const [, ...rows] = await twinOf(page, 'Weather and safety car')
    const kinds = session.weatherHistory.filter(
      ({ weather }, index, all) => all[index - 1]?.weather !== weather,
    )
    const { numberOfSafetyCars, numberOfVirtualSafetyCars, numberOfRedFlags } = session
    const cars = (numberOfSafetyCars ?? 0) + (numberOfVirtualSafetyCars ?? 0)
    assert.equal(rows.length, kinds.length + cars + (numberOfRedFlags ?? 0))
  })

  await t.test('the log has every entry, and each leads to its lap and its moment', async () => {
    const log = page.getByRole('region', { name: 'Penalties and overtakes' }).last()
    await comesToBe(() => log.getByRole('listitem').count(), entriesOf(session))
    const overtake = session.events.findLast(({ kind }) => kind === 'overtake')
    assert.ok(overtake)
    const links = log.locator(`a[href$="t=e${overtake.seq}"]`)
    const entry = log
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href$="t=e${overtake.seq}"]`) })
    await entry.first().getByRole('button').click()
    const { lapNum } =
      session.overtakes.find(({ overtakingTime }) => overtakingTime === overtake.timeMs) ?? {}
    const slider = page.getByRole('slider', { name: 'Lap in the charts' })
    await comesToBe(() => slider.inputValue(), String(lapNum))
    await page.waitForURL(({ searchParams }) => searchParams.get('lap') === String(lapNum))
    const { searchParams } = new URL(page.url())
    assert.equal(searchParams.get('drivers')?.split(',')[0], String(overtake.driverIdx))
    assert.ok((await links.count()) > 0, 'a link to its moment')
  })

  await t.test('the choice of drivers and the lap are in the address, for all charts', async () => {
    await open(page, address)
    const [, second] = drivers
    assert.ok(second)
    const choice = page.getByRole('list', { name: 'Drivers in the charts' })
    await choice.getByRole('button', { name: second.name }).click()
    await pointAt(page, 1)
    await page.waitForURL(({ searchParams }) => searchParams.get('lap') === '1')
    assert.equal(new URL(page.url()).searchParams.get('drivers'), String(second.driverIdx))
    await page.reload()
    await page.getByText('More charts').click()
    for (const chart of ['Position by lap', 'Lap times']) {
      await comesToBe(async () => (await valuesOf(page, chart)).length, 1, chart)
    }
    await comesToBe(
      () => valuesOf(page, 'Position by lap'),
      [String(positionAt(session, second, 1))],
    )
  })

  await t.test('before somebody chooses, every chart is about the same three', async () => {
    await open(page, `${site.url}/sessions/${session.id}`)
    for (const chart of ['Position by lap', 'Lap times']) {
      await comesToBe(async () => (await valuesOf(page, chart)).length, 3, chart)
    }
  })

  await t.test('the head names the winner, and the index follows the scroll', async () => {
    await open(page, address)
    await page.evaluate('scrollTo(0, 0)')
    const podium = page.getByRole('list', { name: 'The first three' })
    await podium.getByText(winner.name).waitFor()
    const index = page.getByRole('navigation', { name: 'On this page' })
    const current = index.locator('[aria-current="location"]')
    await comesToBe(() => current.innerText(), 'Classification')
    await index.getByRole('link', { name: 'Charts' }).click()
    await page.waitForURL(({ hash }) => hash === '#charts')
    await comesToBe(() => current.innerText(), 'Charts')
    assert.ok(await index.isVisible())
    const top = await page.getByRole('heading', { name: 'Charts', exact: true }).boundingBox()
    assert.ok(top && top.y >= 0 && top.y < HEIGHT / 2, 'the heading is in sight')
    await page.evaluate('scrollTo(0, 0)')
    for (const width of [768, 1100]) {
      await page.setViewportSize({ width, height: HEIGHT })
      // The page above the table is laid out again, so both edges are read at the same moment.
      const isInSight = `(() => {
        const table = document.querySelector('.table-lines')
        const head = table.querySelector('thead th').getBoundingClientRect()
        return head.bottom <= table.querySelector('tbody tr').getBoundingClientRect().top + 1
      })()`
      await comesToBe(() => page.evaluate(isInSight), true, `the winner is in sight at ${width} px`)
    }
  })

  await onlyInLongRun(() =>
    t.test('it fits with its charts, and they are accessible', async () => {
      for (const width of [768, 1440, 390]) {
        await page.setViewportSize({ width, height: HEIGHT })
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
      }
      assert.deepEqual(await axeFaults(page), [])
    }),
  )

  function at(index: number) {
    const driver = drivers[index]
    assert.ok(driver)
    return driver
  }

  function timeAt(index: number, lap: number): number {
    const { lapTimes, numberOfLaps } = at(index)
    return lap > (numberOfLaps ?? 0) ? Number.NaN : (lapTimes[lap - 1]?.lapTime ?? Number.NaN)
  }
})

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByText('More charts').click()
  await page.locator('.line-chart canvas').nth(2).waitFor()
}

/** Moves the charts' cursor to a lap by the keyboard, which does the same as the pointer. */
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

/** Shows the table in place of the chart, and reads it. */
async function twinOf(page: Page, chart: string): Promise<string[][]> {
  const button = page.getByRole('button', { name: `Table: ${chart}`, exact: true })
  await button.click()
  const rows = await tableOf(page.getByRole('region', { name: chart, exact: true }).first(), chart)
  await button.click()
  return rows
}

function entriesOf({ overtakes, drivers }: SessionDetail): number {
  return drivers.reduce(
    (sum, { penalties, warnings }) => sum + penalties.length + warnings.length,
    overtakes.length,
  )
}

function byFirst([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1
}
