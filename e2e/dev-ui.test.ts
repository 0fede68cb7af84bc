import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFaults } from './src/axe.ts'
import { startBrowser } from './src/browser.ts'
import { startDevServer } from './src/dev-server.ts'
import { startPitboard } from './src/pitboard.ts'
import { openWatchedPage } from './src/watched-page.ts'

const WIDTHS = [390, 768, 1440]
const HEIGHT = 900
/** In development React mounts everything twice and cancels the requests of the first mount. */
const CANCELLED = /\/api\/(?:Downloads|Site) net::ERR_ABORTED$/
const ARTEFACTS = join(import.meta.dirname, 'artefacts')

/** Dialogs, menus and other layers, opened as a visitor does. */
const OVERLAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async dialog(page) {
    await page.getByRole('button', { name: 'Delete season' }).click()
    await page.getByRole('dialog').waitFor()
  },
  async drawer(page) {
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('dialog').waitFor()
  },
  async menu(page) {
    await page.getByRole('button', { name: 'Season', exact: true }).click()
    await page.getByRole('menuitem').first().waitFor()
  },
  async tooltip(page) {
    await page.getByRole('button', { name: 'Warnings' }).focus()
    await page.getByText('Counted once').waitFor()
  },
  async toast(page) {
    await page.getByRole('button', { name: 'Bad' }).click()
    await page.getByText('The season was not saved').first().waitFor()
  },
}

test('the development build shows every part in every state without an error', async (t) => {
  const pitboard = await startPitboard(t)
  const base = await startDevServer(t, pitboard.url)
  const browser = await startBrowser(t)
  for (const width of WIDTHS) {
    await t.test(`${width} px`, async (t) => {
      const watched = await openWatchedPage(browser, { width, height: HEIGHT })
      const { page } = watched
      t.after(() => page.context().close())
      // The first visit makes the development server bundle the dependencies and reload.
      await watched.visitSpecimens(`${base}/dev/ui`)
      await watched.visitSpecimens(`${base}/dev/ui`)
      const folder = join(ARTEFACTS, String(width))
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, 'dev-ui.png'), fullPage: true })
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      const faults = watched.faults().filter((fault) => !CANCELLED.test(fault))
      assert.deepEqual([...faults, ...(await axeFaults(page))], [])
      assert.equal(overflow, 0)
      for (const [name, open] of Object.entries(OVERLAYS)) {
        await open(page)
        await page.screenshot({ path: join(folder, `dev-ui-${name}.png`), animations: 'disabled' })
        assert.deepEqual(await axeFaults(page), [], name)
        await page.keyboard.press('Escape')
      }
    })
  }
})
