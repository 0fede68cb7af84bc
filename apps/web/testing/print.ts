// oxlint-disable unicorn/consistent-function-scoping -- a page is sent one function with all it needs
import type { Page } from 'playwright-core'

const CONTRAST_MIN = 4.5

/** Returns faults of the printed page: pale text on white, controls, and tables that are cut off. */
export async function printFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const faults = await page.evaluate<string[]>(`(${inPage.toString()})(${CONTRAST_MIN})`)
  await page.emulateMedia({ media: null })
  return faults
}

/** The function runs in the page. */
function inPage(contrastMin: number): string[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return ['no canvas']
  const paint = context
  function over(colour: string, below: readonly number[]): number[] {
    paint.clearRect(0, 0, 1, 1)
    paint.fillStyle = colour
    paint.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0, a = 0] = paint.getImageData(0, 0, 1, 1).data
    return [r, g, b].map((one, at) => (one * a + (below[at] ?? 255) * (255 - a)) / 255)
  }
  function light(colour: readonly number[]): number {
    const [r = 0, g = 0, b = 0] = colour.map((one) => {
      const share = one / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  function ground(element: Element | null): number[] {
    if (!element) return [255, 255, 255]
    return over(getComputedStyle(element).backgroundColor, ground(element.parentElement))
  }
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const faults = new Set<string>()
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    )
    if (!hasText || !isShown(element) || element.closest('.sr-only, svg')) continue
    const below = ground(element)
    const [one, other] = [light(over(getComputedStyle(element).color, below)), light(below)]
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (contrast < contrastMin) faults.add(`${contrast.toFixed(1)}: ${element.textContent?.trim()}`)
  }
  for (const control of document.querySelectorAll(
    'nav, header button, main select, main input, footer',
  )) {
    if (isShown(control)) faults.add(`a control: ${control.outerHTML.slice(0, 80)}`)
  }
  for (const table of document.querySelectorAll('main table')) {
    const box = table.parentElement
    if (!box || !isShown(table)) continue
    if (getComputedStyle(box).overflow !== 'visible') faults.add('a table in a box that scrolls')
  }
  return [...faults]
}
