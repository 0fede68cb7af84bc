import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { leagues, type LeagueFields } from '@pitboard/contract/leagues/league'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import sharp from 'sharp'
import { axeFaults } from '../testing/axe.ts'
import { openLook } from '../testing/look.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser } from 'playwright-core'
import { aLeague } from '../src/testing/a-league.ts'
import {
  aLinkedSession,
  anEvent,
  aResult,
  aSeason,
  aStandingsDriver,
} from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'
import { ADDRESSES, fillSite } from './stub/whole-site.ts'

const look = openLook('league', [390, 1440])

const LEAGUE = aLeague({ name: 'Sunday Cup', ownerId: MARISOL.id, ownerName: 'Marisol' })
const EDITOR = `/dashboard/leagues/${LEAGUE.id}/edit`

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('the page of a league', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  await t.test('the page has standings, the next event and the latest races of its seasons', (t) =>
    readLeague(t, world),
  )
  await t.test(
    'the entry list has who drives, and how many seats are open; the sign-up is the main action',
    (t) => readEntries(t, world),
  )
  await onlyInLongRun(() =>
    t.test(
      'a league before its first race, with long names, without colour, and a private one',
      (t) => lookAtLeagues(t, world),
    ),
  )
  await t.test(
    'the editor previews what is typed, with the shade of the accent that texts have',
    (t) => previewLeague(t, world),
  )
  await onlyInLongRun(() =>
    t.test('a banner has the same shape on every screen as where it is chosen', (t) =>
      chooseBanner(t, world),
    ),
  )
})

