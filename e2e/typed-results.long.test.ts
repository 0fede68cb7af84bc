import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { axeFaults } from '@pitboard/web/testing/axe'
import { startBrowser, WIDE } from '@pitboard/web/testing/browser'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { createPerson, openSignedIn } from './src/person.ts'
import { openSite } from './src/site-in-process.ts'

const TEAMS = ['McLaren', 'Ferrari', 'Haas', 'Alpine']
/** A line has position, name, team and time, as a spreadsheet copies them; the last two did not finish. */
const TABLE = Array.from({ length: 20 }, (_, index) => [
  index < 18 ? index + 1 : 'DNF',
  `Driver ${index + 1}`,
  TEAMS[index % TEAMS.length],
  index === 0 ? '40:00.000' : index < 16 ? `+${index * 2}.5` : '+1 lap',
])
  .map((cells) => cells.join('\t'))
  .join('\n')

test('a result entered by hand counts in a season, is corrected and undone', async (t) => {
  const site = await openSite(t)
  const browser = await startBrowser(t)
  const page = await openSignedIn(t, { browser, site }, await createPerson(site, 'Marisol'), {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const seasonId = await createSeason(page, site.url)

  await typeResult(page)
  await correct(page, site.url, seasonId)
  assert.deepEqual(await shownRows(page, site.url, seasonId), expected('Driver 2', 'Driver 1'))
  await correctAtOnce(page, site.url, seasonId)
  await typeOnPhone(page, site.url, seasonId)
  await undoAndLinkAgain(page, site.url, seasonId)
  assert.deepEqual(await shownRows(page, site.url, seasonId), expected('Driver 2', 'Driver 1'))
})

async function createSeason(page: Page, site: string): Promise<string> {
  await page.goto(`${site}/dashboard/seasons/create?seasonName=Winter`)
  await page.getByRole('button', { name: 'Create the season' }).click()
  await page.getByRole('heading', { name: 'Winter' }).waitFor()
  await page.getByText('Add a whole calendar').click()
  await page.getByRole('textbox', { name: 'Calendar' }).fill('2026-03-08 20:00 Melbourne')
  await page.getByRole('button', { name: 'Add 1 event' }).click()
  await page.getByText('The event is added.').waitFor()
  return /seasons\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
}

/** Enters a result by keyboard alone, from the event's menu on; the event supplies its track and its time. */
async function typeResult(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for Melbourne' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Enter a result by hand' }).press('Enter')
  const first = page.getByRole('combobox', { name: 'Driver, line 1', exact: true })
  await first.waitFor()
  assert.match(await page.getByLabel('Driven at').inputValue(), /^2026-03-0[789]T/)
  const save = page.getByRole('button', { name: 'Save the result' })
  await save.press('Enter')
  await page.getByText('Enter at least one driver.').waitFor()
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(TABLE)})`)
  await first.focus()
  await page.keyboard.press('Control+V')
  await page.getByText('20 lines were pasted.').waitFor()
  await page.keyboard.press('Enter')
  await comesToBe(() => focusedName(page), 'Driver, line 2')
  await page.keyboard.press('Alt+ArrowUp')
  await comesToBe(() => first.inputValue(), 'Driver 2')
  await save.press('Enter')
  await page.getByText('Time or gap, line 1', { exact: false }).waitFor()
  await first.press('Alt+ArrowDown')
  await comesToBe(() => first.inputValue(), 'Driver 1')
  await save.press('Enter')
  await page.getByText('The result is stored and counts in the season.').waitFor()
  await page.getByText('Entered by hand').waitFor()
}

async function focusedName(page: Page): Promise<string | null> {
  return page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")')
}

/** The second wins after all. */
async function correct(page: Page, site: string, seasonId: string): Promise<void> {
  await page.goto(`${site}/dashboard/seasons/${seasonId}/edit`)
  await page.getByRole('link', { name: 'Correct: Melbourne, Race' }).click()
  const first = page.getByRole('combobox', { name: 'Driver, line 1', exact: true })
  await first.waitFor()
  const second = page.getByLabel('Time or gap, line 2', { exact: true })
  await comesToBe(() => second.inputValue(), '40:02.500')
  await first.press('Alt+ArrowDown')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await page.getByText('The result is stored, entered by hand.').waitFor()
}

/** The second to save sees the first one's changes and takes them over, except for their own input. */
async function correctAtOnce(page: Page, site: string, seasonId: string): Promise<void> {
  const [mine, theirs] = [page, await page.context().newPage()]
  for (const on of [mine, theirs]) {
    await on.goto(`${site}/dashboard/seasons/${seasonId}/edit`)
    await on.getByRole('link', { name: 'Correct: Melbourne, Race' }).click()
    await teamIn(on, 1).waitFor()
  }
  await teamIn(mine, 4).fill('Sauber')
  await teamIn(theirs, 5).fill('Williams')
  await saveCorrection(theirs)
  await theirs.getByText('The result is stored, entered by hand.').waitFor()
  await theirs.close()

  await saveCorrection(mine)
  const notice = mine.getByRole('status').filter({ hasText: 'Changed in the meantime' })
  await notice.getByText('Driver 5: Team: McLaren → Williams').waitFor()
  assert.equal(await teamIn(mine, 4).inputValue(), 'Sauber')
  assert.equal(await teamIn(mine, 5).inputValue(), 'Williams')
  assert.deepEqual(await axeFaults(mine), [])
  await saveCorrection(mine)
  await mine.getByText('The result is stored, entered by hand.').waitFor()
}

function teamIn(page: Page, line: number): Locator {
  return page.getByLabel(`Team, line ${line}`, { exact: true })
}

async function saveCorrection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save the correction' }).click()
}

/** The season's drivers are there to be put in order, and Enter goes to what is unfolded. */
async function typeOnPhone(page: Page, site: string, seasonId: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${site}/dashboard/sessions/typed?season=${seasonId}`)
  await page.getByRole('button', { name: 'Fill in the season’s drivers' }).click()
  const name = (line: number) =>
    page.getByRole('combobox', { name: `Driver, line ${line}`, exact: true })
  await name(20).waitFor()
  const [first, third] = [await name(1).inputValue(), await name(3).inputValue()]
  await placeOf(page, '1').hover()
  await page.mouse.down()
  // The page may still move below the pointer: it goes on to where the third place is then.
  await comesToBe(async () => {
    await placeOf(page, '3').hover({ force: true })
    return name(3).inputValue()
  }, first)
  await page.mouse.up()
  await comesToBe(() => name(2).inputValue(), third)
  await name(1).press('Enter')
  await comesToBe(() => focusedName(page), 'Time or gap, line 1')
  await page.keyboard.press('Enter')
  await comesToBe(() => focusedName(page), 'Driver, line 2')
  const more = page.getByRole('button', { name: 'More fields, line 2', exact: true })
  await more.click()
  await page.getByLabel('Best lap, line 2', { exact: true }).fill('x')
  await more.click()
  assert.equal(await more.getAttribute('aria-expanded'), 'true', 'what can’t be read is shown')
  await page.getByLabel('Best lap, line 2', { exact: true }).fill('1.20.5')
  assert.equal(await more.getAttribute('aria-expanded'), 'true', 'what is typed in stays open')
  await page.getByLabel('Laps behind, line 2', { exact: true }).selectOption('+2 laps')
  const gap = page.getByLabel('Time or gap, line 2', { exact: true })
  await comesToBe(() => gap.inputValue(), '+2 laps')
  assert.deepEqual(await axeFaults(page), [])
  await page.setViewportSize(WIDE)
}

