import type { Page } from 'playwright-core'

const TABS_MAX = 400

/**
 * The names of the controls that Tab does not reach from the top of the page to its end. One of a
 * group of radio buttons, tabs or menu items is enough.
 */
export async function unreachedByTab(page: Page): Promise<string[]> {
  await page.evaluate(MARK)
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press('Tab')
    if (!(await page.evaluate<boolean>(REACH))) break
  }
  return page.evaluate<string[]>(LEFT)
}

const MARK = `
  document.activeElement?.blur()
  document.querySelectorAll('[data-reached]').forEach((element) => delete element.dataset.reached)
  window.getSelection()?.removeAllRanges()
`

/** False after the end of the page, or back at the first element. */
const REACH = `(() => {
  const element = document.activeElement
  if (!element || element === document.body || element.dataset.reached) return false
  element.dataset.reached = 'yes'
  return true
})()`

const LEFT = `(() => {
  const operable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
  return [...document.querySelectorAll(operable)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => !element.disabled && element.tabIndex >= 0 && !element.closest('[inert]'))
    .filter((element) => !element.closest('[data-reached]'))
    .filter((element) => !(element.type === 'radio' && !element.checked))
    .map((element) => element.outerHTML.slice(0, 120))
})()`
