import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { search, type SearchResults } from '@pitboard/contract/search/search'
import type { Browser, Page } from 'playwright-core'
import { openPage, startBrowser } from '../testing/browser.ts'
import { startStubSite } from './stub/stub-site.ts'

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
    assert.deepEqual(await page.locator('main mark').allTextContents(), ['Spä', 'Spa'])
  }
})

async function openSearch(
  t: TestContext,
  browser: Browser,
  url: string,
  locale: string,
): Promise<Page> {
  const page = await openPage(t, browser, { locale, viewport: { width: 390, height: 844 } })
  await page.goto(url)
  return page
}
