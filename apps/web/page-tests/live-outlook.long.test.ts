import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { pitLosses } from '@pitboard/contract/pit-losses/track-pit-loss'
import { axeFaults } from '../testing/axe.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Page } from 'playwright-core'
import { aDrivenRace, aTimedSession } from './stub/driven-sessions.ts'
import { LAPTOP, type LiveWorld, PHONE, testLiveRules, watchLive } from './stub/watch-live.ts'

testLiveRules('the outlook of a live race', {
  'a battle has gap, trend and tyres, and follows the driver who is pressed': showBattles,
  'the position after a stop has the cars around by name, and follows the gaps': showPitWindow,
  'before the first stop the loss is that of recorded sessions of the track': showTrackLoss,
  'stints have wear, their expected end and what an undercut gains': showStints,
  'the panel of a driver has the end of the stint and the undercut': showDriverOutlook,
  'charts are drawn with each lap and have a table': showCharts,
  'a race that has just begun says when its panels appear': showNothingYet,
  'practice has long runs and tyres, and no panel of a race': showPractice,
  'nothing is inaccessible or wider than a phone': checkAccess,
})

const STRATEGY = { ...LAPTOP, search: '?view=strategy' }

async function watch(
  t: TestContext,
  world: LiveWorld,
  session: LiveSession,
  visit: Parameters<typeof watchLive>[3] = STRATEGY,
): Promise<Page> {
  const page = await watchLive(t, world, session, visit)
  await page.getByRole('region', { name: 'Tyre life' }).first().waitFor()
  return page
}

async function showBattles(t: TestContext, world: LiveWorld) {
  const page = await watch(t, world, aDrivenRace(20))
  const battles = page.getByRole('region', { name: 'Battles' }).first()
  const brandt = battles.getByRole('row', { name: /BRA/ })
  await brandt.getByText('+0.640').waitFor()
  assert.match(await brandt.innerText(), /Closing in|Falling back|Gap unchanged/)
  assert.match(await brandt.innerText(), /83 %/, 'its stored energy')
  await brandt.getByRole('button', { name: 'BRA' }).click()
  await page.waitForURL(/driver=3/)
  await battles.getByRole('button', { name: 'BRA', pressed: true }).waitFor()
}

async function showPitWindow(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const page = await watch(t, world, race)
  const panel = page.getByRole('region', { name: 'Stop now' }).first()
  const leader = panel.getByRole('row', { name: /MOR/ }).first()
  await leader.getByText('P11', { exact: true }).first().waitFor()
  assert.match(await leader.innerText(), /P11\s+LAU 1\.6\s+VIR 0\.2\s+P\d+ \d+–\d+$/)
  const drivers = race.drivers.map((driver, place) =>
    place === 0 ? driver : { ...driver, deltaToLeader: (driver.deltaToLeader ?? 0) + 60_000 },
  )
  world.site.live.show({ ...race, drivers })
  await leader.getByText('P1', { exact: true }).first().waitFor()
  world.site.live.show({
    ...race,
    drivers: drivers.map((driver) => ({ ...driver, deltaToLeader: null })),
  })
  await panel.getByText('Shown once the gaps').waitFor()
}

