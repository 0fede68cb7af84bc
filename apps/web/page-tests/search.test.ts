import { comesToBe } from '@pitboard/contract/testing/patience'
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { search, type SearchResults } from '@pitboard/contract/search/search'
import type { Browser, Page } from 'playwright-core'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import { startStubSite } from './stub/stub-site.ts'

const PHONE = { width: 390, height: 844 }
const SPAIN = { by: 'country', value: 'ES', isSimilar: false } as const
const FOUND: SearchResults = {
  users: [],
  leagues: [],
  sessions: [],
  seasons: [
    {
      id: '01900000-0000-7000-8000-000000000001',
      name: 'Späte Runde',
      ownerName: 'Marisol',
      leagueName: null,
    },
    {
      id: '01900000-0000-7000-8000-000000000002',
      name: 'Sap Cup',
      ownerName: 'Marisol',
      leagueName: null,
    },
  ],
  tracks: [
    { trackId: 10, name: 'Spa', match: { by: 'name', value: 'Spa', isSimilar: false } },
    { trackId: 4, name: 'Catalunya', match: SPAIN },
    { trackId: 16, name: 'Brazil', match: { by: 'place', value: 'São Paulo', isSimilar: true } },
  ],
}

test('a result of a search says why it is one, in both languages', async (t) => {
  const site = await startStubSite(t)
  site.answer(search.all, () => FOUND)
  const browser = await startBrowser(t)
  const expected = [
    [
      'en',
      [
        ['Späte Runde', 'by Marisol'],
        ['Sap Cup', 'Similar name · by Marisol'],
        ['Spa', 'Sessions driven there'],
        ['Catalunya', 'Country: Spain · Sessions driven there'],
        ['Brazil', 'Similar name · Also called São Paulo · Sessions driven there'],
      ],
    ],
    [
      'de',
      [
        ['Späte Runde', 'von Marisol'],
        ['Sap Cup', 'Ähnlicher Name · von Marisol'],
        ['Spa', 'Dort gefahrene Sessions'],
        ['Catalunya', 'Land: Spanien · Dort gefahrene Sessions'],
        ['Brazil', 'Ähnlicher Name · Auch São Paulo genannt · Dort gefahrene Sessions'],
      ],
    ],
  ] as const
  for (const [locale, rows] of expected) {
    const page = await openSearch(t, browser, `${site.url}/search/spa`, locale)
    const shown = page.locator('main li > a')
    await shown.nth(rows.length - 1).waitFor()
    const texts = await shown.evaluateAll((links) =>
      links.map((link) =>
        Array.from(link.querySelectorAll(':scope > span > span'), (line) => line.textContent),
      ),
    )
    assert.deepEqual(texts, rows)
    await comesToBe(async () => page.locator('main mark').allTextContents(), ['Spä', 'Spa'])
  }
})

test('Ctrl and K open a list of pages and results, which is used by keyboard alone', async (t) => {
  const site = await startStubSite(t)
  site.answer(search.all, () => FOUND)
  const page = await openPage(t, await startBrowser(t), { locale: 'en', viewport: PHONE })
  await page.goto(`${site.url}/faq`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const box = page.getByRole('combobox', { name: 'Go to' })
  const searches = () => site.calls.filter(({ path }) => path === '/api/Search').length

  // The browser uses the combination with Shift. Escape returns the focus to where it was.
  await page.keyboard.press('Control+Shift+K')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.keyboard.press('Control+k')
  await box.waitFor()
  await page.getByRole('option', { name: 'Live sessions' }).waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await box.waitFor()
  await page.keyboard.type('spa')
  await page.getByRole('option', { name: 'Späte Runde by Marisol' }).waitFor()
  assert.equal(searches(), 1, 'letters are not searched for one by one')
  await openLook('palette', [390, 1440])(page, 'found')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/seasons/01900000-0000-7000-8000-000000000001')
  await box.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await page.keyboard.type('obs')
  await page.getByRole('option', { name: 'Stream overlay' }).click()
  await page.waitForURL('**/streamOverlay*')
})

async function openSearch(
  t: TestContext,
  browser: Browser,
  url: string,
  locale: string,
): Promise<Page> {
  const page = await openPage(t, browser, { locale, viewport: PHONE })
  await page.goto(url)
  return page
}
