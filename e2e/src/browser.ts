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
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('Chromium is not installed')
  const browser = await chromium.launch({ executablePath, args: ARGS })
  t.after(() => browser.close())
  return browser
}
