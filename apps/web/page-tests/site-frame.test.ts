import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { search, type SearchResults } from '@pitboard/contract/search/search'
import { leagues } from '@pitboard/contract/leagues/league'
import { onlyInLongRun, sampleOf, sampleOfRuns } from '@pitboard/contract/testing/sample'
import fc from 'fast-check'
import type { Browser, Page } from 'playwright-core'
import { openPage, pauseClock, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { offerDownloads } from './stub/offer-downloads.ts'
import { startStubSite } from './stub/stub-site.ts'

const RUNS = 60
// The last one is half a character.
const CHARACTERS = Array.from('aZ09 ./%\\?#&+:;@"<>{}[]|^`~é漢🏁\u00a0\u0301\ud800')
const RELOADED_EVERY = 10
const NOTHING_FOUND: SearchResults = {
  users: [],
  leagues: [],
  seasons: [],
  sessions: [],
  tracks: [],
}

test('top bar and footer', async (t) => {
  const site = await startStubSite(t)
  const { url } = site
  offerDownloads(site, ['windows-x64', 'linux-x64', 'portable'])
  site.configure({ communityChatUrl: 'https://chat.example/join' })
  site.answer(search.all, () => NOTHING_FOUND)
  site.answer(leagues.list, () => ({ count: 0, leagues: [] }))
  const browser = await startBrowser(t)

  await t.test(
    'a link inside a text is known by its line and has the colour of the text',
    async (t) => {
      const page = await openAt(t, browser, `${url}/login`)
      const link = page.getByRole('link', { name: 'Sign Up' }).last()
      const looks = await link.evaluate((anchor) => {
        const { color, textDecorationLine } = getComputedStyle(anchor)
        return [
          color === getComputedStyle(anchor.parentElement ?? anchor).color,
          textDecorationLine,
        ]
      })
      assert.deepEqual(looks, [true, 'underline'])
    },
  )
  await onlyInLongRun(() =>
    t.test('whatever is typed is what the search page searches for', async (t) => {
      const page = await openAt(t, browser, `${url}/faq`)
      for (const typed of sampleOf(
        ['.', '..', '/', '//', '100%', '%2F', '%2f..%2F', '?a=b#c', '\\', '🏁', '+ +'],
        4,
      )) {
        await searchFor(page, typed)
        await page.reload()
        await hasSearchedFor(page, typed)
      }
      let runs = 0
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: 12 }),
          async (typed) => {
            const trimmed = typed.toWellFormed().trim()
            if (trimmed === '') return
            await searchFor(page, typed)
            await hasSearchedFor(page, trimmed)
            if (++runs % RELOADED_EVERY > 0) return
            await page.reload()
            await hasSearchedFor(page, trimmed)
          },
        ),
        sampleOfRuns(RUNS, 8),
      )
    }),
  )

  await t.test('an empty search stays where it is', async (t) => {
    const page = await openAt(t, browser, `${url}/faq`)
    await page.getByRole('searchbox').first().fill('  ')
    await page.keyboard.press('Enter')
    assert.equal(new URL(page.url()).pathname, '/faq')
  })

  await t.test(
    '1000 ms after the download has been started it leads to /downloadInfo',
    async (t) => {
      const page = await openAt(t, browser, `${url}/leagues`, true)
      const button = page.getByRole('link', { name: 'Recorder for Linux' }).first()
      await button.waitFor()
      await pauseClock(page)
      const started = page.waitForEvent('download')
      await button.click()
      assert.match((await started).suggestedFilename(), /^pitboard-recorder-linux-(x64|arm64)$/)
      await page.clock.runFor(999)
      assert.equal(new URL(page.url()).pathname, '/leagues')
      await page.clock.runFor(1)
      await page.waitForURL('**/downloadInfo')
    },
  )

  await t.test('who has gone to another page meanwhile is not led away from it', async (t) => {
    const page = await openAt(t, browser, `${url}/leagues`, true)
    const button = page.getByRole('link', { name: 'Recorder for Linux' }).first()
    await button.waitFor()
    await pauseClock(page)
    const started = page.waitForEvent('download')
    await button.click()
    await started
    await page.getByRole('link', { name: 'FAQ' }).first().click()
    await page.waitForURL('**/faq')
    await page.clock.runFor(2_000)
    assert.equal(new URL(page.url()).pathname, '/faq')
  })

  await t.test(
    'the language is the browser’s, until another one is chosen, which is kept',
    async (t) => {
      const page = await openAt(t, browser, `${url}/leagues`)
      const heading = page.getByRole('heading', { level: 1 })
      await comesToBe(async () => heading.textContent(), 'Leagues')
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await page.getByRole('heading', { level: 1, name: 'Ligen' }).waitFor()
      await page.locator('html[lang="de"]').waitFor()
      await comesToBe(() => page.title(), 'Ligen · Pitboard')
      await page.goto(`${url}/privacy`)
      await page.getByRole('heading', { level: 1, name: 'Datenschutz' }).waitFor()
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByRole('heading', { level: 1, name: 'Privacy policy' }).waitFor()
    },
  )

  await t.test(
    'the search box is at most 500 px wide, and the bar fits in both languages',
    async (t) => {
      const page = await openAt(t, browser, `${url}/leagues`)
      for (const language of ['English', 'Deutsch']) {
        await page.getByRole('button', { name: language }).click()
        for (const width of [1051, 1440, 2560]) {
          await page.setViewportSize({ width, height: 800 })
          const box = await page.getByRole('searchbox').first().boundingBox()
          assert.ok(
            box && box.width <= 500 && box.width >= 150,
            `${language} ${width}: ${box?.width}`,
          )
          const overflow = await page.evaluate<number>(
            'document.documentElement.scrollWidth - innerWidth',
          )
          assert.ok(overflow <= 0, `${language} ${width}: ${overflow} px too wide`)
        }
      }
    },
  )
})

async function openAt(
  t: TestContext,
  browser: Browser,
  url: string,
  isTimed = false,
): Promise<Page> {
  const page = await openPage(t, browser)
  if (isTimed) await page.clock.install()
  await page.goto(url)
  await page.locator('main h1').waitFor()
  return page
}

async function searchFor(page: Page, typed: string): Promise<void> {
  await page.getByRole('searchbox').first().fill(typed)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search/**')
}

/** The page's title says so; that of the search before may still stand. */
async function hasSearchedFor(page: Page, typed: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: /^Search:/ })
  await comesToBe(() => heading.textContent(), `Search: ${typed}`)
}
