import assert from 'node:assert/strict'
import { sampleOf } from '@pitboard/contract/testing/sample'
import type { Page } from 'playwright-core'
import { axeFaults, axeFaultsOfNew } from './axe.ts'
import { WIDE } from './browser.ts'
import { saveScreenshot, savesScreenshots } from './visit.ts'

const WIDTHS = sampleOf([390, 768, 1440], 2)

/** Fails where the page does not fit, or violates WCAG at the first width; in the long run at the last too. */
export type Look = (page: Page, name: string) => Promise<void>

/** Looks at pages at several widths; pictures are saved in a folder of the artefacts if wanted. */
export function openLook(folder: string, widths: readonly number[] = WIDTHS): Look {
  const last = widths.length - 1
  const axeAt = sampleOf(last === 0 ? [0] : [0, last], 1)
  return async (page, name) => {
    for (const [index, width] of widths.entries()) {
      await page.setViewportSize({ ...WIDE, width })
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
      const look = index === 0 ? axeFaults : axeFaultsOfNew
      const faults = axeAt.includes(index) ? await look(page) : []
      const picture = `${folder}/${name}-${width}`
      if (savesScreenshots || faults.length > 0 || needed > width) {
        await saveScreenshot(page, picture, { fullPage: true })
      }
      assert.ok(needed <= width, `${name} needs ${needed} of ${width} px`)
      assert.deepEqual(faults, [], `${name} at ${width} px`)
    }
  }
}
