import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { findPreset } from '@pitboard/contract/seasons/points-presets'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { createRace, type Race } from '@pitboard/sim/race'
import type { Browser, Page } from 'playwright-core'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { createPerson, openSignedIn } from './src/person.ts'
import { openSite } from './src/site-in-process.ts'
import { captureOf, uploadCapture } from './src/upload-capture.ts'

const CALENDAR = '2026-11-01 20:00 Zandvoort\n15.11.2026 20:00 Monza'
const START_MS = Date.UTC(2026, 10, 1, 20)
const DAY_MS = 86_400_000
const SIZE = { laps: 1, cars: 6, rateHz: 10, lean: true } as const
const RACES: readonly Race[] = [
  createRace({ ...SIZE, seed: 31, trackId: 26 }),
  createRace({ ...SIZE, seed: 33, trackId: 11, situations: ['hiddenNames'] }),
]

test('an organiser runs a season in the browser', async (t) => {
  const site = await openSite(t)
  const browser = await startBrowser(t)
  const marisol = await createPerson(site, 'Marisol')
  const page = await openSignedIn(t, { browser, site }, marisol)
  const { url } = site

  const leagueId = await createLeague(page, url)
  const seasonId = await createSeason(page)
  await pasteCalendar(page)
  const key = await makeKey(page, url)
  const ids: string[] = []
  for (const [at, race] of RACES.entries()) {
    const capture = captureOf(race.datagrams(), START_MS + at * 14 * DAY_MS)
    ids.push(...(await uploadCapture({ url, key }, capture)))
  }
  await page.goto(`${url}/dashboard/seasons/${seasonId}/edit`)
  await linkWeekends(page)
  await nameHiddenDrivers(page)

  const races = await Promise.all(ids.map((id) => site.call(sessions.get, { params: { id } })))
  const expected = countPoints(races)
  assert.deepEqual(await shownPoints(page, url, seasonId), expected, 'the table is right')
  await explainLeader(page)

  const winner = races[0]?.drivers.find(({ finishingPosition }) => finishingPosition === 1)
  assert.ok(winner)
  await penalise(page, url, seasonId, winner.name)
  const penalised = await shownPoints(page, url, seasonId)
  assert.ok((penalised.get(winner.name) ?? 0) < (expected.get(winner.name) ?? 0))
  await revoke(page, url, seasonId)

  await publishLeague(t, { browser, page, site: url, leagueId, seasonId })
  const visitor = await openPage(t, browser)
  assert.deepEqual(await shownPoints(visitor, url, seasonId), expected, 'as if not penalised')
  assert.deepEqual(await csvPoints(visitor), [...(await shownRows(visitor))], 'CSV and page')

  await deleteAndRestore(page, url, seasonId)
})

/** Rejects for a picture that can't be shown. */
async function pictureStands(page: Page): Promise<void> {
  await page.locator('main img').first().evaluate('(image) => image.decode()')
}

async function createLeague(page: Page, site: string): Promise<string> {
  await page.goto(`${site}/dashboard/leagues/create`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sunday Night Racing')
  await page.getByRole('textbox', { name: 'Website' }).fill('https://snr.example')
  await page
    .getByLabel('Choose a logo')
    .last()
    .setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await page.screenshot(),
    })
  await pictureStands(page)
  await page.getByRole('button', { name: 'Create the league' }).click()
  await page.getByRole('heading', { name: 'Sunday Night Racing' }).waitFor()
  await pictureStands(page)
  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await page.locator('fieldset img').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await pictureStands(page)
  await undoFromHistory(page)
  return /leagues\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
}

