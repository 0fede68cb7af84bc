import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { axeFaults } from '@pitboard/web/testing/axe'
import { startBrowser } from '@pitboard/web/testing/browser'
import { startDevServer } from './src/dev-server.ts'
import { startPitboard } from './src/pitboard.ts'
import { HEIGHT, saveScreenshot, savesScreenshots } from '@pitboard/web/testing/visit'
import { openWatchedPage } from '@pitboard/web/testing/watched-page'

const WIDTHS = [390, 768, 1440] as const
const AXE_AT: readonly number[] = [390, 1440]
/** React mounts everything twice in development and cancels the requests of the first mount. */
const CANCELLED = /\/api\/(?:Downloads|Site) net::ERR_ABORTED$/

/** Dialogs, menus and other layers are opened and closed as a visitor does. */
const OVERLAYS: readonly Overlay[] = [
  {
    name: 'dialog',
    open: (page) => page.getByRole('button', { name: 'Delete season' }).click(),
    layer: (page) => page.getByRole('dialog'),
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'menu',
    open: (page) => page.getByRole('button', { name: 'Season', exact: true }).click(),
    layer: (page) => page.getByRole('menu'),
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'toast',
    open: (page) => page.getByRole('button', { name: 'Bad' }).click(),
    layer: (page) => page.getByText('The season was not saved'),
    close: (page) => page.getByRole('button', { name: 'Close', disabled: false }).click(),
  },
]

interface Overlay {
  readonly name: string
  open(page: Page): Promise<void>
  layer(page: Page): Locator
  close(page: Page): Promise<void>
}

test('the development build shows every part in every state without an error', async (t) => {
  const pitboard = await startPitboard(t)
  const base = await startDevServer(t, pitboard.url)
  const browser = await startBrowser(t)
  const watched = await openWatchedPage(browser, { width: WIDTHS[0], height: HEIGHT })
  const { page } = watched
  t.after(() => page.context().close())
  // The first visit makes the development server bundle the dependencies and reload.
  await watched.visitSpecimens(`${base}/dev/ui`)
  await watched.visitSpecimens(`${base}/dev/ui`)
  for (const width of WIDTHS) {
    await t.test(`${width} px`, async () => {
      await watched.resize({ width, height: HEIGHT })
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      assert.equal(overflow, 0)
      if (savesScreenshots) await saveScreenshot(page, `${width}/dev-ui`, { fullPage: true })
      if (AXE_AT.includes(width)) assert.deepEqual(await axeFaults(page), [])
      for (const { name, open, layer, close } of OVERLAYS) {
        await open(page)
        await layer(page).first().waitFor()
        if (savesScreenshots) await saveScreenshot(page, `${width}/dev-ui-${name}`, {})
        // A layer has the same content at every width.
        if (width === WIDTHS[0]) assert.deepEqual(await axeFaults(page), [], name)
        await close(page)
        await layer(page).first().waitFor({ state: 'detached' })
      }
    })
  }
  assert.deepEqual(
    watched.faults().filter((fault) => !CANCELLED.test(fault)),
    [],
  )
})