async function showStints(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const page = await watch(t, world, race)
  const panel = page.getByRole('region', { name: 'Stints and undercut' }).first()
  const leader = panel.getByRole('row', { name: /^MOR/ })
  await leader.waitFor()
  assert.match((await leader.innerText()).replaceAll(/\s+/g, ' '), /6 77 % L7 L7 .* 8\d % –$/)
  const second = panel.getByRole('row', { name: /^CAS/ })
  assert.match(await second.innerText(), /[+−]\d\.\d ±\d\.\d/)
  assert.match(await second.innerText(), /s on MOR \(/)
  const drivers = race.drivers.map((driver) => ({ ...driver, pitStops: [] }))
  world.site.live.show({ ...race, drivers })
  await panel.getByRole('columnheader', { name: 'Undercut' }).waitFor({ state: 'detached' })
}

async function showDriverOutlook(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const [, second] = race.drivers
  const search = `?driver=${second?.driverIdx}&view=strategy`
  const page = await watch(t, world, race, { ...LAPTOP, search })
  const panel = page.getByRole('region', { name: 'Driver', exact: true })
  await panel.getByText('Stint ends').waitFor()
  const words = (await panel.innerText()).replaceAll(/\s+/g, ' ')
  assert.match(words, /70 % in L\d+ Stint ends L\d+ \d+ % .* Undercut [+−]\d\.\d+ s on MOR/i)
  const drivers = race.drivers.map((driver) => ({ ...driver, tyreWear: null, pitStops: [] }))
  world.site.live.show({ ...race, drivers })
  await panel.getByText('Stint ends').waitFor({ state: 'detached' })
  await panel.getByText('Undercut').waitFor({ state: 'detached' })
}

async function showTrackLoss(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20)
  const drivers = race.drivers.map((driver) => ({ ...driver, pitStops: [] }))
  const known = { lowMs: 29_000, medianMs: 30_000, highMs: 32_000, stops: 41, sessions: 5 }
  const unknown = { virtualSafetyCar: null, safetyCar: null }
  world.site.answer(pitLosses.get, () => ({ ...unknown, racing: known }))
  t.after(() => world.site.answer(pitLosses.get, () => ({ ...unknown, racing: null })))
  const page = await watch(t, world, { ...race, drivers })
  const panel = page.getByRole('region', { name: 'Stop now' }).first()
  await panel.getByText('30.0 s a stop').waitFor()
  await panel.getByRole('button', { name: 'How to read it: Stop now' }).click()
  await panel
    .getByText('A stop costs 30.0 s here (29.0–32.0 s), judging by 41 stops in earlier')
    .waitFor()
  const [asked] = world.site.calls.filter(({ path }) => path === '/api/PitLosses')
  assert.equal(asked?.query.get('trackLength'), String(race.trackLength))
}

async function showCharts(t: TestContext, world: LiveWorld) {
  const page = await watch(t, world, aDrivenRace(20, 6))
  const positions = page.getByRole('region', { name: 'Position by lap' })
  await positions.getByText('Lap 6', { exact: true }).first().waitFor()
  world.site.live.show(aDrivenRace(20, 7))
  await positions.getByText('Lap 7', { exact: true }).first().waitFor()
  // Drivers are chosen for both charts, and a lap by keyboard, which stays with the next lap.
  await positions.getByText('Drivers in the charts').click()
  await positions.getByRole('button', { name: /^BRA/ }).click()
  const trace = page.getByRole('region', { name: 'Gap to Moreau' })
  await trace.getByText('Drivers in the charts: BRA').waitFor()
  await positions.getByRole('slider', { name: 'Lap in the charts' }).press('ArrowLeft')
  world.site.live.show(aDrivenRace(20, 8))
  await trace.getByText('Lap 8', { exact: true }).first().waitFor()
  await positions.getByText('Lap 6', { exact: true }).first().waitFor()
  await positions.getByRole('button', { name: 'Table' }).click()
  await positions.getByRole('table').waitFor()
}

async function showNothingYet(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(20, 6)
  const drivers = race.drivers.map((driver) => ({
    ...driver,
    lapTimes: [],
    numberOfLaps: 0,
    currentLapNumber: 1,
    pitStops: [],
    deltaToLeader: null,
    deltaToCarAhead: null,
  }))
  const page = await watch(t, world, { ...race, drivers })
  await page.getByText('No battle: no car has stayed within a second').waitFor()
  await page.getByText('Shown once the gaps').waitFor()
  await comesToBe(() => page.getByText('Shown once the first lap').count(), 3)
}

async function showPractice(t: TestContext, world: LiveWorld) {
  const page = await watch(t, world, aTimedSession(SessionType.P1, 20))
  const panels = page.locator('[data-panel]')
  const names = await panels.evaluateAll((all) => all.map((one) => one.getAttribute('data-panel')))
  assert.deepEqual(names, ['map', 'longRuns', 'raceControl', 'engineer', 'tyreLife'])
}

async function checkAccess(t: TestContext, world: LiveWorld) {
  for (const options of [STRATEGY, { ...PHONE, reducedMotion: 'reduce' as const }]) {
    world.site.live.reset()
    const page = await watch(t, world, aDrivenRace(20), options)
    await page.getByRole('region', { name: 'Position by lap' }).waitFor()
    assert.deepEqual(await axeFaults(page), [])
    const wide = await page
      .locator('[data-panel] section')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length)
    assert.equal(wide, 0, 'a panel is wider than its place')
    await page.context().close()
  }
}
