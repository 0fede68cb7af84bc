import type { Browser, Page } from 'playwright-core'
import type { StubSite } from '@pitboard/web/page-tests/stub/stub-site'
import { hurryClock } from './phone.ts'

export const LIVE_ID = '01900000-0000-7000-8000-000000000000'

export interface View {
  readonly name: string
  readonly path: string
  readonly width: number
  readonly height: number
  /** The phone's view is turned to this page. */
  readonly tab?: string
  /** The key is pressed once the page stands: it shows another scene of an overlay. */
  readonly key?: string
  /** This many frames a second are enough; 55 unless it says so. */
  readonly framesMin?: number
  /** A replay is played that many times faster than it was driven. */
  readonly speed?: number
}

const LIVE_PATH = `/live/${LIVE_ID}`
/** The link leads to the first second, because a link to the beginning leads to the start of a race. */
const REPLAY_PATH = `/sessions/${LIVE_ID}?t=1`
const PHONE = { width: 390, height: 844 }
export const WIDE = { width: 1440, height: 900 }

export const LIVE_VIEW: View = { name: 'all panels, 1440 px', path: LIVE_PATH, ...WIDE }

const SCENES = [
  ['tower', '2'],
  ['driver', '3'],
  ['closest fight', '4'],
  ['grid', '5'],
  ['results', '7'],
] as const

export const VIEWS: readonly View[] = [
  { name: 'tower on a phone', path: LIVE_PATH, ...PHONE },
  { name: 'map on a phone', path: LIVE_PATH, ...PHONE, tab: 'Map' },
  LIVE_VIEW,
  {
    name: 'overlay',
    path: `${LIVE_PATH}/overlay?parts=strip,tower,battle,leaders,message`,
    width: 1920,
    height: 1080,
  },
  // A stream has 30 frames a second as a rule, made by the machine that drives the game too.
  ...SCENES.map(([scene, key]): View => ({
    name: `overlay, ${scene}`,
    path: `${LIVE_PATH}/overlay`,
    key,
    framesMin: 30,
    width: 1920,
    height: 1080,
  })),
  ...[1, 8].flatMap((speed): View[] => [
    { name: `replay at ${speed}x on a phone`, path: REPLAY_PATH, speed, ...PHONE },
    { name: `replay at ${speed}x, 1440 px`, path: REPLAY_PATH, speed, ...WIDE },
  ]),
]

/** Opens a view on a processor that is that many times slower than this one, as that of a phone. */
export async function openView(
  browser: Browser,
  site: StubSite,
  view: View,
  slowdown: number,
): Promise<Page> {
  const { width, height, path, tab, key, speed = 1 } = view
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript(hurryClock(slowdown))
  await page.goto(site.url + path)
  await page.locator('[data-place]').first().waitFor()
  if (tab !== undefined) await page.getByRole('button', { name: tab, exact: true }).click()
  if (key !== undefined) await page.keyboard.press(key)
  if (speed !== 1) await chooseSpeed(page, speed)
  return page
}

/** A phone has it behind a button. */
async function chooseSpeed(page: Page, speed: number): Promise<void> {
  const choice = page.getByLabel('Speed', { exact: true })
  const menu = page.getByRole('button', { name: 'Playback', exact: true })
  await choice.waitFor({ state: 'attached' })
  const isInMenu = await menu.isVisible()
  if (isInMenu) await menu.click()
  await choice.selectOption(String(speed))
  if (isInMenu) await page.keyboard.press('Escape')
}
