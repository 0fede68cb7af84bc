import { test, type TestContext } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import { openPage, startBrowser } from '../../testing/browser.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startStubSite, type StubSite } from './stub-site.ts'

/** The rules of a file share this. */
export interface LiveWorld {
  readonly site: StubSite
  readonly browser: Browser
}

export type LiveRules = Readonly<
  Record<string, (t: TestContext, world: LiveWorld) => Promise<void>>
>

export const LAPTOP = { viewport: { width: 1440, height: 900 } }
export const PHONE = { viewport: { width: 390, height: 844 } }

/** Tests each rule on a site that begins without a session, or with what `prepare` answers. */
export function testLiveRules(
  subject: string,
  rules: LiveRules,
  prepare: (site: StubSite) => void = () => undefined,
): void {
  test(subject, { timeout: 600_000 }, async (t) => {
    const world: LiveWorld = { site: await startStubSite(t), browser: await startBrowser(t) }
    for (const [rule, check] of Object.entries(rules)) {
      await t.test(rule, async (t) => {
        world.site.reset()
        prepare(world.site)
        await check(t, world)
      })
    }
  })
}

interface Visit extends BrowserContextOptions {
  /** It is a query such as `?driver=3`. */
  readonly search?: string
  /** The script runs before those of the page. */
  readonly script?: string
}

/** Shows a session, and opens its page on a laptop or as `visit` says; returns once the tower stands. */
export async function watchLive(
  t: TestContext,
  { site, browser }: LiveWorld,
  session: LiveSession,
  { search = '', script, ...options }: Visit = LAPTOP,
): Promise<Page> {
  site.live.show(session)
  const page = await openPage(t, browser, options)
  if (script !== undefined) await page.addInitScript(script)
  await page.goto(`${site.url}/live/${session.id}${search}`)
  await page.locator('[data-cell="driver"]').first().waitFor()
  return page
}

/** The script notes in `window.begun` what begins to move or flash: `3` a row, `3 last` a cell, `flag`, `message`. */
export const NOTE_MOTION = `
  window.begun = []
  window.grounds = []
  const { animate } = Element.prototype
  Element.prototype.animate = function (...options) {
    const row = this.closest('[data-place]')?.dataset.place
    const cell = this.closest('[data-cell]')?.dataset.cell
    const isFlag = this.classList.contains('flag-sign')
    window.begun.push(row ? (cell ? row + ' ' + cell : row) : isFlag ? 'flag' : 'message')
    window.grounds.push(options[0][0]?.backgroundColor ?? '')
    return animate.apply(this, options)
  }
`
