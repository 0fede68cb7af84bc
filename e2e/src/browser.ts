import type { TestContext } from 'node:test'
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from './chromium.ts'

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

/** Whoever launches it closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('Chromium is not installed')
  return chromium.launch({ executablePath, args: ARGS })
}