/** Undoes a change from the history: after a reload only the history has the previous values. */
async function undoFromHistory(page: Page): Promise<void> {
  const website = page.getByRole('textbox', { name: 'Website' })
  await website.fill('https://other.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /^Undo: Changed .*other\.example/ }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^Undo: Changed .*other\.example/ }).click()
  await page.getByText(/^Undone · Changed/).waitFor()
  await comesToBe(() => website.inputValue(), 'https://snr.example')
}

/** Creates a season from the league's page, so that it belongs to the league. */
async function createSeason(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'New season' }).click()
  const league = page.getByRole('combobox', { name: 'League' }).locator('option:checked')
  await league.filter({ hasText: 'Sunday Night Racing' }).waitFor({ state: 'attached' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Winter')
  await page.getByRole('button', { name: 'Create the season' }).click()
  await page.getByRole('heading', { name: 'Winter' }).waitFor()
  return /seasons\/(?<seasonId>[^/]+)\/edit/.exec(page.url())?.groups?.['seasonId'] ?? ''
}

async function pasteCalendar(page: Page): Promise<void> {
  await page.getByText('Add a whole calendar').click()
  await page.getByRole('textbox', { name: 'Calendar' }).fill(CALENDAR)
  await page.getByRole('button', { name: 'Add 2 events' }).click()
  await page.getByText('2 events are added.').waitFor()
}

async function makeKey(page: Page, site: string): Promise<string> {
  await page.goto(`${site}/dashboard/settings`)
  await page.locator('input[name="keyName"]').fill('Rig')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const command = await page.getByText(/^pitboard-recorder record/).textContent()
  return /--key (\S+)$/.exec(command ?? '')?.[1] ?? ''
}

/** Links all at once, undoes that by one click, and redoes it. */
async function linkWeekends(page: Page): Promise<void> {
  await chooseWeekends(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Undone.').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Remove: / }).count(), 0)
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText(/^Undone · Weekends linked/).waitFor()
  await page.getByRole('tab', { name: 'Events' }).click()
  await chooseWeekends(page)
}

async function chooseWeekends(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Link whole weekends' }).click()
  const dialog = page.getByRole('dialog')
  for (const track of ['Zandvoort', 'Monza']) {
    await dialog.getByRole('checkbox', { name: new RegExp(track) }).click()
  }
  await dialog.getByRole('button', { name: 'Link 2 weekends' }).click()
  await page.getByText('2 weekends are linked.').waitFor()
}

/** Names the drivers in the race with hidden names: each name contains the car's number. */
async function nameHiddenDrivers(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Names' }).click()
  await page.getByRole('button', { name: 'Name the driver: Monza, Race' }).click()
  const hidden = page.getByRole('dialog').getByRole('combobox', { name: /^Who drove as Player/ })
  await hidden.first().waitFor()
  for (const field of await hidden.all()) {
    await field.fill(`Unmasked ${await field.getAttribute('name')}`)
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Hidden names' }).waitFor({ state: 'detached' })
}

/** Counts the points of the recorded races by the rules of 2025. */
function countPoints(races: readonly RecordedSession[]): Map<string, number> {
  const paid = findPreset('f1-2025')?.race ?? []
  const points = new Map<string, number>()
  for (const { drivers } of races) {
    for (const { name, driverIdx, finishingPosition, resultStatus } of drivers) {
      const shown = name === 'Player' ? `Unmasked car${driverIdx}` : name
      const scores = resultStatus === ResultStatus.Finished && finishingPosition !== null
      const won = scores ? (paid[finishingPosition - 1] ?? 0) : 0
      points.set(shown, (points.get(shown) ?? 0) + won)
    }
  }
  return new Map([...points].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function shownPoints(page: Page, site: string, seasonId: string) {
  await page.goto(`${site}/seasons/${seasonId}`)
  await page.getByRole('table', { name: 'Drivers’ standings' }).waitFor()
  return new Map((await shownRows(page)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Reads names and points of the drivers' table from its top. */
async function shownRows(page: Page): Promise<(readonly [string, number])[]> {
  const buttons = page
    .getByRole('table', { name: 'Drivers’ standings' })
    .getByRole('button', { name: /points\. Where they come from$/ })
  const labels = await buttons.evaluateAll((all) =>
    all.map((button) => button.getAttribute('aria-label') ?? ''),
  )
  return labels.map((label) => {
    const [, name = '', points = ''] = /^(.*): ([\d.,−-]+) points\./.exec(label) ?? []
    return [name, Number(points)] as const
  })
}

/** Checks that the parts that a click on the points shows add up to that number. */
async function explainLeader(page: Page): Promise<void> {
  const [leader] = await shownRows(page)
  assert.ok(leader)
  const [name, points] = leader
  await page
    .getByRole('button', { name: `${name}: ${points} points.` })
    .first()
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: `${name}: where the points come from` })
  const parts = dialog.locator('tbody td')
  await parts.first().waitFor()
  const sum = (await parts.allInnerTexts()).reduce((total, part) => total + Number(part), 0)
  assert.equal(sum, points)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

async function csvPoints(page: Page): Promise<(readonly [string, number])[]> {
  const href = await page.getByRole('link', { name: 'Drivers, CSV' }).getAttribute('href')
  const csv = await (await page.request.get(new URL(href ?? '', page.url()).href)).text()
  return csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => {
      const [, name = '', , points = ''] = line.split(',')
      return [name.replaceAll(/^['"]+|"$/g, ''), Number(points)] as const
    })
}

async function penalise(page: Page, site: string, seasonId: string, name: string) {
  await page.goto(`${site}/dashboard/seasons/${seasonId}/edit?part=stewards`)
  await choose(page, 'Session', /^Zandvoort, Race \(round 1, .+\)$/)
  await choose(page, 'Driver', `1 ${name}`)
  await page.getByRole('textbox', { name: 'Seconds' }).fill('120')
  await page.getByRole('textbox', { name: 'Reason' }).fill('Overtook behind the safety car')
  await page.getByRole('button', { name: 'Save the decision' }).click()
  await page.getByText('The decision is in force.').waitFor()
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  const list = page.getByRole('combobox', { name: label, exact: true })
  const value = await list.getByRole('option', { name: option, exact: true }).getAttribute('value')
  await list.selectOption(value)
}

async function revoke(page: Page, site: string, seasonId: string): Promise<void> {
  await page.goto(`${site}/dashboard/seasons/${seasonId}/edit?part=stewards`)
  await page.getByRole('button', { name: /^Revoke: / }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('textbox', { name: 'Why it is revoked' })
    .fill('The video shows another car')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The decision is no longer in force.').waitFor()
}

interface Publishing {
  readonly browser: Browser
  readonly page: Page
  readonly site: string
  readonly leagueId: string
  readonly seasonId: string
}

/** Others do not see a private league and its season until it is public. */
async function publishLeague(
  t: TestContext,
  { browser, page, site, leagueId, seasonId }: Publishing,
): Promise<void> {
  const visitor = await openPage(t, browser)
  await page.goto(`${site}/dashboard/leagues/${leagueId}/edit`)
  await page.getByRole('button', { name: 'Remove: Winter' }).click()
  await choose(page, 'Choose a season', 'Winter')
  await page.getByRole('button', { name: 'Add the season' }).click()
  await page.getByText('The season was added to the league.').waitFor()
  for (const path of [`leagues/${leagueId}`, `seasons/${seasonId}`]) {
    await visitor.goto(`${site}/${path}`)
    await visitor.getByRole('heading', { name: 'Page not found' }).waitFor()
  }
  await visitor.goto(`${site}/leagues`)
  await visitor.getByText('No public leagues yet').waitFor()

  await page.getByRole('switch', { name: 'Public' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  await visitor.goto(`${site}/leagues`)
  await visitor.getByRole('link', { name: /Sunday Night Racing/ }).click()
  await visitor.getByRole('heading', { name: 'Sunday Night Racing' }).waitFor()
  await pictureStands(visitor)
  await visitor
    .getByRole('link', { name: /Winter/ })
    .first()
    .click()
  await visitor.getByRole('heading', { name: 'Winter' }).waitFor()
}

async function deleteAndRestore(page: Page, site: string, seasonId: string): Promise<void> {
  await page.goto(`${site}/dashboard/seasons/${seasonId}/edit?part=settings`)
  await page.getByRole('button', { name: 'Delete the season' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the season' }).click()
  await page.getByRole('heading', { name: 'Your seasons' }).waitFor()
  await page.getByRole('button', { name: /^Restore: / }).click()
  await page.getByRole('link', { name: 'Winter', exact: true }).waitFor()
}
