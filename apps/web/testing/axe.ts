import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Base UI has hidden elements that pass the focus on at once. */
const EXCLUDED = ['[data-base-ui-focus-guard]']
/** No rule of these needs the style sheets or videos that axe would load once more. */
const OPTIONS = {
  runOnly: { type: 'tag', values: TAGS },
  resultTypes: ['violations'],
  preload: false,
}

/**
 * Returns the violations of WCAG 2.2 AA on the present page, a line for each rule. If a part is named, only those of
 * the part.
 */
export function axeFaults(page: Page, selector = 'html'): Promise<string[]> {
  return runAxe(page, `[...document.querySelectorAll(${JSON.stringify(selector)})]`)
}

/**
 * Does the same after the window was resized: only what was hidden before or looks different is looked at again,
 * because axe takes longer for a page than the browser takes to load it.
 */
export function axeFaultsOfNew(page: Page): Promise<string[]> {
  return runAxe(page, 'found')
}

async function runAxe(page: Page, included: string): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate<boolean>('"takeNewLooks" in window'))) {
    await page.evaluate(source)
    await page.evaluate(WATCH_LOOKS)
  }
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(`(async () => {
    const found = window.takeNewLooks()
    const include = ${included}
    if (include.length === 0) return { violations: [] }
    const context = { include, exclude: ${JSON.stringify(EXCLUDED)} }
    const { violations } = await axe.run(context, ${JSON.stringify(OPTIONS)})
    return { violations }
  })()`)
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target }) => target.join(' '))
    return `axe ${id}: ${help} (${nodes.length}: ${places.join(' | ')})`
  })
}

/**
 * The code watches what axe sees. An element looks the same to axe while its attributes, words, colours and type do.
 * What may lie over others, controls so small that their neighbours matter, and what begins to scroll are new in each
 * window.
 */
const WATCH_LOOKS = `(() => {
  const looks = new WeakMap()
  const scrolled = new WeakSet()
  const ofStyle = [
    'color', 'backgroundColor', 'backgroundImage', 'opacity', 'filter', 'fontSize', 'fontWeight',
    'textShadow', 'textDecorationLine',
  ]
  const operable = 'a[href], button, input, select, textarea, summary, [tabindex]'
  const lookOf = (element, style) => [
    ...[...element.attributes].map(({ name, value }) => name + '=' + value),
    ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
    ...ofStyle.map((name) => style[name]),
  ].join('\\n')
  const beginsToScroll = (element, { overflowX, overflowY }) => {
    const isTooSmall =
      (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) ||
      (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight)
    if (!isTooSmall || scrolled.has(element)) return false
    scrolled.add(element)
    return true
  }
  const isNewInEachWindow = (element, { position }) => {
    const { width, height, bottom } = element.getBoundingClientRect()
    // Such an element is for screen readers alone, or stands above the page until it has the focus.
    if (width <= 1 || bottom + scrollY <= 0) return false
    if (position !== 'static' && position !== 'relative') return true
    return element.matches(operable) && (width < 24 || height < 24)
  }
  window.takeNewLooks = () => {
    const found = []
    const walk = (element, isBelowNew) => {
      const isShown = element.checkVisibility({ visibilityProperty: true })
      const style = getComputedStyle(element)
      const look = isShown ? lookOf(element, style) : null
      const isOther = looks.get(element) !== look
      looks.set(element, look)
      const isNew =
        isShown && (beginsToScroll(element, style) || isOther || isNewInEachWindow(element, style))
      if (isNew && !isBelowNew) found.push(element)
      for (const child of element.children) walk(child, isBelowNew || isNew)
    }
    walk(document.documentElement, false)
    return found
  }
})()`

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
