import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { openLook } from '../testing/look.ts'
import { aRacedSeason } from '../src/testing/a-raced-season.ts'
import { startStubSite } from './stub/stub-site.ts'
import { fillSite } from './stub/whole-site.ts'

const look = openLook('season-review', [390, 768, 1440, 2560])

test('a review shows the season, the season of a chosen driver, and that there is none yet', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  fillSite(site)
  const { season, raced } = aRacedSeason(7)
  site.answer(seasons.get, () => season)
  site.answer(seasons.races, () => raced)
  for (const locale of ['en', 'de']) {
    const page = await openPage(t, browser, { locale })
    await page.goto(`${site.url}/seasons/${season.id}/review`)
    await page.locator('#driver').waitFor()
    await page.locator('#decided svg').first().waitFor()
    await look(page, locale)
    assert.deepEqual(await axeFaults(page), [])
    await page.locator('#driver select').selectOption('Weber')
    await comesToBe(() => page.url().endsWith('driver=Weber'), true)
  }
})