async function readLeague(t: TestContext, { site, browser }: World) {
  const races = [1, 2].map((month) =>
    aLinkedSession(`race-${month}`, `2026-0${month}-01T19:00:00Z`),
  )
  const [first, second] = races
  assert.ok(first && second)
  const results = races.map(({ session }) => aResult(session.id, 1))
  const season = aSeason({
    name: 'Winter',
    pointsSystem: { ...NO_POINTS, race: [25] },
    events: [
      anEvent(10, { sessions: [first] }),
      anEvent(11, { sessions: [second] }),
      anEvent(7, { startsAt: '2199-03-15T20:00:00Z' }),
    ],
    standings: {
      drivers: [
        aStandingsDriver('Ann', { points: 50, results }),
        aStandingsDriver('Bob', { position: 2, points: 30, gapToLeader: 20 }),
      ],
      teams: [],
      tracks: [],
    },
  })
  site.answer(leagues.get, () => ({ ...LEAGUE, accentColour: '#00008b', seasonIds: [season.id] }))
  site.answer(seasons.ofLeague, () => [season])
  const page = await openPage(t, browser)
  await page.goto(`${site.url}/leagues/${LEAGUE.id}`)
  const part = (name: string) => page.getByRole('region', { name })
  await part('Standings').getByText('50 points').waitFor()
  await page.locator('.hero').getByText('Next: Silverstone').waitFor()
  const rows = part('News').getByRole('listitem').getByRole('link')
  // They come with code of their own.
  await comesToBe(
    () => rows.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ['/sessions/race-2', '/sessions/race-1'],
  )
  assert.equal(
    await part('Champions').count(),
    0,
    '25 points can still be won, and the leader is 20 ahead',
  )
  for (const width of [390, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const excess = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    assert.equal(excess, 0, `${width} px`)
    if (width !== 768) assert.deepEqual(await axeFaults(page), [], `${width} px`)
  }
}

async function readEntries(t: TestContext, { site, browser }: World) {
  fillSite(site)
  const page = await openPage(t, browser)
  await page.goto(site.url + ADDRESSES['/leagues/$leagueId'])
  const rating = page.getByRole('region', { name: 'Rating' })
  await rating.getByText('How the rating comes about').waitFor()
  await comesToBe(async () => rating.getByRole('row').count(), 11)
  await rating.getByRole('button', { name: 'Show all 12 drivers' }).click()
  await comesToBe(async () => rating.getByRole('row').count(), 13)
  const entries = page.getByRole('region', { name: 'Entry list' })
  await entries.getByText('Open seats').waitFor()
  const figures = await entries.locator('dl > div').allInnerTexts()
  assert.deepEqual(
    figures.map((text) =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .join(' '),
    ),
    ['DRIVERS 4', 'RESERVES 1', 'OPEN SEATS 17', 'PRO 3 of 10'],
  )
  await entries.getByText('Castillo').waitFor()
  await page.getByRole('region', { name: 'Rules' }).getByText('25 · 18 · 15').waitFor()
  const main = page.locator('.hero').getByRole('link', { name: 'Sign up: Winter Cup' })
  assert.match((await main.getAttribute('class')) ?? '', /bg-primary-fill/)
  await comesToBe(async () => page.locator('main .bg-primary-fill:is(a, button)').count(), 1)
  await look(page, 'entries')
}

async function lookAtLeagues(t: TestContext, { site, browser }: World) {
  const long = 'Donaudampfschifffahrtsgesellschaft Sunday Night Endurance Trophy of Friends'
  const fresh = aSeason({ name: long, events: [anEvent(7, { startsAt: '2199-03-15T20:00:00Z' })] })
  for (const [name, locale, league, own] of [
    ['new', 'de-DE', { name: long, accentColour: null, isPublic: false }, [fresh]],
    ['empty', 'en-GB', { accentColour: '#ffcc00' }, []],
  ] as const) {
    site.reset()
    fillSite(site)
    const seasonIds = own.map(({ id }) => id)
    site.answer(leagues.get, () => ({ ...LEAGUE, ...league, seasonIds }))
    site.answer(seasons.ofLeague, () => [...own])
    const page = await openPage(t, browser, { locale })
    await page.goto(`${site.url}/leagues/${LEAGUE.id}`)
    await page.getByText(/Nennliste|No seasons yet/).waitFor()
    await look(page, name)
  }
}

async function previewLeague(t: TestContext, { site, browser }: World) {
  let sent: Partial<LeagueFields> = {}
  site.answer(leagues.get, () => LEAGUE)
  site.answer(leagues.history, () => [])
  site.answer(seasons.mine, () => ({ totalElements: 0, seasons: [] }))
  site.answer(leagues.update, ({ body: { links, accentColour = null } }) => {
    sent = { links: links ?? [], accentColour }
    return { ...LEAGUE, ...sent, version: 2 }
  })
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(site.url + EDITOR)
  const preview = page.locator('.hero')
  await preview.getByText('SC', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Monday Trophy')
  await preview.getByText('Monday Trophy').waitFor()
  await preview.getByText('MT', { exact: true }).waitFor()

  const colour = page.getByRole('textbox', { name: 'Accent colour', exact: true })
  await colour.fill('#1e9be0')
  await page.getByText('Texts have this colour').waitFor()
  await colour.fill('#00008b')
  const [, shade = ''] =
    /shade (#[\da-f]{6})/.exec(await page.getByText('so that they can be read').innerText()) ?? []
  const kind = preview.getByText('League', { exact: true })
  const colourOfKind = () => kind.evaluate((element) => getComputedStyle(element).color)
  await comesToBe(colourOfKind, toRgb(shade))

  const links = page.getByRole('textbox', { name: 'More links' })
  await links.fill('youtube.com/@sunday')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await page.getByText('Enter an address that begins with https://').waitFor()
  await links.fill('https://youtube.com/@sunday\nhttps://www.twitch.tv/sunday')
  await preview.getByText('youtube.com').waitFor()
  await preview.getByText('twitch.tv').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await save.click()
  await comesToBe(async () => sent, {
    links: ['https://youtube.com/@sunday', 'https://www.twitch.tv/sunday'],
    accentColour: '#00008b',
  })
}

async function chooseBanner(t: TestContext, { site, browser }: World) {
  const page = await openPage(t, browser)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}/dashboard/leagues/create`)
  const create = { width: 40, height: 40, channels: 3, background: '#c00' } as const
  const buffer = await sharp({ create }).png().toBuffer()
  const field = page.getByRole('group', { name: 'Banner' })
  const file = { name: 'banner.png', mimeType: 'image/png', buffer }
  await field.locator('input[type=file]').setInputFiles(file)
  const dialog = page.getByRole('dialog', { name: 'Choose the visible part' })
  await dialog.getByRole('slider', { name: 'Zoom' }).waitFor()
  await look(page, 'banner')
  await dialog.getByRole('button', { name: 'Save the picture' }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const part of [field.locator('img'), page.locator('.hero .accent-band')]) {
    await part.waitFor()
    for (const width of [390, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const shape = async () => {
        const box = await part.boundingBox()
        return box && Math.round(box.width / box.height)
      }
      await comesToBe(shape, 6)
    }
  }
}

function toRgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${parts.join(', ')})`
}
