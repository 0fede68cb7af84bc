import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { PATIENCE_MS } from '@pitboard/contract/testing/patience'
import { CALM } from './browser.ts'

export interface Viewport {
  readonly width: number
  readonly height: number
  /** It is the browser's user agent. */
  readonly userAgent?: string
}

// What runs in the page is text: the types of this program are Node's.
const WATCH_LAYOUT_SHIFT = `
  window.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) window.layoutShift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
`
/** The fonts are there and two frames have been painted. */
const STANDS = `document.fonts.ready.then(() => new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))
}))`

/** The page collects its errors until they are read. */
export interface WatchedPage {
  readonly page: Page
  /** Loads the address; resolves once its content is stable. */
  visit(url: string): Promise<void>
  /** Resolves once the content stands in the window of the new size. */
  resize(size: { width: number; height: number }): Promise<void>
  /** Visits as `visit` does, but a page that never replaces its placeholders. */
  visitSpecimens(url: string): Promise<void>
  /** Returns what went wrong: console errors, exceptions, requests that failed or were refused. */
  faults(): string[]
  /** Returns the sum of the layout shifts since the page was loaded. */
  layoutShift(): Promise<number>
}

export async function openWatchedPage(
  browser: Browser,
  viewport: Viewport,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const { userAgent, ...size } = viewport
  const context: BrowserContext = await browser.newContext({
    ...CALM,
    ...options,
    viewport: size,
    ...(userAgent === undefined ? {} : { userAgent }),
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(WATCH_LAYOUT_SHIFT)
  const page = await context.newPage()
  let faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {}
    // The page itself gave it up, because it asked again.
    if (errorText === 'net::ERR_ABORTED') return
    faults.push(`request: ${request.url()} ${errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`request: ${response.url()} ${response.status()}`)
  })
  async function open(url: string): Promise<void> {
    // A blank page comes first: requests of the previous page are not errors of this one.
    await page.goto('about:blank')
    faults = []
    await page.goto(url)
    await page.locator('main h1').first().waitFor()
  }
  return {
    page,
    async visit(url) {
      await open(url)
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
      await page.evaluate(STANDS)
    },
    async resize(size) {
      await page.setViewportSize(size)
      await page.evaluate(STANDS)
    },
    async visitSpecimens(url) {
      await open(url)
      await page.evaluate(STANDS)
    },
    faults: () => faults,
    layoutShift: () => page.evaluate<number>('window.layoutShift'),
  }
}