/** Finds the handle of a line: its place. */
function placeOf(page: Page, place: string): Locator {
  return page.locator('.typed-line > span').getByText(place, { exact: true })
}

/** The message restores a removed session; the history undoes a link, which is made again. */
async function undoAndLinkAgain(page: Page, site: string, seasonId: string): Promise<void> {
  await page.goto(`${site}/dashboard/seasons/${seasonId}/edit`)
  const takeOut = page.getByRole('button', { name: 'Remove: Melbourne, Race' })
  await takeOut.click()
  await takeOut.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await takeOut.waitFor()

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('button', { name: /^Undo: Sessions linked/ }).click()
  await page.getByText(/^Undone · Sessions linked/).waitFor()
  await page.getByRole('tab', { name: 'Events' }).click()
  await page.getByRole('button', { name: 'Link sessions: Melbourne' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Driven until').fill('2026-03-01')
  await dialog.getByText('No recording matches, or all are linked.').waitFor()
  await dialog.getByLabel('Driven until').fill('2026-03-31')
  await dialog.getByRole('checkbox', { name: /^Race/ }).click()
  await dialog.getByRole('button', { name: 'Link 1 session' }).click()
  await page.getByText('The session is linked.').waitFor()
}

/** Returns the first ten names of the drivers' table with their points. */
async function shownRows(page: Page, site: string, seasonId: string) {
  await page.goto(`${site}/seasons/${seasonId}`)
  const table = page.getByRole('table', { name: 'Drivers’ standings' })
  const buttons = table.getByRole('button', { name: /points\. Where they come from$/ })
  await buttons.first().waitFor()
  const labels = await buttons.evaluateAll((all) =>
    all.map((button) => button.getAttribute('aria-label') ?? ''),
  )
  return labels.slice(0, 10).map((label) => label.replace(/ points\..*$/, ''))
}

/** Returns the points of a race by the rules of 2025. */
function expected(winner: string, second: string): string[] {
  const points = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
  const others = Array.from({ length: 8 }, (_, index) => `Driver ${index + 3}`)
  return [winner, second, ...others].map((name, index) => `${name}: ${points[index]}`)
}
