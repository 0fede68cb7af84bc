import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { startStubSite } from './stub/stub-site.ts'

test('a reader chooses light colours, which stay; those of the system follow it', async (t) => {
  const site = await startStubSite(t)
  const page = await openPage(t, await startBrowser(t))
  const shown = () =>
    page.evaluate(() => [
      document.documentElement.dataset['theme'],
      getComputedStyle(document.documentElement).backgroundColor,
      document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
    ])
  const DARK = ['dark', 'rgb(11, 12, 15)', '#0b0c0f']
  const LIGHT = ['light', 'rgb(255, 255, 255)', '#fff']
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${site.url}/FAQ`)
  const colours = page.getByRole('group', { name: 'Colours' })
  await colours.waitFor()
  assert.deepEqual(await shown(), DARK, 'the site is dark until its reader says otherwise')

  await colours.getByRole('button', { name: 'Light' }).click()
  await comesToBe(shown, LIGHT)
  await page.reload()
  await colours.waitFor()
  assert.deepEqual(await shown(), LIGHT)
  assert.deepEqual(await axeFaults(page), [])
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await page.reload()
  assert.deepEqual(await shown(), LIGHT, 'no file of the app is needed for the first paint')
  await page.unroute(/\/assets\/.*\.js$/)
  await page.reload()
  await colours.waitFor()

  await colours.getByRole('button', { name: 'As the system' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await comesToBe(shown, DARK)
  await page.emulateMedia({ colorScheme: 'light' })
  await comesToBe(shown, LIGHT)
  await colours.getByRole('button', { name: 'Dark' }).click()
  await comesToBe(shown, DARK)
})
