import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAGES, type PagePath } from '@pitboard/contract/site/pages'
import { startBrowser } from '@pitboard/e2e/browser'
import { HEIGHT, visitAll, type Visit, type Widths } from '@pitboard/e2e/visit'
import { openWatchedPage } from '@pitboard/e2e/watched-page'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'
import { ADDRESSES, driveRace, fillSite } from './stub/whole-site.ts'

/**
 * A phone, a tablet, both sides of the frame's change, and a laptop. Shifts depend on the width at which a
 * page is loaded: every page is loaded on a phone, and on a laptop what users share with visitors.
 */
const FROM_PHONE: Widths = [390, 768, 1050, 1051, 1440]
const FROM_LAPTOP: Widths = [1440, 1051, 1050, 768, 390]
const AXE_AT = [390, 1440]
const KEYBOARD_AT = 1440

/** Pages that lead a signed-in user elsewhere. */
const USER_ENDS_AT: ReadonlyMap<string, string> = new Map<PagePath, string>([
  ['/login', '/dashboard'],
  ['/signup', '/dashboard'],
  ['/dashboard/profileInit', '/dashboard'],
])

test('every page stands still, fits each width, is accessible and reached by keyboard', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  site.configure({ authUrl: site.url })
  fillSite(site)
  driveRace(t, site)
  const options = {
    base: site.url,
    axeAt: AXE_AT,
    keyboardAt: KEYBOARD_AT,
    looked: new Set<string>(),
  }
  const paths = Object.entries(ADDRESSES)

  await t.test('for a visitor', async (t) => {
    const watched = await openWatchedPage(browser, { width: 390, height: HEIGHT })
    t.after(() => watched.page.context().close())
    const visits = paths.filter(([path]) => !needsSignIn(path)).map(visitOf)
    visits.push({ name: '404', path: '/404', isMissing: true })
    const forVisitor = { ...options, widths: FROM_PHONE, folder: 'visitor' }
    assert.deepEqual(await visitAll(watched, visits, forVisitor), [])
  })

  await t.test('for a user, who may do everything', async (t) => {
    const watched = await openWatchedPage(browser, { width: 1440, height: HEIGHT })
    t.after(() => watched.page.context().close())
    await signIn(watched.page, site, MARISOL)
    const own = paths.filter(([path]) => needsSignIn(path)).map(visitOf)
    const shared = paths.filter(([path]) => !needsSignIn(path)).map(visitOf)
    const forUser = { ...options, folder: 'user' }
    assert.deepEqual(
      [
        ...(await visitAll(watched, own.map(redirect), { ...forUser, widths: FROM_PHONE })),
        ...(await visitAll(watched, shared.map(redirect), { ...forUser, widths: FROM_LAPTOP })),
      ],
      [],
    )
  })
})

function needsSignIn(path: string): boolean {
  const page = Object.entries(PAGES).find(([each]) => each === path)?.[1]
  return page !== undefined && 'needsSignIn' in page
}

function visitOf([, path]: readonly [page: string, path: string]): Visit {
  return { name: path.slice(1).replaceAll(/[^a-z0-9]+/gi, '-') || 'landing', path }
}

function redirect(visit: Visit): Visit {
  const endsAt = USER_ENDS_AT.get(visit.path)
  return endsAt === undefined ? visit : { ...visit, endsAt }
}
