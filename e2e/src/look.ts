import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { axeFaults } from './axe.ts'
import { WIDE } from './browser.ts'

const WIDTHS = [390, 768, 1440]

/** Fails where the page does not fit or violates WCAG. */
export type Look = (page: Page, name: string) => Promise<void>

/** Looks at pages at several widths and saves a picture of each in a folder of the artefacts. */
export function openLook(folder: string, widths: readonly number[] = WIDTHS): Look {
  const pictures = join(import.meta.dirname, '../artefacts', folder)
  mkdirSync(pictures, { recursive: true })
  return async (page, name) => {
    for (const width of widths) {
      await page.setViewportSize({ ...WIDE, width })
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(needed <= width, `${name} needs ${needed} of ${width} px`)
      assert.deepEqual(await axeFaults(page), [], `${name} at ${width} px`)
      await page.screenshot({ path: join(pictures, `${name}-${width}.png`), fullPage: true })
    }
  }
}
