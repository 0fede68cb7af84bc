import type { Page } from 'playwright-core'

/** Returns the keys of the columns that the tower shows. */
export async function columnsOf(page: Page): Promise<(string | null)[]> {
  const cells = page.locator('[data-place="0"] [data-cell]')
  return cells.evaluateAll((found) => found.map((cell) => cell.getAttribute('data-cell')))
}

/** Returns clock and words of each line. */
export async function feedOf(page: Page): Promise<string[]> {
  const lines = page.getByRole('region', { name: 'Race control' }).getByRole('listitem')
  return lines.evaluateAll((items) =>
    items.map(
      (item) => `${item.firstElementChild?.textContent} ${item.lastElementChild?.textContent}`,
    ),
  )
}
