import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { findPreset } from '@pitboard/contract/seasons/points-presets'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { runRecorder } from '@pitboard/recorder/testing/run-recorder'
import { createRace, type Race } from '@pitboard/sim/race'
import type { Browser, Page } from 'playwright-core'
import { signUp } from './src/account-pages.ts'
import { axeFaults } from './src/axe.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { openPage, startBrowser, WIDE } from './src/browser.ts'
import { openLook } from './src/look.ts'
import { openMailbox } from './src/mailbox.ts'
import { startPacedGame } from './src/paced-game.ts'
import { type Pitboard, startPitboard } from './src/pitboard.ts'
import { printFaults } from './src/print.ts'

const look = openLook('organiser')
const ORGANISER = { email: 'org@racer.example', password: 'parc ferme until monday' }
const CALENDAR = '2026-11-01 20:00 Zandvoort\n2026-11-08 20:00 Silverstone\n15.11.2026 20:00 Monza'
const SIZE = { laps: 2, cars: 10, rateHz: 10, lean: true } as const
const RACES: readonly Race[] = [
  createRace({ ...SIZE, seed: 31, trackId: 26 }),
  createRace({ ...SIZE, seed: 32, trackId: 7 }),
  createRace({ ...SIZE, seed: 33, trackId: 11, situations: ['hiddenNames'] }),
]

test('an organiser runs a season in the browser', { timeout: 900_000 }, async (t) => {
  const pitboard = await startPitboard(t, { AUTH_RATE_LIMITS: 'false' })
  const browser = await startBrowser(t)
  const page = await openPage(t, browser)
  const site = pitboard.publicUrl
  await signUp(page, site, openMailbox(pitboard.dataDir), { ...ORGANISER, username: 'Marisol' })

  const leagueId = await createLeague(page, site)
  const seasonId = await createSeason(page, site, leagueId)
  await pasteCalendar(page)
  const ids = await recordRaces(t, pitboard, await makeKey(page, site))
  await page.goto(`${site}/dashboard/seasons/${seasonId}/edit`)
  await linkWeekends(page)
  await nameHiddenDrivers(page, site, seasonId)

  const races = await Promise.all(ids.map((id) => pitboard.call(sessions.get, { params: { id } })))
  const expected = countPoints(races)
  assert.deepEqual(await shownPoints(page, site, seasonId), expected, 'the table is right')
  await look(page, 'season')
  assert.deepEqual(await marksOutside(page), [], 'no mark lies on a neighbour')
  await explainLeader(page)

  const winner = races[0]?.drivers.find(({ finishingPosition }) => finishingPosition === 1)
  assert.ok(winner)
  await penalise(page, site, seasonId, winner.name)
  const penalised = await shownPoints(page, site, seasonId)
  assert.ok((penalised.get(winner.name) ?? 0) < (expected.get(winner.name) ?? 0))
  await revoke(page, site, seasonId)
  assert.deepEqual(await shownPoints(page, site, seasonId), expected, 'as if it had not been')

  await publishLeague(t, { browser, page, site, leagueId, seasonId })
  const visitor = await openPage(t, browser)
  assert.deepEqual(await shownPoints(visitor, site, seasonId), expected)
  assert.deepEqual(await printFaults(visitor), [], 'the season on paper')
  assert.deepEqual(await csvPoints(visitor), [...(await shownRows(visitor))], 'CSV and page')

  await editAtOnce(page, site, seasonId)
  await deleteAndRestore(page, site, seasonId)
})

/** Rejects for a picture that can't be shown. */
async function pictureStands(page: Page): Promise<void> {
  await page.locator('main img').first().evaluate('(image) => image.decode()')
}

async function createLeague(page: Page, site: string): Promise<string> {
  await page.goto(`${site}/dashboard/leagues/create`)
  await page.getByRole('button', { name: 'Create the league' }).click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sunday Night Racing')
  await page.getByRole('textbox', { name: 'Website' }).fill('https://snr.example')
  await page
    .getByLabel('Choose a logo')
    .last()
    .setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await page.locator('h1').first().screenshot(),
    })
  await pictureStands(page)
  await look(page, 'create-league')
  await page.getByRole('button', { name: 'Create the league' }).click()
  await page.getByRole('heading', { name: 'Sunday Night Racing' }).waitFor()
  await pictureStands(page)
  await look(page, 'edit-league')
  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await page.locator('fieldset img').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await pictureStands(page)
  await undoFromHistory(page)
  return /leagues\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
}

