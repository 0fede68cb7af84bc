import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { SessionEventKind } from '@pitboard/contract/sessions/session-events'
import { SafetyCarStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { axeFaults, axeFaultsOfNew } from '../testing/axe.ts'
import { unreachedByTab } from '../testing/keyboard.ts'
import { aDrivenRace, aTimedSession } from './stub/driven-sessions.ts'
import { LAPTOP, type LiveWorld, PHONE, testLiveRules, watchLive } from './stub/watch-live.ts'

testLiveRules('access to the live page', {
  'nothing is inaccessible in any kind of session and either language': checkAccess,
  'whatever the strip says can be read, at the least width that shows all of it': readStrip,
  'by keyboard alone everything is reached, and the focus is seen': reachByKeyboard,
})

async function checkAccess(t: TestContext, world: LiveWorld) {
  const laptop = await watchLive(t, world, aDrivenRace(8), { ...LAPTOP, search: '?driver=2' })
  await laptop.getByRole('region', { name: 'Driver', exact: true }).waitFor()
  await laptop.getByRole('button', { name: 'Columns and panels' }).click()
  await laptop.getByRole('checkbox', { name: 'Pit stops' }).waitFor()
  assert.deepEqual(await axeFaults(laptop), [])
  await laptop.context().close()
  for (const [type, cars] of [
    [SessionType.Race, 8],
    // The last five of twenty are at risk.
    [SessionType.Q1, 20],
    [SessionType.OneShotQualifying, 8],
    [SessionType.SprintShootout2, 8],
    [SessionType.P1, 8],
    [SessionType.TimeTrial, 2],
  ] as const) {
    const session = type === SessionType.Race ? aDrivenRace(cars) : aTimedSession(type, cars)
    world.site.live.reset()
    const page = await watchLive(t, world, session, { ...PHONE, locale: 'de-DE' })
    await page.locator('.live-time').getByRole('slider').waitFor()
    assert.deepEqual(await axeFaults(page), [], `${type} on a phone`)
    await page.setViewportSize(LAPTOP.viewport)
    assert.deepEqual(await axeFaultsOfNew(page), [], `${type} on a laptop`)
    await page.context().close()
  }
}

/** Each row says what comes out, with its event where it has one. */
const FLAGS: readonly (readonly [words: string, kind: SessionEventKind, status: number])[] = [
  ['Track clear', 'lightsOut', SafetyCarStatus.None],
  ['Red flag', 'redFlag', SafetyCarStatus.None],
  ['Safety car', 'safetyCar', SafetyCarStatus.Full],
  ['Virtual safety car', 'safetyCar', SafetyCarStatus.Virtual],
  ['Formation lap', 'sessionStarted', SafetyCarStatus.FormationLap],
  ['Chequered flag', 'chequeredFlag', SafetyCarStatus.None],
]
/** The line about the connection has one look in all its states but for the link at the end. */
async function readStrip(t: TestContext, world: LiveWorld) {
  const race = aDrivenRace(4)
  const page = await watchLive(t, world, race, { viewport: { width: 1051, height: 900 } })
  const strip = page.locator('.live-strip')
  for (const [index, [words, kind, safetyCarStatus]] of FLAGS.entries()) {
    const event = { seq: 90 + index, kind, timeMs: 570_000 + index, lapNum: 7 }
    const about = { driverIdx: null, otherDriverIdx: null, value: null, seconds: null }
    const events = [...race.events, { ...event, ...about }]
    world.site.live.show({ ...race, events, safetyCarStatus })
    await strip.locator('.flag-sign').getByText(words, { exact: true }).waitFor()
    assert.deepEqual(await axeFaults(page, '.live-strip'), [], words)
  }
  world.site.live.end(race)
  await strip.getByRole('link', { name: 'Result', exact: true }).waitFor()
  assert.deepEqual(await axeFaults(page, '.live-strip'), [], 'ended')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'What comes next' }).filter({ visible: true }).waitFor()
  await page.getByRole('link', { name: 'Stream overlay' }).waitFor()
}

async function reachByKeyboard(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(8), { ...LAPTOP, search: '?driver=2' })
  await page.getByRole('region', { name: 'Driver', exact: true }).waitFor()
  await page.locator('.live-time').getByRole('slider').waitFor()
  assert.deepEqual(await unreachedByTab(page), [])
  for (const type of [SessionType.OneShotQualifying, SessionType.SprintShootout3]) {
    world.site.live.reset()
    const timed = await watchLive(t, world, aTimedSession(type, 4))
    await timed.locator('.live-time').getByRole('slider').waitFor()
    assert.deepEqual(await unreachedByTab(timed), [], `${type}`)
    await timed.context().close()
  }
  await page.getByRole('button', { name: 'Columns and panels' }).press('Enter')
  const settings = page.getByRole('dialog', { name: 'Columns and panels' })
  await settings.getByRole('combobox', { name: 'View' }).waitFor()
  await page.keyboard.press('Tab')
  const outline = 'getComputedStyle(document.activeElement).outlineStyle'
  assert.notEqual(await page.evaluate(outline), 'none')
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
}
