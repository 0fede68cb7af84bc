import type { Page } from 'playwright-core'

/** A person saw this at an instant. */
export interface ShownClock {
  readonly epochMs: number
  readonly sessionSecond: number
  /** The page says that its values may be out of date. */
  readonly isMarked: boolean
}

// What runs in the page is text: the types of this program are Node's. Each frame is read as it is
// painted; a message that is handled after it belongs to the next one.
const WATCH = `(() => {
  window.shownClock = []
  const read = () => {
    const view = document.querySelector('.live-view')
    const clock = view?.querySelector('[title="Session time"]')?.lastChild?.textContent
    if (clock) {
      const sessionSecond = clock.split(':').reduce((sum, part) => 60 * sum + Number(part), 0)
      const isMarked = view.dataset.stale === 'true'
      window.shownClock.push({ epochMs: Date.now(), sessionSecond, isMarked })
    }
    requestAnimationFrame(read)
  }
  read()
})()`

/** Begins to record each frame of a live page. */
export async function watchShownClock(page: Page): Promise<void> {
  await page.evaluate(WATCH)
}

/** Returns the frames since the last call. */
export function takeShownClock(page: Page): Promise<ShownClock[]> {
  return page.evaluate<ShownClock[]>('window.shownClock.splice(0)')
}

/** The expression reads the shown positions of the cars on a live page, by their place among the drivers. */
export const POSITIONS = `Object.fromEntries(
  [...document.querySelectorAll('[data-place]')].map((row) => [
    row.dataset.place,
    parseInt(row.querySelector('[data-cell="position"]').textContent),
  ]),
)`
