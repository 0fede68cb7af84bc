import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIXED_PAGES, type PagePath } from '@pitboard/contract/site/pages'
import { startBrowser } from '@pitboard/web/testing/browser'
import { createPerson, signedInState } from './src/person.ts'
import { createVisit as createRouteVisit, UNKNOWN } from './src/routes.ts'
import { openSite } from './src/site-in-process.ts'
import { HEIGHT, visitAll, type Visit } from '@pitboard/web/testing/visit'
import { openWatchedPage } from '@pitboard/web/testing/watched-page'

/** A user who has a name is led on. */
const ENDS_AT: ReadonlyMap<string, string> = new Map<PagePath, string>([
  ['/dashboard/profileInit', '/dashboard'],
])

/** Nobody else learns that it is there. */
const OF_OPERATORS: ReadonlySet<string> = new Set<PagePath>(['/dashboard/operation'])

test('every page that needs a user is there without an error', async (t) => {
  const site = await openSite(t)
  const browser = await startBrowser(t)
  const storageState = signedInState(site, await createPerson(site, 'Eve'))
  const watched = await openWatchedPage(browser, { width: 1440, height: HEIGHT }, { storageState })
  t.after(() => watched.page.context().close())

  const visits = FIXED_PAGES.filter(({ needsSignIn }) => needsSignIn).map(createVisit)
  const options = { base: site.url, widths: [1440], folder: 'signed-in' } as const
  assert.deepEqual(await visitAll(watched, visits, options), [])
})

function createVisit({ path }: (typeof FIXED_PAGES)[number]): Visit {
  const endsAt = ENDS_AT.get(path)
  return {
    ...createRouteVisit(path.replace(/\$\w+/, UNKNOWN)),
    ...(endsAt && { endsAt }),
    ...(OF_OPERATORS.has(path) && { isMissing: true }),
  }
}
