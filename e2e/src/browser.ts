import type { TestContext } from 'node:test'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'
import { PATIENCE_MS } from './patience.ts'

export const WIDE = { width: 1440, height: 900 }
const ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Root, as in containers, can't have Chromium's sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export async function startBrowser(t: TestContext): Promise<Browser> {
  const browser = await launchBrowser()
  t.after(() => browser.close())
  return browser
}

/** A page of a visitor of its own, closed with the test. */
export async function openPage(
  t: TestContext,
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: WIDE, locale: 'en-GB', ...options })
  t.after(() => context.close())
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}

/** The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('Chromium is not installed')
  return chromium.launch({ executablePath, args: ARGS })
}
