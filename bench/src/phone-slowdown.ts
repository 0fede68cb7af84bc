import type { Browser } from 'playwright-core'

/** How long the reference loop takes on the phone that the limits are meant for. */
const PHONE_MS = 20
const ROUNDS = 60
const SLOWDOWN_MIN = 1

/**
 * How many times slower a page must run here to be as fast as on that phone. The best round counts:
 * what else the machine does makes others slower. Results of different machines agree, since a fast
 * one is slowed more.
 */
export async function phoneSlowdown(browser: Browser): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const times = await page.evaluate<number[]>(REFERENCE)
    return Math.max(SLOWDOWN_MIN, PHONE_MS / Math.min(...times))
  } finally {
    await context.close()
  }
}

/** Numbers, texts, objects and sorting, as the pages themselves use them. */
const REFERENCE = `(() => {
  const round = () => {
    let seed = 1
    const next = () => (seed = (seed * 48271) % 2147483647)
    const rows = Array.from({ length: 6000 }, (_, place) => ({ place, time: next(), name: 'driver ' + next() }))
    rows.sort((a, b) => a.time - b.time)
    const text = JSON.stringify(rows)
    return JSON.parse(text).reduce((sum, { name, time }) => sum + name.length + (time % 7), 0)
  }
  const times = []
  for (let n = 0; n < ${ROUNDS}; n++) {
    const startedAt = performance.now()
    round()
    times.push(performance.now() - startedAt)
  }
  return times
})()`
