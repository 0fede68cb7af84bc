import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Hidden elements of Base UI that pass the focus on at once. */
const SCOPE = { exclude: ['[data-base-ui-focus-guard]'] }

/** Violations of WCAG 2.2 AA on the page as it is, a line for each rule. */
export async function axeFaults(page: Page): Promise<string[]> {
  await settled(page)
  await page.evaluate(source)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(SCOPE)}, { runOnly: { type: 'tag', values: ${JSON.stringify(TAGS)} }, resultTypes: ['violations'] })`,
  )
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target }) => target.join(' '))
    return `axe ${id}: ${help} (${nodes.length}: ${places.join(' | ')})`
  })
}

/** Resolves once all finite animations have ended: text that fades in has less contrast. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(SETTLED)
}

// Animations of a new width or of the last action begin within two frames.
const SETTLED = `(async () => {
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const moving = document.getAnimations()
      .filter((animation) => animation.playState === 'running')
      .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    if (moving.length === 0) return
    await Promise.allSettled(moving.map((animation) => animation.finished))
  }
})()`