/** After a reload only the history has the previous values. */
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

/** From the league's page, after a mistake; the season belongs to the league. */
async function createSeason(page: Page, site: string, leagueId: string): Promise<string> {
  await page.goto(`${site}/dashboard/seasons/create?seasonName=Winter`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  assert.equal(await name.inputValue(), 'Winter')
  await page.goto(`${site}/dashboard/leagues/${leagueId}/edit`)
  await page.getByRole('link', { name: 'New season' }).click()
  const league = page.getByRole('combobox', { name: 'League' }).locator('option:checked')
  await league.filter({ hasText: 'Sunday Night Racing' }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Create the season' }).click()
  await page.getByText('Enter a name.').waitFor()
  await name.fill('Winter')
  await page.getByRole('button', { name: 'Create the season' }).click()
  await page.getByRole('heading', { name: 'Winter' }).waitFor()
  const { seasonId = '' } = /seasons\/(?<seasonId>[^/]+)\/edit/.exec(page.url())?.groups ?? {}
  await page.goto(`${site}/dashboard/leagues/${leagueId}/edit`)
  await page.getByRole('button', { name: 'Remove: Winter' }).waitFor()
  await page.goto(`${site}/dashboard/seasons/${seasonId}/edit`)
  return seasonId
}

async function pasteCalendar(page: Page): Promise<void> {
  await page.getByText('Add a whole calendar').click()
  await page.getByRole('textbox', { name: 'Calendar' }).fill(CALENDAR)
  await page.getByRole('button', { name: 'Add 3 events' }).click()
  await page.getByText('3 events are added.').waitFor()
}

async function makeKey(page: Page, site: string): Promise<readonly string[]> {
  await page.goto(`${site}/dashboard/settings`)
  await page.locator('input[name="keyName"]').fill('Rig')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const command = await page.getByText(/^pitboard-recorder record/).textContent()
  const [, userId = '', key = ''] = /--user (\S+) --key (\S+)$/.exec(command ?? '') ?? []
  return ['--server', site, '--user', userId, '--key', key]
}

/** All of them, one after the other, by one recorder; their ids in the order they were driven. */
async function recordRaces(
  t: TestContext,
  pitboard: Pitboard,
  options: readonly string[],
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const race of RACES) {
    const port = await freePort()
    const game = await startPacedGame(t, race, port)
    const recorder = runRecorder([
      ...['record', '--listen', String(port), '--host', '127.0.0.1', '--spool', pitboard.spool],
      ...['--forward', game.echo, ...options],
    ])
    t.after(() => recorder.process.kill('SIGKILL'))
    await recorder.waitForOutput(/listening/i)
    await game.driveTo(1)
    recorder.process.kill('SIGINT')
    await recorder.waitForExit()
    const { sessions: listed } = await pitboard.call(sessions.list)
    const found = listed.find(({ sessionId }) => sessionId === race.uid)
    assert.ok(found, `race ${race.uid} is recorded`)
    ids.push(found.id)
  }
  return ids
}

/** All at once; undone by one click, then redone. */
async function linkWeekends(page: Page): Promise<void> {
  await chooseWeekends(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Undone.').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Remove: / }).count(), 0)
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText(/^Undone · Weekends linked/).waitFor()
  await page.getByRole('tab', { name: 'Events' }).click()
  await chooseWeekends(page)
  await look(page, 'events')
}

async function chooseWeekends(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Link whole weekends' }).click()
  const dialog = page.getByRole('dialog')
  for (const track of ['Zandvoort', 'Silverstone', 'Monza']) {
    await dialog.getByRole('checkbox', { name: new RegExp(track) }).click()
  }
  assert.deepEqual(await axeFaults(page), [], 'choosing weekends')
  await dialog.getByRole('button', { name: 'Link 3 weekends' }).click()
  await page.getByText('3 weekends are linked.').waitFor()
}

/** In the race with hidden names each driver gets a name that contains the car's number. */
async function nameHiddenDrivers(page: Page, site: string, seasonId: string): Promise<void> {
  await page.goto(`${site}/dashboard/seasons/${seasonId}/edit?part=names`)
  await page.getByRole('button', { name: 'Name the driver: Monza, Race' }).click()
  const hidden = page.getByRole('dialog').getByRole('combobox', { name: /^Who drove as Player/ })
  await hidden.first().waitFor()
  for (const field of await hidden.all()) {
    await field.fill(`Unmasked ${await field.getAttribute('name')}`)
  }
  assert.deepEqual(await axeFaults(page), [], 'naming drivers')
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
  const box = await save.boundingBox()
  assert.ok(box && box.y + box.height <= WIDE.height, `in sight: ${JSON.stringify(box)}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Hidden names' }).waitFor({ state: 'detached' })
}

/** By the rules of 2025, from what was recorded. */
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
  await page.setViewportSize(WIDE)
  await page.goto(`${site}/seasons/${seasonId}`)
  await page.getByRole('table', { name: 'Drivers’ standings' }).waitFor()
  return new Map((await shownRows(page)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Names and points of the drivers' table from its top. */
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

/** Results that are wider than their frame, and toolbars beside their table. */
async function marksOutside(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const outside = [...document.querySelectorAll('main td button > span > span')]
      .filter((chip) => chip.scrollWidth > chip.clientWidth + 1)
      .map((chip) => chip.textContent)
    const tools = [...document.querySelectorAll('main button')]
      .find((button) => button.textContent === 'Columns')?.getBoundingClientRect()
    const table = document.querySelector('main table').parentElement.getBoundingClientRect()
    return tools && tools.right > table.right + 1 ? [...outside, 'Columns'] : outside
  })()`)
}

/** The parts that a click on the points shows add up to that number. */
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
  assert.deepEqual(await axeFaults(page), [], 'the explanation')
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
  await page.getByRole('button', { name: 'Save the decision' }).click()
  await page.getByText('Enter the reason: everyone can read it.').waitFor()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Overtook behind the safety car')
  await page.getByRole('button', { name: 'Save the decision' }).click()
  await page.getByText('The decision is in force.').waitFor()
  await look(page, 'stewards')
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
  assert.deepEqual(await printFaults(visitor), [], 'the league on paper')
  await visitor
    .getByRole('link', { name: /Winter/ })
    .first()
    .click()
  await visitor.getByRole('heading', { name: 'Winter' }).waitFor()
}

/** The second to save sees what the first one changed, loses nothing of their input, and can go on. */
async function editAtOnce(page: Page, site: string, seasonId: string): Promise<void> {
  const address = `${site}/dashboard/seasons/${seasonId}/edit?part=settings`
  await page.goto(address)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await name.fill('Winter, by the second')
  const first = await page.context().newPage()
  await first.goto(address)
  await first.getByRole('textbox', { name: 'Name', exact: true }).fill('Winter, by the first')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await first.getByText('Saved.').waitFor()
  await first.close()

  await save.click()
  const notice = page.getByRole('alert').filter({ hasText: 'Changed in the meantime' })
  await notice.getByText('Winter → Winter, by the first').waitFor()
  assert.equal(await name.inputValue(), 'Winter, by the second')
  await look(page, 'conflict')
  await save.click()
  await page.getByRole('heading', { level: 1, name: 'Winter, by the second' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Winter, by the first' }).waitFor()
}

async function deleteAndRestore(page: Page, site: string, seasonId: string): Promise<void> {
  await page.goto(`${site}/dashboard/seasons/${seasonId}/edit?part=settings`)
  await page.getByRole('button', { name: 'Delete the season' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the season' }).click()
  await page.getByRole('heading', { name: 'Your seasons' }).waitFor()
  await page.getByRole('button', { name: /^Restore: / }).click()
  await page.getByRole('link', { name: 'Winter, by the first', exact: true }).waitFor()
  await look(page, 'own-seasons')
}
