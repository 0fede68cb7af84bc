/** Returns the page of a list that an address names, from 1 on. */
export function pageNumber(text: string): number {
  return Math.max(1, Number.parseInt(text, 10) || 1)
}
