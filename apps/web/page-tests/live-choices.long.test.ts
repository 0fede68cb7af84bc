import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { aDrivenRace } from './stub/driven-sessions.ts'
import { columnsOf, feedOf } from './stub/read-live.ts'
import { type LiveWorld, testLiveRules, watchLive } from './stub/watch-live.ts'

testLiveRules('drivers, keys, columns and panels of the live page', {
  'a followed driver is in the address, in the tower, the panel and the feed': followDriver,
  'keys follow drivers, hide the frame of the site and list themselves': pressKeys,
  'chosen columns and panels are remembered, and what is hidden is not rendered': chooseParts,
  'a preset is chosen by name and remembered; a change of it makes the view an own one':
    choosePreset,
})

async function followDriver(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  await page.locator('[data-place="3"] [data-cell="last"]').click()
  await page.waitForURL(({ searchParams }) => searchParams.get('driver') === '3')
  const panel = page.getByRole('region', { name: 'Driver', exact: true })
  await panel.getByRole('heading', { name: 'P4 BRA Brandt' }).waitFor()
  assert.match(await panel.innerText(), /HAU −0\.\d/)
  await comesToBe(async () => panel.getByRole('table').last().locator('tbody tr').count(), 6)
  await panel.getByRole('combobox').selectOption({ label: 'MOR' })
  await comesToBe(async () => panel.getByRole('columnheader').last().innerText(), 'DIFF')
  await page.getByRole('button', { name: 'Only BRA' }).click()
  await comesToBe(() => feedOf(page), ['6:00 Brandt: 5 s penalty'])
  await page.reload()
  await panel.waitFor()
  const tower = page.locator('.live-tower')
  await comesToBe(async () => tower.getByRole('button', { name: /BRA/, pressed: true }).count(), 1)
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
}

async function pressKeys(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  const followed = () => new URL(page.url()).searchParams.get('driver')
  for (const [key, driver] of [
    ['ArrowDown', '0'],
    ['ArrowDown', '1'],
    ['ArrowUp', '0'],
    ['Escape', null],
  ] as const) {
    await page.keyboard.press(key)
    await comesToBe(async () => followed(), driver, key)
  }
  await page.locator('[data-place="2"]').getByRole('button').focus()
  await page.keyboard.press('Enter')
  await comesToBe(async () => followed(), '2')
  const bar = page.getByRole('banner').first()
  await page.keyboard.press('f')
  await bar.waitFor({ state: 'hidden' })
  await page.keyboard.press('f')
  await bar.waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Stop following').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' })
  assert.equal(followed(), '2', 'the key closed the list alone')
}

async function chooseParts(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  const settings = page.getByRole('dialog', { name: 'Columns and panels' })
  await settings.getByRole('checkbox', { name: 'Pit stops' }).uncheck()
  await settings.getByRole('checkbox', { name: 'Team' }).check()
  await settings.getByRole('button', { name: 'Move Interval to the car ahead up' }).click()
  await settings.getByRole('checkbox', { name: 'Battles' }).uncheck()
  assert.ok(await settings.getByRole('checkbox', { name: 'Position', exact: true }).isDisabled())
  for (const load of ['now', 'after a reload']) {
    const shown = await columnsOf(page)
    assert.ok(!shown.includes('stops'), load)
    assert.ok(shown.indexOf('interval') < shown.indexOf('gap'), load)
    assert.equal(await page.getByRole('region', { name: 'Battles' }).count(), 0)
    await page.reload()
    await page.locator('[data-cell="driver"]').first().waitFor()
  }
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  const resets = settings.getByRole('button', { name: 'Reset to the default' })
  await resets.first().click()
  await resets.last().click()
  await page.getByRole('region', { name: 'Battles' }).first().waitFor()
  assert.ok((await columnsOf(page)).includes('stops'))
}

async function choosePreset(t: TestContext, world: LiveWorld) {
  const page = await watchLive(t, world, aDrivenRace(20))
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  const settings = page.getByRole('dialog', { name: 'Columns and panels' })
  const preset = settings.getByRole('combobox', { name: 'View' })
  const chosen = () => preset.locator('option:checked').innerText()
  assert.equal(await chosen(), 'Automatic: Watch')
  await preset.selectOption({ label: 'Qualifying' })
  for (const load of ['now', 'after a reload']) {
    const shown = await columnsOf(page)
    assert.ok(shown.includes('delta') && !shown.includes('interval'), `${load}: ${shown.join()}`)
    assert.equal(await page.getByRole('region', { name: 'Battles' }).count(), 0)
    await page.reload()
    await page.locator('[data-cell="driver"]').first().waitFor()
  }
  await page.getByRole('button', { name: 'Columns and panels' }).click()
  assert.equal(await chosen(), 'Qualifying')
  await settings.getByRole('checkbox', { name: 'Weather' }).uncheck()
  assert.equal(await chosen(), 'Own')
  await preset.selectOption({ label: 'Automatic: Watch' })
  await page.getByRole('region', { name: 'Battles' }).first().waitFor()
  assert.ok((await columnsOf(page)).includes('interval'))
  await page.setViewportSize({ width: 2560, height: 1440 })
  await comesToBe(chosen, 'Automatic: Broadcast')
}
