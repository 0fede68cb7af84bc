import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PagePath } from '@pitboard/contract/site/pages'
import { startBrowser } from '../testing/browser.ts'
import { HEIGHT, visitAll, type Visit } from '../testing/visit.ts'
import { openWatchedPage } from '../testing/watched-page.ts'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { AXE_AT, KEYBOARD_AT, OWN_PAGES, SHARED_PAGES } from './stub/every-page.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'
import { driveRace, fillSite } from './stub/whole-site.ts'

/** These pages lead a signed-in user elsewhere. */
const USER_ENDS_AT: ReadonlyMap<string, string> = new Map<PagePath, string>([
  ['/login', '/dashboard'],
  ['/signup', '/dashboard'],
  ['/dashboard/profileInit', '/dashboard'],
])

/** These shared pages show a user the same as a visitor, for whom they are looked at at each width. */
const SAME_FOR_ALL: ReadonlySet<string> = new Set<PagePath>([
  '/leagues/invitations/$code',
  '/faq',
  '/tos',
  '/privacy',
  '/impressum',
  '/downloadInfo',
  '/resetPassword',
  '/live/$sessionId',
  '/live/$sessionId/overlay',
  '/liveUser/$userId/overlay',
  '/embed/seasons/$seasonId/drivers',
  '/embed/seasons/$seasonId/teams',
  '/embed/seasons/$seasonId/calendar',
  '/embed/sessions/$sessionId',
  '/embed/live/$sessionId',
  '/embed/liveUser/$userId',
  '/user/$userId',
])

/**
 * Shifts depend on the width at which a page is loaded: users see their own pages on a phone first, and on
 * a laptop what they share with visitors.
 */
test('for a user, who may do everything, every page stands still, fits, is accessible and reached by keyboard', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  site.configure({ authUrl: site.url })
  fillSite(site)
  driveRace(t, site)
  const watched = await openWatchedPage(browser, { width: 390, height: HEIGHT })
  t.after(() => watched.page.context().close())
  await signIn(watched.page, site, MARISOL)
  const looks = {
    base: site.url,
    keyboardAt: KEYBOARD_AT,
    looked: new Set<string>(),
    folder: 'user',
  }
  const own = await visitAll(watched, OWN_PAGES.map(redirect), {
    ...looks,
    axeAt: AXE_AT,
    widths: [390, 768, 1050, 1051, 1440],
  })
  const others = SHARED_PAGES.filter(({ page }) => !SAME_FOR_ALL.has(page))
  const shared = await visitAll(watched, others.map(redirect), {
    ...looks,
    axeAt: sampleOf(AXE_AT.toReversed(), 1),
    widths: [1440, 1051, 1050, 768, 390],
  })
  const same = SHARED_PAGES.filter(({ page }) => SAME_FOR_ALL.has(page))
  const known = await visitAll(watched, same.map(redirect), {
    base: site.url,
    widths: [1440],
    folder: 'user',
  })
  assert.deepEqual([...own, ...shared, ...known], [])
})

function redirect(visit: Visit): Visit {
  const endsAt = USER_ENDS_AT.get(visit.path)
  return endsAt === undefined ? visit : { ...visit, endsAt }
}
