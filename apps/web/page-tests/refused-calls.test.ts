import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { until } from '@pitboard/contract/testing/patience'
import { openPage, startBrowser } from '../testing/browser.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'

/** A call and the page's realtime connection may each ask for a second answer. */
const REQUESTS_MAX = 4

/** This many looks take about a second. */
const QUIET_LOOKS = 25

const PAGES = [
  { path: '/', isSignedIn: false },
  { path: '/downloadInfo', isSignedIn: false },
  { path: '/live', isSignedIn: false },
  { path: '/leagues', isSignedIn: false },
  { path: '/dashboard', isSignedIn: true },
  { path: '/dashboard/sessions', isSignedIn: true },
  { path: '/dashboard/leagues', isSignedIn: true },
  { path: '/dashboard/seasons', isSignedIn: true },
  { path: '/dashboard/laps', isSignedIn: true },
  { path: '/dashboard/settings', isSignedIn: true },
]

test('a page whose calls are refused asks a few times and comes to rest', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  for (const { path, isSignedIn } of sampleOf(PAGES, 2)) {
    await t.test(path, async (t) => {
      site.reset()
      site.realtime.isReachable = false
      const page = await openPage(t, browser)
      if (isSignedIn) await signIn(page, site, MARISOL)
      const requests = new Map<string, number>()
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/') || pathname.startsWith('/download'))
          requests.set(pathname, (requests.get(pathname) ?? 0) + 1)
      })
      await page.goto(site.url + path)
      await page.locator('main h1').first().waitFor()
      await until(createRestCheck(requests))
      const repeated = [...requests].filter(([, count]) => count > REQUESTS_MAX)
      assert.deepEqual(repeated, [])
    })
  }
})

/** Returns true once nothing was requested for many looks in a row; fails at a loop, which never rests. */
function createRestCheck(requests: ReadonlyMap<string, number>): () => boolean {
  let before = -1
  let quiet = 0
  return () => {
    const sum = [...requests.values()].reduce((all, count) => all + count, 0)
    assert.ok(sum < 1_000, JSON.stringify([...requests]))
    quiet = sum === before ? quiet + 1 : 0
    before = sum
    return quiet === QUIET_LOOKS
  }
}
