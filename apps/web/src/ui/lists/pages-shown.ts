/** Returns the pages a pagination names: the ends, the present one and its neighbours; null is a gap. */
export function pagesShown(page: number, totalPages: number): (number | null)[] {
  const named = [1, page - 1, page, page + 1, totalPages].filter(
    (number) => number >= 1 && number <= totalPages,
  )
  const sorted = [...new Set(named)].toSorted((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    // The page before the first one does not exist and counts as number 0.
    const gap = number - (sorted[index - 1] ?? 0)
    // A gap of one page is as short as the page itself.
    if (gap === 3 - 1 && index > 0) return [number - 1, number]
    return gap > 1 && index > 0 ? [null, number] : [number]
  })
}
