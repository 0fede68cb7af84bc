/** Scrolls a row that is wider than a phone so far that the chosen one of its entries is seen; the page stays where it is. */
export function showInRow(chosen: Element | null | undefined): void {
  chosen?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
