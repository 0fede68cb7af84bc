import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { AidStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { axeFaults } from '../testing/axe.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { Locator, Page } from 'playwright-core'
import { aDrivenRace, aTimedSession } from './stub/driven-sessions.ts'
import { LAPTOP, type LiveWorld, PHONE, testLiveRules, watchLive } from './stub/watch-live.ts'

const COLUMNS = 'position,driver,gap,wear,ers,fuel,aid,status'
/** The tower has the columns of the car. */
const CHOSEN = {
  ...LAPTOP,
  script: `localStorage.setItem('pitboard.tower.columns.race', '${COLUMNS}')`,
}
const RESTRICTED = 9

testLiveRules('fuel, energy, wear and damage on the live page', {
  'the panel of a driver shows the car, with damaged parts alone': showCar,
  'a rival’s car stands beside it': compareCars,
  'restricted telemetry is not sent: no zero, in the panel and in the tower': showRestricted,
  'fuel is a margin in races and what is on board elsewhere': showFuel,
  'cars of 2026 have a straight mode and an overtake mode in place of DRS': showModes,
  'chosen columns show the car, a phone has them as a group': showColumns,
  'nothing is inaccessible, with and without a rival': checkAccess,
})

async function watch(
  t: TestContext,
  world: LiveWorld,
  session: LiveSession,
  driver: number | null,
  visit: Parameters<typeof watchLive>[3] = LAPTOP,
): Promise<Page> {
  const search = driver === null ? '' : `?driver=${driver}`
  return watchLive(t, world, session, { ...visit, search })
}

function carOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Car', exact: true })
}

async function rowOf(page: Page, name: string): Promise<string> {
  const row = carOf(page).getByRole('row', { name: new RegExp(`^${name}`) })
  return (await row.innerText()).replaceAll(/\s+/g, ' ')
}

function withDriver(session: LiveSession, place: number, change: Partial<Driver>): LiveSession {
  const drivers = session.drivers.map((driver, each) =>
    each === place ? { ...driver, ...change } : driver,
  )
  return { ...session, drivers }
}

async function showCar(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const page = await watch(t, world, race, 1)
  await carOf(page).waitFor()
  assert.match(await rowOf(page, 'Fuel'), /FINISH \+1\.1 laps$/i)
  assert.match(await rowOf(page, 'ERS'), /91 % Medium 21 % this lap$/)
  assert.match(await rowOf(page, 'DRS'), /Available$/)
  assert.match(await rowOf(page, 'Wear'), /FL Front left 41 % FR .* 44 % RL .* 49 % RR .* 76 %$/)
  assert.match(await rowOf(page, 'Damage'), /ERS fault Front wing left 24 % Engine 7 %$/)
  world.site.live.show(
    withDriver(race, 1, { ersStorePercent: 12, damage: race.drivers[0]?.damage ?? null }),
  )
  await carOf(page).getByText('12 %').waitFor()
  assert.match(await rowOf(page, 'Damage'), /No damage$/)
}

async function compareCars(t: TestContext, world: LiveWorld) {
  const page = await watch(t, world, aDrivenRace(20), 1)
  await page.getByLabel('Compare the laps with').selectOption({ label: 'HAU' })
  await carOf(page).getByRole('columnheader', { name: 'HAU' }).waitFor()
  assert.match(await rowOf(page, 'Fuel'), /\+1\.1 laps \+1\.0 laps$/)
  assert.match(await rowOf(page, 'ERS'), /91 % Medium .* 87 % Overtake/)
}

async function showRestricted(t: TestContext, world: LiveWorld) {
  const page = await watch(t, world, aDrivenRace(20), RESTRICTED, CHOSEN)
  await page.getByText(/restricts their telemetry/).waitFor()
  for (const name of ['Fuel', 'ERS', 'Wear', 'Damage']) {
    assert.match(await rowOf(page, name), /Not sent$/)
  }
  const cell = page.locator(`[data-place="${RESTRICTED}"] [data-cell="wear"]`)
  assert.match(await cell.innerText(), /–\s*Not sent: restricted telemetry/)
}

async function showFuel(t: TestContext, world: LiveWorld) {
  const practice = aTimedSession(SessionType.P1, 20)
  const page = await watch(t, world, withDriver(practice, 0, { fuelRemainingLaps: 8.4 }), 0)
  await carOf(page).waitFor()
  assert.match(await rowOf(page, 'Fuel'), /^FUEL 8\.4 laps$/i)
  const race = await watch(t, world, withDriver(aDrivenRace(20), 0, { fuelRemainingLaps: -0.4 }), 0)
  await carOf(race).waitFor()
  assert.match(await rowOf(race, 'Fuel'), /−0\.4 laps$/)
}

async function showModes(t: TestContext, world: LiveWorld) {
  const race = withDriver(aDrivenRace(20), 0, {
    drsStatus: null,
    activeAeroStatus: AidStatus.Unavailable,
    overtakeStatus: AidStatus.Active,
  })
  const page = await watch(t, world, race, 0, CHOSEN)
  await carOf(page).waitFor()
  assert.match(await rowOf(page, 'Straight mode'), /Not available$/)
  assert.match(await rowOf(page, 'Overtake mode'), /Active$/)
  assert.equal(await carOf(page).getByRole('row', { name: /^DRS/ }).count(), 0)
  assert.match(await page.locator('[data-place="0"] [data-cell="aid"]').innerText(), /OT\s+active/)
}

function cellOf(page: Page, column: string): Locator {
  return page.locator(`[data-place="1"] [data-cell="${column}"]`)
}

async function showColumns(t: TestContext, world: LiveWorld) {
  const chosen = await watch(t, world, aDrivenRace(20), null, CHOSEN)
  await comesToBe(() => cellOf(chosen, 'wear').innerText(), '76 %')
  await comesToBe(() => cellOf(chosen, 'ers').innerText(), '91 %')
  await comesToBe(() => cellOf(chosen, 'fuel').innerText(), '+1.1')
  const phone = await watch(t, world, aDrivenRace(20), null, PHONE)
  await phone.getByRole('button', { name: 'Car', exact: true }).click()
  await comesToBe(() => cellOf(phone, 'wear').innerText(), '76 %')
}

async function checkAccess(t: TestContext, world: LiveWorld) {
  for (const options of [LAPTOP, PHONE]) {
    const page = await watch(t, world, aDrivenRace(20), RESTRICTED, options)
    await page.getByText(/restricts their telemetry/).waitFor()
    assert.deepEqual(await axeFaults(page), [])
    await page.getByLabel('Compare the laps with').selectOption({ label: 'HAU' })
    await carOf(page).getByRole('columnheader', { name: 'HAU' }).waitFor()
    assert.deepEqual(await axeFaults(page), [])
    const wide = await carOf(page).evaluate((table) => table.scrollWidth - table.clientWidth)
    assert.equal(wide, 0, 'the table is wider than its panel')
    await page.context().close()
  }
}
