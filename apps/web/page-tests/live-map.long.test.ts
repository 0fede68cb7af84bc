import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { axeFaults } from '../testing/axe.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import type { Page } from 'playwright-core'
import { aDrivenRace } from './stub/driven-sessions.ts'
import { LAPTOP, type LiveWorld, PHONE, testLiveRules, watchLive } from './stub/watch-live.ts'

const TOUCHED = { ...PHONE, hasTouch: true, isMobile: true }

testLiveRules('the track map', {
  'keys enlarge and reduce the map, show the whole track and centre the followed car': pressKeys,
  'two fingers enlarge the map of a phone': pinch,
  'on a wall the names of cars are as large as the type of the tower needs to be': enlargeLabels,
  'the map is painted by a worker, and by the page where there is none or where it fails':
    paintAnyway,
  'the map says that a safety car is out, and nothing without one': showSafetyCar,
})

async function watch(
  t: TestContext,
  world: LiveWorld,
  visit?: Parameters<typeof watchLive>[3],
): Promise<Page> {
  const page = await watchLive(t, world, aDrivenRace(20), visit)
  await page.locator('canvas').first().waitFor({ state: 'attached' })
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function pressKeys(t: TestContext, world: LiveWorld) {
  const page = await watch(t, world, { search: '?driver=3' })
  const whole = button(page, 'Whole track')
  const centre = button(page, 'Centre the followed car')
  await page.keyboard.press('+')
  await whole.waitFor()
  await centre.waitFor({ state: 'detached' })
  await page.keyboard.press('-')
  await whole.waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await whole.waitFor()
  const map = await page.getByRole('figure').boundingBox()
  assert.ok(map)
  await page.mouse.move(map.x + 100, map.y + 100)
  await page.mouse.down()
  await page.mouse.move(map.x + 140, map.y + 120)
  await page.mouse.up()
  await centre.waitFor()
  await page.keyboard.press('c')
  await centre.waitFor({ state: 'detached' })
  await page.keyboard.press('0')
  await whole.waitFor({ state: 'detached' })
}

/** A hundredth of the screen's width is read from 3 m. */
async function enlargeLabels(t: TestContext, world: LiveWorld) {
  const page = await watch(t, world, LAPTOP)
  const painter = page.workers()[0] ?? (await page.waitForEvent('worker'))
  await painter.evaluate(`
    self.labelPx = 0
    const { fillText } = OffscreenCanvasRenderingContext2D.prototype
    OffscreenCanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      if (text.length === 3) self.labelPx = parseFloat(this.font.match(/[\\d.]+(?=px)/)[0])
      return fillText.call(this, text, ...place)
    }
  `)
  await page.setViewportSize({ width: 2560, height: 1440 })
  await comesToBe(async () => (await painter.evaluate<number>('self.labelPx')) >= 25.6, true)
}

/** The script says of each canvas of the map whether something is painted on it. */
const PAINTED = `[...document.querySelectorAll('figure canvas')].map((canvas) => {
  const copy = document.createElement('canvas')
  copy.width = canvas.width
  copy.height = canvas.height
  const context = copy.getContext('2d')
  context.drawImage(canvas, 0, 0)
  const { data } = context.getImageData(0, 0, copy.width, copy.height)
  return data.some((part) => part > 0)
})`

const isPainted = async (page: Page) => page.evaluate<readonly boolean[]>(PAINTED)

async function paintAnyway(t: TestContext, world: LiveWorld) {
  const usual = await watch(t, world)
  await comesToBe(async () => isPainted(usual), [true, true])
  assert.equal(usual.workers().length, 1)
  for (const script of [
    'delete HTMLCanvasElement.prototype.transferControlToOffscreen',
    `const { Worker } = window
     window.Worker = function () { return new Worker('/no-such-worker.js') }`,
  ]) {
    const page = await watch(t, world, { ...LAPTOP, script })
    await comesToBe(async () => isPainted(page), [true, true])
    assert.equal(page.workers().length, 0)
  }
}

async function pinch(t: TestContext, world: LiveWorld) {
  const page = await watch(t, world, TOUCHED)
  const parts = page.getByRole('navigation', { name: 'Parts of the screen' })
  await parts.getByRole('button', { name: 'Map' }).tap()
  await parts.getByRole('button', { name: 'Map', pressed: true }).waitFor()
  const input = await page.context().newCDPSession(page)
  const pinchGesture = { x: 195, y: 400, scaleFactor: 2.5, gestureSourceType: 'touch' } as const
  await input.send('Input.synthesizePinchGesture', pinchGesture)
  await button(page, 'Whole track').tap()
  await button(page, 'Whole track').waitFor({ state: 'detached' })
}

async function showSafetyCar(t: TestContext, world: LiveWorld) {
  const page = await watch(t, world)
  const label = page.getByRole('figure').getByTitle('Safety car')
  assert.equal(await label.count(), 0)
  world.site.live.show(aDrivenRace(20, 6, { safetyCarStatus: SafetyCarStatus.Full }))
  await label.waitFor()
  await comesToBe(async () => label.innerText(), 'SC')
  assert.deepEqual(await axeFaults(page), [])
}
