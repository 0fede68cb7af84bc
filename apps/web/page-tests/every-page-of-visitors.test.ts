import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInLongRun, sampleOf } from '@pitboard/contract/testing/sample'
import { startBrowser } from '../testing/browser.ts'
import { HEIGHT, visitAll } from '../testing/visit.ts'
import { openWatchedPage } from '../testing/watched-page.ts'
import { AXE_AT, KEYBOARD_AT, SHARED_PAGES } from './stub/every-page.ts'
import { startStubSite } from './stub/stub-site.ts'
import { driveRace, fillSite } from './stub/whole-site.ts'

const THEMES = ['dark', ...(onlyInLongRun(() => ['light']) ?? [])]

for (const theme of THEMES) {
  test(`for a visitor every page stands still, fits each width, is accessible and reached by keyboard: ${theme}`, async (t) => {
    const site = await startStubSite(t)
    const browser = await startBrowser(t)
    site.configure({ authUrl: site.url })
    fillSite(site)
    driveRace(t, site)
    const watched = await openWatchedPage(browser, { width: 390, height: HEIGHT })
    t.after(() => watched.page.context().close())
    await watched.page.addInitScript((name) => localStorage.setItem('pitboard.theme', name), theme)
    const visits = [...SHARED_PAGES, { name: '404', path: '/404', isMissing: true } as const]
    const faults = await visitAll(watched, visits, {
      base: site.url,
      // The widths are those of a phone, a tablet, both sides of the frame's change, and a laptop.
      widths: [390, ...(onlyInLongRun(() => [768, 1050, 1051]) ?? []), 1440],
      axeAt: sampleOf(AXE_AT, 1),
      keyboardAt: KEYBOARD_AT,
      looked: new Set(),
      folder: `visitor-${theme}`,
    })
    assert.deepEqual(faults, [])
  })
}
