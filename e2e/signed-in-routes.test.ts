import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIXED_PAGES, type PagePath } from '@pitboard/contract/site/pages'
import { signUp } from './src/account-pages.ts'
import { startBrowser } from './src/browser.ts'
import { unreachedByTab } from './src/keyboard.ts'
import { openMailbox } from './src/mailbox.ts'
import { startPitboard } from './src/pitboard.ts'
import { createVisit as createRouteVisit, UNKNOWN } from './src/routes.ts'
import { HEIGHT, visitAll, type Visit, type Widths } from './src/visit.ts'
import { openWatchedPage } from './src/watched-page.ts'

/** Of a signed-in user; what a visitor sees too is looked at as a visitor on a phone. */
const LAYOUTS: readonly { readonly widths: Widths; readonly isOwn: boolean }[] = [
  { widths: [390, 768, 1050], isOwn: true },
  { widths: [1440, 1051], isOwn: false },
]
const AXE_AT = [390, 1440]

/** Pages that lead a signed-in user elsewhere. */
const ENDS_AT: ReadonlyMap<string, string> = new Map<PagePath, string>([
  ['/login', '/dashboard'],
  ['/signup', '/dashboard'],
  ['/dashboard/profileInit', '/dashboard'],
])

test('every route of the site, signed in', { timeout: 900_000 }, async (t) => {
  const pitboard = await startPitboard(t, { AUTH_RATE_LIMITS: 'false' })
  const browser = await startBrowser(t)
  const watched = await openWatchedPage(browser, { width: 1440, height: HEIGHT })
  t.after(() => watched.page.context().close())
  const { page } = watched
  await signUp(page, pitboard.publicUrl, openMailbox(pitboard.dataDir), {
    email: 'eve@racer.example',
    password: 'a lap down and smiling',
    username: 'Eve',
  })

  for (const { widths, isOwn } of LAYOUTS) {
    const visits = FIXED_PAGES.filter(({ needsSignIn }) => needsSignIn || !isOwn).map(createVisit)
    await t.test(`${widths.join(', ')} px: no layout shift, fits, without an error`, async () => {
      const options = { base: pitboard.publicUrl, widths, axeAt: AXE_AT, folder: 'signed-in' }
      assert.deepEqual(await visitAll(watched, visits, options), [])
    })
  }

  await t.test('by keyboard alone everything of the settings is reached', async () => {
    await page.setViewportSize({ width: 1440, height: HEIGHT })
    await watched.visit(`${pitboard.publicUrl}/dashboard/settings`)
    assert.deepEqual(await unreachedByTab(page), [])
  })
})

function createVisit({ path }: (typeof FIXED_PAGES)[number]): Visit {
  const endsAt = ENDS_AT.get(path)
  return { ...createRouteVisit(path.replace(/\$\w+/, UNKNOWN)), ...(endsAt && { endsAt }) }
}
