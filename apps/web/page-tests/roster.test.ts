import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { type NameClaim, type Roster, rosters } from '@pitboard/contract/roster/roster'
import { teamPictures } from '@pitboard/contract/roster/team-pictures'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Page } from 'playwright-core'
import { storeRoster } from '../src/testing/a-roster.ts'
import { anEvent, aSeason, aStandingsDriver } from '../src/testing/a-season.ts'
import sharp from 'sharp'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-000000000030'
const [RED, ANN, BOB] = ['31', '32', '33'].map((end) => `01900000-0000-7000-8000-0000000000${end}`)
const EVENTS = [anEvent(7, { name: 'Opening' }), anEvent(11, { name: 'Finale' })]

function aDriver(id = '', name = '', driver: Partial<Roster['drivers'][number]> = {}) {
  return {
    id,
    name,
    carNumber: null,
    teamId: null,
    fromEventId: null,
    toEventId: null,
    isReserve: false,
    tier: '',
    platformId: null,
    userId: null,
    ...driver,
  }
}

const ROSSA = { id: RED ?? '', name: 'Scuderia Rossa', colour: '#e80020' }
const ROSTER: Roster = {
  version: 3,
  teams: [{ ...ROSSA, pictureId: null }],
  drivers: [
    aDriver(ANN, 'Ann', { carNumber: 7, teamId: RED ?? '', tier: 'Pro', userId: MARISOL.id }),
    aDriver(BOB, 'Bob', { teamId: RED ?? '', isReserve: true, fromEventId: EVENTS[1]?.id ?? null }),
  ],
}

/** Serves the season of Marisol or of somebody else, and what has been saved. */
function serve(site: StubSite, ownerId = MARISOL.id) {
  const drivers = ['Ann', 'Bob', 'Cleo'].map((name) => aStandingsDriver(name))
  const standings = { drivers, teams: [], tracks: EVENTS.map(({ track }) => track) }
  const claims: NameClaim[] = []
  site.answer(seasons.get, () =>
    aSeason({ id: SEASON_ID, ownerId, version: 3, events: EVENTS, standings }),
  )
  site.answer(rosters.get, () => ROSTER)
  site.answer(rosters.claims, () => claims)
  return claims
}

async function fits(page: Page, name: string): Promise<void> {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await axeFaults(page), [], `${name} at ${width}`)
    const isFitting = await page.evaluate(
      () => document.documentElement.scrollWidth <= window.innerWidth,
    )
    assert.ok(isFitting, `${name} at ${width}`)
    const folder = process.env['ROSTER_SHOTS']
    if (folder)
      await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
  }
}

