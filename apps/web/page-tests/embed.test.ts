import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun, sampleOf } from '@pitboard/contract/testing/sample'
import { type EmbeddedSeason, type EmbeddedSession, embeds } from '@pitboard/contract/site/embeds'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser, Page } from 'playwright-core'
import { aDrivenRace } from './stub/driven-sessions.ts'
import { Refusal, startStubSite, type StubSite } from './stub/stub-site.ts'

const ID = '01900000-0000-7000-8000-0000000e3bed'
const RACE = aDrivenRace(20, 6, { receiving: true })
const SEASON_PARTS = ['drivers', 'teams', 'calendar']
const NASTY = `<img src=x onerror="document.title='broken'">`

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

test('embeds', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => {
    world.site.reset()
    world.site.answer(embeds.season, () => SEASON)
    world.site.answer(embeds.session, () => SESSION)
  })
  await onlyInLongRun(() =>
    t.test('tables, calendar and result fit narrow and wide frames', (t) => show(t, world)),
  )
  await t.test('a live session has its tower, and its result after it', (t) => showLive(t, world))
  await t.test('what is not public is named so, in the language of the address', (t) =>
    showMissing(t, world),
  )
  await t.test('another site gets the height of a sandboxed frame, and nothing is stored', (t) =>
    embedElsewhere(t, world),
  )
})

async function open(t: TestContext, { site, browser }: World, path: string, width = 390) {
  const page = await openPage(t, browser, { viewport: { width, height: 800 } })
  await page.goto(`${site.url}/embed/${path}`)
  return page
}

async function show(t: TestContext, world: World) {
  const paths = [...SEASON_PARTS.map((part) => `seasons/${ID}/${part}`), `sessions/${ID}`]
  const looks = [
    [390, '?theme=light&accent=1e6fd9'],
    [1440, '?theme=dark&lang=de'],
  ] as const
  for (const [place, path] of paths.entries()) {
    for (const [width, search] of sampleOf(looks, 1, place)) {
      const page = await open(t, world, `${path}${search}`, width)
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.deepEqual(await axeFaults(page), [], `${path} ${width}`)
      assert.ok(await fits(page), `${path} ${width}`)
      assert.notEqual(await page.title(), 'broken')
      assert.equal(await page.locator('a:not([target="_blank"][rel="noopener"])').count(), 0)
    }
  }
  const page = await open(t, world, `seasons/${ID}/drivers?rows=2`)
  await page.getByText('Anna Keller').waitFor()
  await comesToBe(async () => page.locator('tbody tr').count(), 2)
}

async function fits(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
  )
}

