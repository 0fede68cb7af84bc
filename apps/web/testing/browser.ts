import type { TestContext } from 'node:test'
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type BrowserServer,
  type LaunchOptions,
  type Page,
} from 'playwright-core'
import { ensureBuilt } from './builds.ts'
import { ensureChromium } from './chromium.ts'
import { PATIENCE_MS } from '@pitboard/contract/testing/patience'

export const WIDE = { width: 1440, height: 900 }
const ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Root, as in containers, can't have Chromium's sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export async function startBrowser(t: TestContext): Promise<Browser> {
  await ensureBuilt('web')
  const browser = await openBrowser()
  t.after(() => browser.close())
  return browser
}

/** Serves one Chromium for all tests of a run: each test has contexts of its own in it. */
export async function serveBrowser(): Promise<BrowserServer> {
  return chromium.launchServer(await launchOptions())
}

/** Opens a connection to the Chromium of this run of tests, or one of its own where a file runs alone. */
export async function openBrowser(): Promise<Browser> {
  const shared = process.env['TEST_BROWSER_URL']
  return shared === undefined ? launchBrowser() : chromium.connect(shared)
}

/**
 * The visitor wants less motion: what repaints on and on costs each test that waits, and axe reads the colours of text
 * that is just fading. Tests of motion ask for it.
 */
export const CALM = { locale: 'en-GB', reducedMotion: 'reduce' } as const

/** Opens a page of a visitor of its own, which is closed with the test. */
export async function openPage(
  t: TestContext,
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: WIDE, ...CALM, ...options })
  t.after(() => context.close())
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}

/**
 * Stops the clock that the test has installed in the page, about so far ahead; from then on `runFor` alone moves it. A
 * page that hears of it too late has passed that moment: then it is a later one.
 */
export async function pauseClock(page: Page, aheadMs = 100): Promise<void> {
  const isPaused = await page.clock
    .pauseAt((await page.evaluate<number>('Date.now()')) + aheadMs)
    .then(() => true)
    .catch((error: unknown) => {
      if (error instanceof Error && error.message.includes('to the past')) return false
      throw error
    })
  if (!isPaused) await pauseClock(page, aheadMs * 2)
}

/** The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await launchOptions())
}

async function launchOptions(): Promise<LaunchOptions> {
  return { executablePath: await ensureChromium(), args: ARGS }
}