test('rosters: readers see who drives for whom, drivers ask for their name, organisers edit', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  t.beforeEach(() => site.reset())

  await t.test(
    'the season’s page shows the roster on request, and a driver claims a name',
    async (t) => {
      const claims = serve(site, ANN)
      site.answer(rosters.claim, ({ body }) => {
        const claim: NameClaim = {
          id: BOB ?? '',
          name: body.name,
          userId: MARISOL.id,
          username: 'Marisol',
          status: 'pending',
        }
        claims.push(claim)
        return claim
      })
      const page = await openPage(t, browser)
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/seasons/${SEASON_ID}`)
      await page.getByRole('button', { name: 'Show teams and drivers' }).press('Enter')
      const list = page.getByRole('list', { name: 'Teams and drivers' })
      await list.getByText('Scuderia Rossa').waitFor()
      const link = await list.getByRole('link', { name: 'Ann' }).getAttribute('href')
      assert.equal(link, `/user/${MARISOL.id}`)
      await list.getByText('from Finale').waitFor()
      await fits(page, 'reader')
      await page.getByLabel('Your name in this season').selectOption('Bob')
      await page.getByRole('button', { name: 'This is me' }).press('Enter')
      await page.getByText('You are Bob: the organiser has not confirmed it yet.').waitFor()
    },
  )

  await t.test(
    'the organiser adds a team and a driver by keyboard and saves the roster',
    async (t) => {
      const claims = serve(site)
      const claim = { id: BOB ?? '', name: 'Bob', userId: ANN ?? '', username: 'Bobby' } as const
      claims.push({ ...claim, status: 'pending' })
      site.answer(rosters.update, ({ body }) => ({ version: 4, ...storeRoster(body) }))
      site.answer(rosters.decideClaim, () => ({ ...claim, status: 'approved' as const }))
      const page = await openPage(t, browser)
      await signIn(page, site, MARISOL)
      await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit?part=roster`)
      await page.getByRole('button', { name: 'Add a team' }).press('Enter')
      await page.getByLabel('Name of team 2').fill('Blue Racing')
      await page.getByRole('button', { name: 'Add the drivers of the standings' }).press('Enter')
      const third = page.getByRole('group', { name: 'Driver 3' })
      assert.equal(await third.getByLabel('Name', { exact: true }).inputValue(), 'Cleo')
      await third.getByLabel('Team', { exact: true }).selectOption('Blue Racing')
      await third.getByLabel('Car number').fill('44')
      await fits(page, 'editor')
      await page.getByRole('button', { name: 'Save the roster' }).press('Enter')
      await page.getByText('The roster is saved.').waitFor()
      const sent = site.calls.find(({ method }) => method === 'PUT')
      assert.equal(sent?.headers['if-match'], '"3"')
      assert.partialDeepStrictEqual(sent?.body, {
        teams: [ROSSA, { name: 'Blue Racing' }],
        drivers: [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Cleo', carNumber: 44 }],
      })
      await page.getByRole('button', { name: 'Confirm: Bobby, Bob' }).press('Enter')
      await comesToBe(async () => site.calls.filter(({ method }) => method === 'PATCH').length, 1)
    },
  )

  await onlyInLongRun(() =>
    t.test(
      'the organiser sets and removes the picture of a team; unsaved text stays',
      async (t) => {
        serve(site)
        let version = 3
        let pictureId: string | null = null
        site.answer(seasons.get, () => aSeason({ id: SEASON_ID, ownerId: MARISOL.id, version }))
        site.answer(rosters.get, () => ({
          ...ROSTER,
          version,
          teams: [{ ...ROSSA, pictureId }],
        }))
        site.answer(teamPictures.set, () => {
          version++
          pictureId = `picture-${version}`
          return null
        })
        site.answer(teamPictures.remove, () => {
          version++
          pictureId = null
          return null
        })
        const page = await openPage(t, browser)
        await servePictures(page)
        await signIn(page, site, MARISOL)
        await page.goto(`${site.url}/dashboard/seasons/${SEASON_ID}/edit?part=roster`)
        await page.getByRole('button', { name: 'Add a team' }).press('Enter')
        await page.getByLabel('Name of team 2').fill('Blue Racing')
        const picker = page.locator('input[type=file][aria-label="Choose a picture of team 1"]')
        const file = { name: 'rossa.png', mimeType: 'image/png' }
        await picker.setInputFiles({ ...file, buffer: await drawLogo() })
        await page.getByText('Picture of a team set').waitFor()
        const image = page.locator('img[src$="?v=picture-4"]')
        await comesToBe(async () => image.evaluate((img) => img.getBoundingClientRect().width), 40)
        assert.equal(await page.getByLabel('Name of team 2').inputValue(), 'Blue Racing')
        const sent = site.calls.find(({ method }) => method === 'PUT')
        assert.equal(sent?.headers['if-match'], '"3"')
        assert.match(JSON.stringify(sent?.body), /data:image\/webp;base64,/)
        await fits(page, 'team-pictures-editor')
        await page.getByRole('button', { name: 'Remove the picture of team 1' }).press('Enter')
        await page.getByText('Picture of a team removed').waitFor()
        await comesToBe(async () => image.count(), 0)
        const removed = site.calls.find(({ method }) => method === 'DELETE')
        assert.equal(removed?.headers['if-match'], '"4"')

        const notes = Buffer.from('no picture')
        await picker.setInputFiles({ ...file, buffer: notes })
        await page.getByRole('heading', { name: 'This file is not a readable picture.' }).waitFor()
      },
    ),
  )

  for (const locale of onlyInLongRun(() => ['en-GB', 'de-DE']) ?? []) {
    await t.test(
      `${locale}: readers see the pictures in the teams’ table and in the roster`,
      async (t) => {
        serve(site, ANN)
        const teams = ['Scuderia Rossa', 'Team of the game with a rather long name'].map(
          (name, index) => ({
            ...aTeam(name, index + 1),
            ...(index === 0 && { picture: { teamId: ROSSA.id, pictureId: 'logo' } }),
          }),
        )
        const drivers = ['Ann', 'Bob'].map((name) => aStandingsDriver(name))
        const standings = { drivers, teams, tracks: EVENTS.map(({ track }) => track) }
        site.answer(seasons.get, () => aSeason({ id: SEASON_ID, events: EVENTS, standings }))
        site.answer(rosters.get, () => ({ ...ROSTER, teams: [{ ...ROSSA, pictureId: 'logo' }] }))
        const page = await openPage(t, browser, { locale })
        const asked = await servePictures(page)
        await page.goto(`${site.url}/seasons/${SEASON_ID}`)
        const isGerman = locale === 'de-DE'
        await page.getByRole('button', { name: 'Teams', exact: true }).press('Enter')
        const image = page.locator('img[src$="/picture?v=logo"]:visible')
        await comesToBe(async () => image.first().evaluate((img) => img.clientWidth), 20)
        const show = isGerman ? 'Teams und Fahrer zeigen' : 'Show teams and drivers'
        await page.getByRole('button', { name: show }).press('Enter')
        await comesToBe(async () => image.last().evaluate((img) => img.clientWidth), 32)
        assert.deepEqual(
          new Set(asked),
          new Set([`/api/Seasons/${SEASON_ID}/teams/${RED}/picture?v=logo`]),
        )
        await fits(page, `team-pictures-${locale}`)
      },
    )
  }
})

function aTeam(name: string, position: number) {
  return {
    name,
    position,
    positionsGained: null,
    points: 30 - position,
    gapToLeader: position - 1,
    gapToAhead: 0,
    wins: 0,
    podiums: 0,
    poles: 0,
    fastestLaps: 0,
    progression: [],
    teamColour: '#e80020',
    drivers: ['Ann', 'Bob'],
  }
}

async function drawLogo(): Promise<Buffer> {
  const create = { width: 64, height: 32, channels: 3, background: '#e8a020' } as const
  return sharp({ create }).png().toBuffer()
}

/** Answers what image elements ask for; returns their addresses. */
async function servePictures(page: Page): Promise<string[]> {
  const body = await drawLogo()
  const asked: string[] = []
  await page.route(/\/picture\?v=/, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    asked.push(pathname + search)
    await route.fulfill({ contentType: 'image/png', body })
  })
  return asked
}
