import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { type Roster, rosters } from '@pitboard/contract/roster/roster'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { resultImports } from '@pitboard/contract/seasons/result-import'
import type { StartingPoints } from '@pitboard/contract/seasons/starting-points'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import type { Browser, Page } from 'playwright-core'
import { storeRoster } from '../src/testing/a-roster.ts'
import { aLinkedSession, anEvent, aSeason, aStandingsDriver } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-0000000000d0'
const RED = '01900000-0000-7000-8000-0000000000d1'
const ANN = '01900000-0000-7000-8000-0000000000d2'
const NASTY = `<img src=x onerror="document.title='broken'">`

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

const ROSTER: Roster = {
  version: 3,
  teams: [{ id: RED, name: 'Scuderia Rossa', colour: '#e80020', pictureId: null }],
  drivers: [
    {
      id: ANN,
      name: 'Ann Keller',
      carNumber: 7,
      teamId: RED,
      platformId: 'ann-k',
      fromEventId: null,
      toEventId: null,
      isReserve: false,
      tier: '',
      userId: null,
    },
  ],
}

const PAST = '2026-03-01T18:00:00Z'
const RACE = aLinkedSession('01900000-0000-7000-8000-0000000000d9', PAST)
const EVENTS = [
  anEvent(3, { startsAt: PAST }),
  anEvent(4, { startsAt: PAST }),
  anEvent(7, { startsAt: PAST }),
  anEvent(11),
  anEvent(12, { startsAt: PAST, sessions: [RACE] }),
  anEvent(13, { startsAt: PAST }),
]

