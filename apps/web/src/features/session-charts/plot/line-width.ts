let known = 0

/** What line charts were last told, in pixels: they are all as wide. 0 where none was. */
export function knownLineWidth(): number {
  return known
}

/**
 * To ask a chart for its width would lay the page out anew for each of them; the observer tells it
 * once that is done, and of one far below the window when its turn comes (`lay-out-when-near.ts`).
 */
export function observeLineWidth(host: Element, told?: (width: number) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const width = Math.floor(entry?.contentRect.width ?? 0)
    if (width === 0) return
    known = width
    told?.(width)
  })
  observer.observe(host)
  return () => observer.disconnect()
}
