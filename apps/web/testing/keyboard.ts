import type { Page } from 'playwright-core'

const TABS_MAX = 400
/** Keys are pressed without waiting for each: an answer of the browser takes longer than the step. */
const TABS_AT_ONCE = 10

/**
 * Returns the names of the controls that Tab does not reach from the top of the page to its end. One of a group of
 * radio buttons, tabs or menu items is enough. Nothing has the focus afterwards.
 */
export async function unreachedByTab(page: Page): Promise<string[]> {
  const early = await leftByTab(page)
  // Parts that load late, such as menus, are there by now.
  return early.length === 0 ? early : leftByTab(page)
}

async function leftByTab(page: Page): Promise<string[]> {
  await page.evaluate(WATCH)
  for (let tabs = 0; tabs < TABS_MAX; tabs += TABS_AT_ONCE) {
    await Promise.all(Array.from({ length: TABS_AT_ONCE }, () => page.keyboard.press('Tab')))
    if (await page.evaluate<boolean>('window.tabsAtEnd')) break
  }
  return page.evaluate<string[]>(LEFT)
}

/**
 * Marks what the focus reaches, until it reaches an element again or leaves the page. An element that
 * loses the focus is still where the next Tab goes on from, so the body takes it for a moment.
 */
const WATCH = `
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
  document.querySelectorAll('[data-reached]').forEach((element) => delete element.dataset.reached)
  window.getSelection()?.removeAllRanges()
  window.tabsAtEnd = false
  window.stopTabs?.abort()
  window.stopTabs = new AbortController()
  document.addEventListener('focusin', ({ target }) => {
    if (target.dataset.reached) window.tabsAtEnd = true
    else target.dataset.reached = 'yes'
  }, { signal: window.stopTabs.signal, capture: true })
  window.addEventListener('blur', () => { window.tabsAtEnd = true }, { signal: window.stopTabs.signal })
`

const LEFT = `(() => {
  document.activeElement?.blur()
  const reached = [...document.querySelectorAll('[data-reached]')]
  const operable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
  const left = [...document.querySelectorAll(operable)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => !element.disabled && element.tabIndex >= 0 && !element.closest('[inert]'))
    .filter((element) => !element.closest('[data-reached]'))
    .filter((element) => !(element.type === 'radio' && !element.checked))
    .map((element) => element.outerHTML.slice(0, 120))
  reached.forEach((element) => delete element.dataset.reached)
  return left
})()`
