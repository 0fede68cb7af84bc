import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { openPage, startBrowser } from '../testing/browser.ts'
import { aSeason } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite } from './stub/stub-site.ts'

const idOf = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`
const SEASON_ID = idOf(80)

function renamed(version: number): HistoryChange {
  return {
    id: idOf(1000 + version),
    version,
    at: '2026-11-22T19:00:00.000Z',
    action: 'updated',
    authorId: MARISOL.id,
    authorName: 'Marisol',
    details: { name: { before: `Cup ${version - 1}`, after: `Cup ${version}` } },
  }
}

test('a history leads to older changes where there are some, and shows them without waiting', async (t) => {
  const site = await startStubSite(t)
  const season = aSeason({ id: SEASON_ID, ownerId: MARISOL.id, version: 60 })
  site.answer(seasons.get, () => season)
  let count = 50
  site.answer(seasonManagement.history, ({ query }) => {
    const [page, size] = ['page', 'pageSize'].map((name) => Number(query.get(name)))
    const all = Array.from({ length: count }, (_, index) => renamed(count - index))
    return all.slice(((page ?? 1) - 1) * (size ?? 0), (page ?? 1) * (size ?? 0))
  })
  const page = await openPage(t, await startBrowser(t))
  await signIn(page, site, MARISOL)
  const address = `${site.url}/dashboard/seasons/${SEASON_ID}/edit?part=history`
  const pagesAsked = () =>
    site.calls.filter(({ path }) => path.endsWith('/history')).map(({ query }) => query.get('page'))
  const older = page.getByRole('button', { name: 'Older changes' })
  await page.goto(address)
  await page.getByText('Cup 0 → Cup 1', { exact: false }).waitFor()
  await comesToBe(pagesAsked, ['1', '2'])
  await page.evaluate('document.fonts.ready')
  assert.equal(await older.count(), 0, 'exactly a page of changes')

  count = 51
  await page.goto(address)
  await older.click()
  await page.getByText('Cup 0 → Cup 1', { exact: false }).waitFor()
  assert.equal(await older.count(), 0)
  await page.getByRole('button', { name: 'Newer changes' }).click()
  await page.getByText('Cup 50 → Cup 51', { exact: false }).waitFor()
})
