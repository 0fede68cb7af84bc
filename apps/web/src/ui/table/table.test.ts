import { after, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { type DevPage, openDevPage } from '../../testing/dev-page.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1051, height: 800 }

let opened: DevPage | undefined
let page: Page

before(async () => {
  opened = await openDevPage('table', { locale: 'en' })
  page = opened.page
  // It is an empty page of the same origin, without the app around the table.
  const blank = { contentType: 'text/html', body: '<!doctype html><title>Table</title>' }
  await page.route('**/blank', (route) => route.fulfill(blank))
})

beforeEach(async () => {
  await page.setViewportSize(DESK)
  await mount({ isFirstVisit: true })
})

after(() => opened?.close())

test('a head is reached by Tab and sorts by Enter and Space, and says so', async () => {
  await page.getByRole('button', { name: 'Columns' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await comesToBe(names, ['Kovacs', 'Moreau', 'Ibarra'])
  await comesToBe(() => sortOf('Points'), 'ascending')
  await page.keyboard.press('Space')
  await comesToBe(names, ['Ibarra', 'Moreau', 'Kovacs'])
  await comesToBe(() => sortOf('Points'), 'descending')
  await page.keyboard.press('Enter')
  await comesToBe(names, ['Moreau', 'Ibarra', 'Kovacs'])
  await comesToBe(() => sortOf('Points'), 'none')
})

test('a column is taken away and brought back by keyboard alone', async () => {
  const button = page.getByRole('button', { name: 'Columns' })
  await button.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await comesToBe(() => page.getByRole('columnheader', { name: 'Wins' }).count(), 0)
  await page.keyboard.press('Space')
  await comesToBe(() => page.getByRole('columnheader', { name: 'Wins' }).count(), 1)
  await page.keyboard.press('Escape')
  await comesToBe(() => page.getByRole('checkbox').count(), 0)
  await comesToBe(() => button.evaluate((element) => element === document.activeElement), true)
})

test('the choice of columns is there again on the next visit', async () => {
  await chooseWins()
  await comesToBe(() => page.getByRole('columnheader', { name: 'Wins' }).count(), 0)
  await mount()
  await comesToBe(() => page.getByRole('columnheader', { name: 'Wins' }).count(), 0)
  await chooseWins()
  await mount()
  await comesToBe(() => page.getByRole('columnheader', { name: 'Wins' }).count(), 1)
})

test('a column that comes later than its table is hidden as it was chosen', async () => {
  await chooseWins()
  await mount()
  await page.evaluate(() => Reflect.get(window, 'showTable')('standings', 2))
  await comesToBe(() => page.getByRole('checkbox').count(), 0)
  await page.evaluate(() => Reflect.get(window, 'showTable')('standings', 3))
  await page.getByRole('button', { name: 'Columns' }).waitFor()
  await comesToBe(() => page.getByRole('columnheader', { name: 'Wins' }).count(), 0)
})

test('each table has a choice of its own, on one page too', async () => {
  await chooseWins()
  await comesToBe(() => page.getByRole('columnheader', { name: 'Wins' }).count(), 0)
  await page.evaluate(() => Reflect.get(window, 'showTable')('teams', 3))
  await comesToBe(() => page.getByRole('columnheader', { name: 'Wins' }).count(), 1)
  await page.evaluate(() => Reflect.get(window, 'showTable')('standings', 3))
  await comesToBe(() => page.getByRole('columnheader', { name: 'Wins' }).count(), 0)
})

test('what the browser stored is believed of columns that can be chosen alone', async () => {
  const stored = ['{', 'null', '[1]', '{"wins":"no","points":false,"name":false,"__proto__":1}']
  await chooseWins()
  for (const [at, text] of stored.entries()) {
    await page.evaluate(() => Reflect.get(window, 'showTable')('standings', 3))
    await comesToBe(() => page.getByRole('columnheader').count(), 2)
    await page.evaluate(
      ([name, value]) => {
        localStorage.setItem(`pitboard.columns.${name}`, value)
        Reflect.get(window, 'showTable')(name, 3)
      },
      [`standings-${at}`, text] as const,
    )
    await comesToBe(() => page.getByRole('columnheader').count(), 3, text)
  }
})

test('on a phone it fits, is still a table, and is sorted by a list', async () => {
  await page.setViewportSize(PHONE)
  await comesToBe(() => page.evaluate(() => document.documentElement.scrollWidth), PHONE.width)
  const table = page.getByRole('table', { name: 'Standings' })
  await comesToBe(() => table.getByRole('row').count(), 4)
  await comesToBe(() => table.getByRole('rowheader').count(), 3)
  await comesToBe(() => table.getByRole('cell').count(), 6)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Wins, ascending')
  await comesToBe(names, ['Kovacs', 'Moreau', 'Ibarra'])
})

test('the head stays in sight while the page scrolls', async () => {
  await page.setViewportSize({ width: DESK.width, height: 120 })
  await page.evaluate(() => scrollTo(0, 70))
  const head = page.getByRole('columnheader', { name: 'Driver' })
  await comesToBe(async () => (await head.boundingBox())?.y, 0)
})

async function mount({ isFirstVisit = false } = {}): Promise<void> {
  await page.goto('/blank')
  if (isFirstVisit) await page.evaluate(() => localStorage.clear())
  const path = '/src/ui/table/testing/mount-table.tsx'
  await page.evaluate(async (module) => (await import(module)).mountTable(), path)
  await page.waitForSelector('tbody tr')
}

async function chooseWins(): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Wins' }).click()
}

async function names(): Promise<string[]> {
  return page.getByRole('rowheader').allInnerTexts()
}

async function sortOf(column: string): Promise<string | null> {
  return page.getByRole('columnheader', { name: column }).getAttribute('aria-sort')
}
