/** Charts and their placeholders have these classes. */
export const CHART_BOX =
  'chart-box min-w-0 break-inside-avoid rounded-l border border-line bg-panel p-3 sm:p-4'

let known = 0

/** Returns the last measured width of line charts in pixels, which is the same for all; 0 before the first. */
export function knownLineWidth(): number {
  return known
}

export function rememberLineWidth(width: number): void {
  known = width
}

/**
 * To ask a chart for its width would repeat the layout of the page for each of them; the observer reports it
 * once that is done, and of one far below the window when its turn comes (`plot/when-near.tsx`).
 */
export function observeWidth(host: Element, onWidth: (width: number) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const width = entry && Math.floor(entry.contentRect.width)
    if (width) onWidth(width)
  })
  observer.observe(host)
  return () => observer.disconnect()
}
