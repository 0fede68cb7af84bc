import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { signUp } from './src/account-pages.ts'
import { axeFaults } from './src/axe.ts'
import { startBrowser } from './src/browser.ts'
import { unreachedByTab } from './src/keyboard.ts'
import { openMailbox } from './src/mailbox.ts'
import { startPitboard } from './src/pitboard.ts'
import { openWatchedPage } from './src/watched-page.ts'

const WIDTHS = [390, 768, 1050, 1051, 1440]
const AXE_WIDTHS = [390, 1440]
const HEIGHT = 900
const LAYOUT_SHIFT_MAX = 0.05
const UNKNOWN = '01900000-0000-7000-8000-00000000dead'
const ARTEFACTS = join(import.meta.dirname, 'artefacts', 'signed-in')

interface Visit {
  readonly path: string
  /** Where it leads, if not to itself. */
  readonly endsAt?: string
  readonly isMissing?: true
}

/** The routes of §2 for a signed-in user; recorded and live sessions, seasons and leagues have tests of their own. */
const VISITS: readonly Visit[] = [
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
  { path: '/dashboard/leagues' },
  { path: '/dashboard/leagues/create' },
  { path: `/dashboard/leagues/${UNKNOWN}/edit`, isMissing: true },
  { path: '/dashboard/seasons' },
  { path: '/dashboard/seasons/create?seasonName=Winter' },
  { path: `/dashboard/seasons/${UNKNOWN}/edit`, isMissing: true },
]

test('every route of the site, signed in', { timeout: 400_000 }, async (t) => {
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

  for (const width of WIDTHS) {
    await t.test(`${width} px: stands still, fits, without a fault`, async () => {
      await page.setViewportSize({ width, height: HEIGHT })
      const folder = join(ARTEFACTS, String(width))
      mkdirSync(folder, { recursive: true })
      const found: string[] = []
      for (const visit of VISITS) {
        await watched.visit(pitboard.publicUrl + visit.path)
        if (visit.endsAt !== undefined) await page.waitForURL(pitboard.publicUrl + visit.endsAt)
        const faults = watched.faults().filter((fault) => !(visit.isMissing && / 404/.test(fault)))
        const isNotFound = (await page.getByText('Page not found').count()) > 0
        if (isNotFound !== (visit.isMissing ?? false)) faults.push(`not found: ${isNotFound}`)
        const overflow = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        if (overflow > 0) faults.push(`${overflow} px wider than the window`)
        const shift = await watched.layoutShift()
        if (shift >= LAYOUT_SHIFT_MAX) faults.push(`layout shift ${shift.toFixed(3)}`)
        if (AXE_WIDTHS.includes(width)) faults.push(...(await axeFaults(page)))
        found.push(...faults.map((fault) => `${visit.path}: ${fault}`))
        const name = visit.path.replace(/\?.*/, '').slice(1).replaceAll('/', '-')
        await page.screenshot({ path: join(folder, `${name || 'landing'}.png`), fullPage: true })
      }
      assert.deepEqual(found, [])
    })
  }

  await t.test('by keyboard alone everything of the settings is reached', async () => {
    await page.setViewportSize({ width: 1440, height: HEIGHT })
    await watched.visit(`${pitboard.publicUrl}/dashboard/settings`)
    assert.deepEqual(await unreachedByTab(page), [])
  })
})
