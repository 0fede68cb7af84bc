import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LiveSession } from '@pitboard/contract/live/live'
import { MiniSector, type MiniSectors } from '@pitboard/contract/live/mini-sectors'
import { recordRenders } from './testing/record-renders.ts'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { type DevPage, openDevPage } from '../../testing/dev-page.ts'

let opened: DevPage | undefined
let page: Page

before(async () => {
  opened = await openDevPage('timing-tower')
  page = opened.page
  await page.addInitScript(recordRenders)
  await page.goto('/nowhere')
  const harness = await page.evaluateHandle(
    (path) => import(path),
    '/src/features/timing-tower/testing/mount-tower.tsx',
  )
  const show = await harness.evaluateHandle((module, first) => module.mountTower(first), race)
  await show.evaluate((next) => Reflect.set(window, 'show', next))
  await page.waitForSelector('[data-cell="gap"]')
})

after(() => opened?.close())

const unknown = Array.from({ length: 20 }, (): MiniSectors[number] => [
  MiniSector.Unknown,
  MiniSector.Unknown,
])

const race = aSession({
  miniSectors: unknown,
  drivers: Array.from({ length: 20 }, (_, place) =>
    aDriver({
      driverIdx: place,
      position: place + 1,
      deltaToLeader: place * 1000,
      name: `Driver ${place}`,
    }),
  ),
})

test('a tick that moves one gap renders that cell, and neither its row nor the tower', async () => {
  const rendered = await rendersOf(withDriver(race, 4, { deltaToLeader: 4321 }))
  assert.deepEqual(rendered, ['GapCell'])
  assert.equal(await page.textContent('[data-place="4"] [data-cell="gap"]'), '+4.321')
})

test('a tick that changes nothing shown renders nothing', async () => {
  const same = withDriver(race, 4, { deltaToLeader: 4321, currentLapTimeMs: 12_345 })
  assert.deepEqual(await rendersOf({ ...same, version: 3 }), [])
})

test('a column without room is not there and renders nothing when its field changes', async () => {
  const warned = withDriver(race, 4, { deltaToLeader: 4321, totalWarnings: 3 })
  assert.deepEqual(await rendersOf({ ...warned, version: 4 }), ['WarningsCell'])
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.locator('[data-cell="warnings"]').first().waitFor({ state: 'detached' })
  const again = withDriver(race, 4, { deltaToLeader: 4321, totalWarnings: 4 })
  assert.deepEqual(await rendersOf({ ...again, version: 5 }), [])
})

test('a mini-sector that a car has passed renders its cell alone', async () => {
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.locator('[data-cell="miniSectors"]').first().waitFor()
  const miniSectors = unknown.with(4, [MiniSector.PersonalBest, MiniSector.Unknown])
  const passed = { ...withDriver(race, 4, { deltaToLeader: 4321, totalWarnings: 4 }), miniSectors }
  assert.deepEqual(await rendersOf({ ...passed, version: 6 }), ['MiniSectorCell', 'Bars', 'Bars'])
})

test('a change of places moves the rows and renders none of them again', async () => {
  const before = await page.$('[data-place="4"]')
  const passed = withDriver(withDriver(race, 4, { position: 4 }), 3, { position: 5 })
  const rendered = await rendersOf({ ...passed, version: 7 })
  assert.ok(!rendered.includes('TowerRow'), 'rows only move')
  const places = await page.$$eval('[data-place]', (rows) =>
    rows.map((row) => row.getAttribute('data-place')),
  )
  assert.deepEqual(places.slice(2, 6), ['2', '4', '3', '5'])
  assert.ok(await before?.evaluate((row) => row.isConnected))
})

test('a tower beside the window does not render with each tick, and is current when seen', async () => {
  const style = await page.addStyleTag({ content: 'body { transform: translateX(3000px) }' })
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  )
  const moved = withDriver(race, 4, { position: 4, deltaToLeader: 9_900 })
  const unseen = withDriver(moved, 3, { position: 5 })
  assert.deepEqual(await rendersOf({ ...unseen, version: 8 }), [])
  await style.evaluate((element) => element.parentNode?.removeChild(element))
  await page.locator('[data-place="4"] [data-cell="gap"]', { hasText: '+9.9' }).waitFor()
})

/** Returns the components that rendered for a state, each as often as it did. */
async function rendersOf(next: LiveSession): Promise<string[]> {
  return page.evaluate(async (state) => {
    const show: (next: LiveSession) => void = Reflect.get(window, 'show')
    const renders: string[] = Reflect.get(window, 'renders')
    renders.length = 0
    show(state)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return renders
  }, next)
}

function withDriver(
  session: LiveSession,
  place: number,
  known: Parameters<typeof aDriver>[0],
): LiveSession {
  const drivers = session.drivers.map((driver, at) =>
    at === place ? { ...driver, ...known } : driver,
  )
  return { ...session, version: 2, drivers }
}
