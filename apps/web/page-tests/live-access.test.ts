import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { axeFaults } from '@pitboard/e2e/axe'
import { unreachedByTab } from '@pitboard/e2e/keyboard'
import { aDrivenRace, aTimedSession } from './stub/driven-sessions.ts'
import { LAPTOP, type LiveWorld, PHONE, testLiveRules, watchLive } from './stub/watch-live.ts'

testLiveRules('access to the live page', {
  'nothing is inaccessible in any kind of session and either language': checkAccess,
  'by keyboard alone everything is reached, and the focus is seen': reachByKeyboard,
})

async function checkAccess(t: TestContext, world: LiveWorld) {
  const laptop = await watchLive(t, world, aDrivenRace(20), { ...LAPTOP, search: '?driver=2' })
  await laptop.getByRole('region', { name: 'Driver', exact: true }).waitFor()
  await laptop.getByRole('button', { name: 'Columns and panels' }).click()
  await laptop.getByRole('checkbox', { name: 'Pit stops' }).waitFor()
  assert.deepEqual(await axeFaults(laptop), [])
  for (const type of [
    ...[SessionType.Race, SessionType.Q1, SessionType.OneShotQualifying],
    ...[SessionType.SprintShootout2, SessionType.P1, SessionType.TimeTrial],
  ]) {
    const session = type === SessionType.Race ? aDrivenRace(20) : aTimedSession(type, 20)
    for (const options of [
      { ...LAPTOP, locale: 'en-GB' },
      { ...PHONE, locale: 'de-DE' },
    ]) {
      world.site.live.reset()
      const page = await watchLive(t, world, session, options)
      await page.locator('.live-time').getByRole('slider').waitFor()
      assert.deepEqual(await axeFaults(page), [], `${type} in ${options.locale}`)
      await page.context().close()
    }
  }
}

async function reachByKeyboard(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20), { ...LAPTOP, search: '?driver=2' })
  await page.getByRole('region', { name: 'Driver', exact: true }).waitFor()
  await page.locator('.live-time').getByRole('slider').waitFor()
  assert.deepEqual(await unreachedByTab(page), [])
  for (const type of [SessionType.OneShotQualifying, SessionType.SprintShootout3]) {
    world.site.live.reset()
    const timed = await watchLive(t, world, aTimedSession(type, 10))
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