async function showLive(t: TestContext, world: World) {
  world.site.live.show(RACE)
  for (const [width, theme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    const page = await open(t, world, `live/${RACE.id}?theme=${theme}`, width)
    await page.locator('tbody tr').nth(19).waitFor()
    assert.deepEqual(await axeFaults(page), [], theme)
    assert.ok(await fits(page), String(width))
  }
  const page = await open(t, world, `live/${RACE.id}?rows=5`)
  await page.locator('tbody tr').nth(4).waitFor()
  await comesToBe(async () => page.locator('tbody tr').count(), 5)
  world.site.live.end(RACE)
  await page.getByText('1:23:45.678').waitFor()
}

async function showMissing(t: TestContext, world: World) {
  world.site.answer(embeds.season, () => {
    throw new Refusal(404)
  })
  const english = await open(t, world, `seasons/${ID}/drivers?lang=en`)
  await english.getByText('This is not public').waitFor()
  assert.deepEqual(await axeFaults(english), [])
  const german = await open(t, world, `seasons/${ID}/calendar?lang=de`)
  await german.getByText('Das ist nicht öffentlich').waitFor()
  const wrong = await open(t, world, 'seasons/x/drivers?lang=en')
  await wrong.getByText('This is not public').waitFor()
}

/** Without `allow-same-origin` the frame has neither origin nor storage, as in many content systems. */
async function embedElsewhere(t: TestContext, world: World) {
  const page = await openPage(t, world.browser)
  const path = `${world.site.url}/embed/seasons/${ID}/drivers`
  await page.setContent(`<script>
    window.messages = []
    addEventListener('message', ({ data }) => window.messages.push(data))
    </script><iframe width="390" src="${path}" sandbox="allow-scripts allow-popups"></iframe>`)
  const frame = page.frameLocator('iframe')
  await frame.getByText('Anna Keller').waitFor()
  const height = () => frame.locator('#root').evaluate((root) => Math.ceil(root.clientHeight))
  await comesToBe(
    async () => {
      const messages = await page.evaluate<unknown[]>('window.messages')
      return JSON.stringify(messages.at(-1))
    },
    JSON.stringify({ pitboardEmbedHeight: await height() }),
  )
  for (const { headers } of world.site.calls) {
    assert.equal(headers.cookie, undefined)
    assert.equal(headers.authorization, undefined)
  }
  const own = await open(t, world, `seasons/${ID}/drivers`)
  await own.getByText('Anna Keller').waitFor()
  assert.equal(await own.evaluate<number>('localStorage.length'), 0)
}

function aDriver(position: number, name: string, team: string, teamColour: string) {
  const points = 180.5 - position * 21
  return {
    name,
    position,
    points,
    team,
    teamColour,
    positionsGained: 2 - position,
    wins: Math.max(0, 4 - position),
    podiums: Math.max(0, 7 - position),
  }
}

const TEAMS = [
  ['Scuderia Ferrari', '#e8002d'],
  ['Mercedes', '#27f4d2'],
] as const

const DRIVERS = [
  aDriver(1, 'Anna Keller', ...TEAMS[0]),
  aDriver(2, NASTY, ...TEAMS[1]),
  aDriver(3, 'Maximilian Overlong-Nameington', ...TEAMS[0]),
]

const SEASON: EmbeddedSeason = {
  id: ID,
  name: 'Winter Cup 2026',
  leagueName: 'Late Brakers',
  accentColour: '#ffb000',
  isLive: true,
  tier: null,
  drivers: DRIVERS,
  teams: DRIVERS.slice(0, 2).map((driver) => ({ ...driver, name: driver.team })),
  events: [
    {
      id: '1',
      name: 'Opening night',
      trackName: 'Spa',
      startsAt: '2026-10-04T19:00:00.000Z',
      sessionId: ID,
      isLive: false,
      podium: ['Anna Keller', NASTY, 'Cleo'],
    },
    {
      id: '2',
      name: 'Monza',
      trackName: 'Monza',
      startsAt: '2026-10-11T19:00:00.000Z',
      sessionId: RACE.id,
      isLive: true,
      podium: [],
    },
    {
      id: '3',
      name: 'Suzuka',
      trackName: 'Suzuka',
      startsAt: null,
      sessionId: null,
      isLive: false,
      podium: [],
    },
  ],
}

function aResult(position: number, name: string, resultStatus: number, bestLapTimeMs: number) {
  const [team, teamColour] = TEAMS[position % 2] ?? TEAMS[0]
  return {
    driverIdx: position,
    name,
    team,
    teamColour,
    position,
    finishingPosition: position,
    resultStatus,
    numberOfLaps: 26,
    totalPenaltiesSeconds: 0,
    bestLapTimeMs,
    totalRaceTime: 5_025_678 + (position - 1) * 4321,
  }
}

const SESSION: EmbeddedSession = {
  id: ID,
  trackName: 'Spa',
  sessionType: 10,
  raceKind: 'main',
  classification: 'final',
  sessionStartTime: '2026-10-04T19:00:00.000Z',
  drivers: [
    aResult(1, 'Anna Keller', 3, 105_123),
    aResult(2, NASTY, 3, 105_987),
    aResult(3, '', 7, 107_001),
  ],
}
