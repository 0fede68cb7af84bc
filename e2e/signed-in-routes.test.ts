import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from './src/account-pages.ts'
import { startBrowser } from './src/browser.ts'
import { unreachedByTab } from './src/keyboard.ts'
import { openMailbox } from './src/mailbox.ts'
import { startPitboard } from './src/pitboard.ts'
import { UNKNOWN } from './src/routes.ts'
import { HEIGHT, visitAll, type Visit, type Widths } from './src/visit.ts'
import { openWatchedPage } from './src/watched-page.ts'

const WIDTHS: readonly Widths[] = [
  [390, 768, 1050],
  [1440, 1051],
]
const AXE_AT = [390, 1440]

type Path = Omit<Visit, 'name'>

/** The routes of §2 for a signed-in user; recorded and live sessions, seasons and leagues have tests of their own. */
const PATHS: readonly Path[] = [
  { path: '/' },
  { path: '/home' },
  { path: '/live' },
  { path: '/leagues' },
  { path: '/faq' },
  { path: '/search/monza' },
  { path: '/tos' },
  { path: '/privacy' },
  { path: '/impressum' },
  { path: '/downloadInfo' },
  { path: '/login', endsAt: '/dashboard' },
  { path: '/signup', endsAt: '/dashboard' },
  { path: '/resetPassword' },
  { path: '/resetPasswordConfirm' },
  { path: '/dashboard' },
  { path: '/dashboard/profileInit', endsAt: '/dashboard' },
  { path: '/dashboard/settings' },
  { path: '/dashboard/sessions' },
  { path: '/dashboard/sessions/typed' },
  { path: '/dashboard/leagues' },
  { path: '/dashboard/leagues/create' },
  { path: `/dashboard/leagues/${UNKNOWN}/edit`, isMissing: true },
  { path: '/dashboard/seasons' },
  { path: '/dashboard/seasons/create?seasonName=Winter' },
  { path: `/dashboard/seasons/${UNKNOWN}/edit`, isMissing: true },
]

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

  const visits = PATHS.map((visit) => ({ ...visit, name: nameOf(visit.path) }))
  // A page that is missing or leads elsewhere looks like another one: it is loaded in one layout.
  const distinct = visits.filter(({ isMissing, endsAt }) => !isMissing && endsAt === undefined)
  for (const [index, widths] of WIDTHS.entries()) {
    await t.test(`${widths.join(', ')} px: no layout shift, fits, without an error`, async () => {
      const options = { base: pitboard.publicUrl, widths, axeAt: AXE_AT, folder: 'signed-in' }
      assert.deepEqual(await visitAll(watched, index === 0 ? visits : distinct, options), [])
    })
  }

  await t.test('by keyboard alone everything of the settings is reached', async () => {
    await page.setViewportSize({ width: 1440, height: HEIGHT })
    await watched.visit(`${pitboard.publicUrl}/dashboard/settings`)
    assert.deepEqual(await unreachedByTab(page), [])
  })
})

function nameOf(path: string): string {
  return path.replace(/\?.*/, '').slice(1).replaceAll('/', '-') || 'landing'
}