test('imports of a season', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('a table of points is shown as understood, corrected and applied at once', (t) =>
    importPoints(t, world),
  )
  await onlyInLongRun(() =>
    t.test('a table of drivers changes and adds to the roster, and removes nobody', (t) =>
      importRoster(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('a table of rounds is shown as understood, and each round is imported', (t) =>
      importResults(t, world),
    ),
  )
  await onlyInLongRun(() =>
    t.test('a calendar comes from a file too', (t) => importCalendar(t, world)),
  )
})

async function openEditor(
  t: TestContext,
  { site, browser }: World,
  part: string,
  locale = 'en-GB',
) {
  let startingPoints: StartingPoints = { drivers: [], teams: [{ name: 'Apex', points: 3 }] }
  const drivers = ['Ann Keller', 'Jörg Müller'].map((name) => aStandingsDriver(name))
  const standings = { drivers, teams: [], tracks: [] }
  const season = () =>
    aSeason({
      id: SEASON_ID,
      ownerId: MARISOL.id,
      version: 3,
      standings,
      startingPoints,
      events: EVENTS,
    })
  site.answer(seasons.get, season)
  site.answer(rosters.get, () => ROSTER)
  site.answer(rosters.claims, () => [])
  site.answer(seasons.update, ({ body }) => {
    startingPoints = body.startingPoints ?? startingPoints
    return { ...season(), version: 4 }
  })
  site.answer(resultImports.create, () => ({ ...season(), version: 4 }))
  site.answer(rosters.update, ({ body }) => ({ version: 4, ...storeRoster(body) }))
  const page = await openPage(t, browser, { locale })
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit?part=${part}`)
  return page
}

async function importPoints(t: TestContext, world: World) {
  const page = await openEditor(t, world, 'points')
  const form = page.getByRole('form', { name: 'Points from before' })
  await form
    .getByLabel('Table', { exact: true })
    .fill(`Pos;Fahrer;Punkte;Siege\n1;jorg muller;98,5;4\n2;Ann;12;1\n3;${NASTY};5;0\n4;Cleo;x;0`)
  const rows = form.getByRole('region', { name: 'Rows of the table' })
  await rows.getByText('The points are not a number: left out.').waitFor()
  const meaningOf = (name: string) => rows.getByLabel(`Who is ${name}`, { exact: true })
  assert.equal(await meaningOf('jorg muller').inputValue(), 'Jörg Müller')
  await meaningOf('Ann').selectOption('Ann Keller')
  await fits(page, 'points')
  await form.getByRole('button', { name: 'Import 3 rows' }).press('Enter')
  await page.getByText('3 entries imported.').waitFor()
  const sent = world.site.calls.find(({ method }) => method === 'PATCH')
  assert.equal(sent?.headers['if-match'], '"3"')
  assert.partialDeepStrictEqual(sent?.body, {
    startingPoints: {
      drivers: [
        { name: 'Jörg Müller', points: 98.5 },
        { name: 'Ann Keller', points: 12 },
        { name: NASTY, points: 5 },
      ],
      teams: [{ name: 'Apex', points: 3 }],
    },
  })
  assert.notEqual(await page.title(), 'broken')
}

async function importRoster(t: TestContext, world: World) {
  const page = await openEditor(t, world, 'roster', 'de-DE')
  await page.getByText('Tabelle importieren').click()
  const form = page.getByRole('form', { name: 'Tabelle importieren' })
  await form.locator('input[type="file"]').setInputFiles({
    name: 'drivers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('\ufeff"Name","No","Team"\r\n"ANN KELLER","8",""\r\n"Bob","44","Apex"\r\n'),
  })
  await form.getByRole('region', { name: 'Zeilen der Tabelle' }).getByText('Apex').waitFor()
  await fits(page, 'roster')
  // A column can mean something else.
  await form.getByLabel('No', { exact: true }).selectOption({ label: 'Name im Spiel' })
  await form.getByRole('button', { name: '2 Zeilen importieren' }).press('Enter')
  await page.getByText('2 Fahrer importiert.').waitFor()
  const sent = world.site.calls.find(({ method }) => method === 'PUT')
  assert.equal(sent?.headers['if-match'], '"3"')
  assert.partialDeepStrictEqual(sent?.body, {
    teams: [{ id: RED, name: 'Scuderia Rossa', colour: '#e80020' }, { name: 'Apex' }],
    drivers: [
      { id: ANN, name: 'Ann Keller', carNumber: 7, teamId: RED, platformId: '8' },
      { name: 'Bob', carNumber: null, platformId: '44' },
    ],
  })
}

async function importResults(t: TestContext, world: World) {
  const page = await openEditor(t, world, 'events')
  await page.getByText('Import results of several rounds').click()
  const form = page.getByRole('form', { name: 'Results of several rounds' })
  await form
    .getByLabel('Table', { exact: true })
    .fill(
      `Driver;Team;R1;R2;SIL;Monza Sprint;R4;R5;R6\nann keler;Apex;1;DNF;1;2;1;1;x\n${NASTY};;2;1;1;1;4;2;1\nBob;Bold;3;DNS;3;3;2;;2`,
    )
  const rows = form.getByRole('region', { name: 'Rows of the table' })
  assert.equal(await rows.getByLabel(/ann keler/).inputValue(), 'Ann Keller')
  await form.getByLabel(/R4/).last().fill('2026-05-01T20:00')
  await fits(page, 'results')
  await form.getByRole('button', { name: 'Import 4 rounds' }).press('Enter')
  await page.getByText('The results of 4 rounds are imported.').waitFor()
  const sent = world.site.calls.find(({ path }) => path.endsWith('/results'))
  assert.equal(sent?.headers['if-match'], '"3"')
  assert.partialDeepStrictEqual(sent?.body, {
    results: [
      { eventId: 'event-3', document: { drivers: [{ name: 'Ann Keller', team: 'Apex' }, {}, {}] } },
      { eventId: 'event-4' },
      { eventId: 'event-11', document: { raceKind: 'sprint' } },
      { eventId: 'event-11', document: { raceKind: null } },
    ],
  })
}

async function importCalendar(t: TestContext, world: World) {
  const page = await openEditor(t, world, 'events')
  await page.getByText('Add a whole calendar').click()
  const form = page.getByRole('form', { name: 'Calendar' })
  await form.locator('input[type="file"]').setInputFiles({
    name: 'calendar.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Round;Track;Date\r\n1;Monza;2026-09-06 20:00\r\n'),
  })
  await page.getByRole('list', { name: 'Result' }).getByText('Monza').waitFor()
}

async function fits(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    assert.deepEqual(await axeFaults(page), [], `${name} at ${width}`)
    const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(needed <= width, `${name} at ${width}: ${needed}`)
    const folder = process.env['IMPORT_SHOTS']
    if (folder)
      await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
  }
}
