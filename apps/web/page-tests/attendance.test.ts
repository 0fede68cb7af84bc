import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import {
  attendance,
  type Attendance,
  type AttendanceAnswer,
  type EventDriver,
} from '@pitboard/contract/attendance/attendance'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { type SignUpForm, signUps } from '@pitboard/contract/sign-ups/sign-ups'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { anEvent, aSeason } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { startStubSite, type StubSite } from './stub/stub-site.ts'

const idOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`
const SEASON_ID = idOf(1)
const NAMES = [
  'Ann',
  'Bob',
  'Cleo',
  'Dan',
  'Eve',
  'Fay',
  'Gil',
  'Hana',
  'Ivo',
  'Jun',
  'Kai',
  'Lea',
  'Max',
  'Nia',
  'Marisol',
  'Otto',
  'Maximiliana Featherstonehaugh',
  'Pia',
  'Quin',
  'Rosa',
]
const TRACKS = [7, 11, 5, 12, 10, 3]
const EVENTS = Array.from({ length: 24 }, (_, index) => ({
  ...anEvent(TRACKS[index % TRACKS.length] ?? 7),
  id: idOf(100 + index),
  name: index === 0 ? 'Opening' : '',
  startsAt: new Date(Date.UTC(2099, 2, 7 + 7 * index, 19)).toISOString(),
}))
const ANSWERS = ['accepted', 'accepted', 'declined', null, 'tentative', 'accepted', null] as const
/** An open page asks for answers once a minute. */
const BEFORE_POLL_MS = 30_000
const NO_FORM: SignUpForm | null = null

interface World {
  readonly site: StubSite
  readonly browser: Browser
}

interface Stubbed {
  readonly eventCount?: number
  readonly isOrganiser?: boolean
}

/** Serves a season of 20 drivers in two tiers; the reader is one of them. */
function serve(site: StubSite, { eventCount = 6, isOrganiser = true }: Stubbed = {}) {
  const events = EVENTS.slice(0, eventCount)
  let version = 3
  let grid: Attendance = {
    deadlineHours: 24,
    isMember: true,
    isOrganiser,
    pastEvents: isOrganiser ? [PAST] : [],
    records: isOrganiser ? [{ name: 'Ann', droveCount: 0, noShowCount: 1 }] : [],
    events: events.map(({ id, startsAt }, round) => ({
      eventId: id,
      isOpen: true,
      drivers: NAMES.map((name, place) => driver(name, place, round)),
      deadlineAt: new Date(Date.parse(startsAt) - 24 * 3_600_000).toISOString(),
    })),
  }
  function set(
    eventId: string,
    isMeant: (one: EventDriver) => boolean,
    answer: AttendanceAnswer | null,
  ) {
    grid = {
      ...grid,
      events: grid.events.map((event) => ({
        ...event,
        drivers: event.drivers.map((one) =>
          event.eventId === eventId && isMeant(one) ? { ...one, answer } : one,
        ),
      })),
    }
    return grid
  }
  site.answer(seasons.get, () =>
    aSeason({
      id: SEASON_ID,
      ownerId: isOrganiser ? MARISOL.id : idOf(2),
      version,
      events: [PROLOGUE, ...events],
    }),
  )
  site.answer(signUps.season, () => ({
    form: NO_FORM,
    isOpen: false,
    tiers: [],
    accepted: 0,
    waiting: 0,
    own: null,
    ownTag: 'none',
  }))
  site.answer(attendance.season, () => grid)
  site.answer(attendance.answer, ({ params, body }) =>
    set(params['eventId'] ?? '', ({ userId }) => userId === params['userId'], body.answer),
  )
  site.answer(attendance.answerForDriver, ({ params, body }) => {
    version++
    return set(
      params['eventId'] ?? '',
      ({ driverId }) => driverId === params['driverId'],
      body.answer,
    )
  })
  return {
    enter(name: string, answer: AttendanceAnswer) {
      version++
      set(events[0]?.id ?? '', (one) => one.name === name, answer)
      site.realtime.publishRow('seasons', SEASON_ID)
    },
  }
}

const PROLOGUE = { ...anEvent(7), id: idOf(90), name: 'Prologue', startsAt: '2020-03-07T19:00:00Z' }
const PAST = {
  eventId: PROLOGUE.id,
  drivers: [{ ...driver('Ann', 0, 0), drove: false, isNoShow: true }],
}

function driver(name: string, place: number, round: number): EventDriver {
  const isReserve = place > 17
  return {
    driverId: idOf(200 + place),
    name,
    isReserve,
    isCalledUp: isReserve && round === 0,
    mayAnswer: true,
    userId: name === MARISOL.username ? MARISOL.id : null,
    tier: place % 2 ? 'Pro' : 'Am',
    answer:
      isReserve || name === MARISOL.username
        ? null
        : (ANSWERS[(place + round) % ANSWERS.length] ?? null),
  }
}

async function openAttendance(
  t: TestContext,
  { site, browser }: World,
  options: BrowserContextOptions = {},
  path = `/seasons/${SEASON_ID}#attendance`,
): Promise<Page> {
  const page = await openPage(t, browser, options)
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}${path}`)
  return page
}

/** Nothing is wider than the page, and axe, which is slow in large tables, finds nothing. */
async function looksRight(page: Page, name: string, { isInspected = true } = {}): Promise<void> {
  const folder = process.env['ATTENDANCE_SHOTS']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
  if (isInspected) assert.deepEqual(await axeFaults(page), [], name)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  assert.ok(excess <= 0, `${name}: ${excess} px too wide`)
}

const cell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test('the attendance of a season', async (t) => {
  const world: World = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())

  await t.test('an organiser enters answers by keyboard, and undoes one', async (t) => {
    const { site } = world
    serve(site)
    site.answer(seasonManagement.undo, () => aSeason({ id: SEASON_ID, version: 5 }))
    const path = `/dashboard/seasons/${SEASON_ID}/edit?part=signUp`
    const page = await openAttendance(t, world, {}, path)
    await page.getByRole('columnheader', { name: 'Opening' }).waitFor()
    await page.getByText('7 yes, 3 no, 10 open').first().waitFor()
    const past = page.getByRole('table', { name: 'Past events' })
    await past.getByRole('row', { name: 'Ann 1 0 No-show' }).waitFor()
    const dan = cell(page, 'Dan, Opening: No answer')
    await dan.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'Yes' }).waitFor()
    await looksRight(page, 'menu-1440')
    await page.keyboard.type('no')
    await page.keyboard.press('Enter')
    await cell(page, 'Dan, Opening: No').waitFor()
    await page.getByText('7 yes, 4 no, 9 open').first().waitFor()
    await page.getByText('The answer of Dan is saved.').waitFor()
    await comesToBe(
      async () => cell(page, 'Dan, Opening: No').evaluate((one) => one === document.activeElement),
      true,
    )
    const [sent] = site.calls.filter(({ method }) => method === 'PUT')
    assert.match(
      sent?.path ?? '',
      new RegExp(`/events/${idOf(100)}/drivers/${idOf(203)}/attendance$`),
    )
    assert.deepEqual(sent?.body, { answer: 'declined' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await comesToBe(
      async () => site.calls.some(({ path }) => path.endsWith('/history/4/undo')),
      true,
    )
  })

  await onlyInLongRun(() =>
    t.test('a table of drivers and events scrolls in its own frame, in German too', async (t) => {
      for (const [width, eventCount] of [
        [1440, 24],
        [768, 8],
      ] as const) {
        serve(world.site, { eventCount })
        const viewport = { width, height: 1000 }
        const page = await openAttendance(t, world, { viewport, locale: 'de-DE' })
        const table = page.getByRole('table', { name: 'Zu- und Absagen' })
        await table.getByRole('rowheader', { name: 'Marisol Du' }).waitFor()
        await looksRight(page, `table-${width}`, { isInspected: width === 768 })
        assert.equal(await table.getByRole('columnheader').count(), 1 + eventCount)
        const head = table.getByRole('rowheader', { name: 'Ann' }).first()
        const before = await head.boundingBox()
        await table.getByRole('columnheader').last().scrollIntoViewIfNeeded()
        assert.equal((await head.boundingBox())?.x, before?.x, 'names stay in sight')
        await looksRight(page, `table-${width}-scrolled`, { isInspected: false })
      }
    }),
  )

  await onlyInLongRun(() =>
    t.test('the table shows one tier alone, with its sums', async (t) => {
      serve(world.site, { isOrganiser: false })
      const page = await openAttendance(t, world)
      await page.getByLabel('Tier').selectOption('Pro')
      await rowOf(page, 'Ann').waitFor({ state: 'detached' })
      await rowOf(page, 'Bob').waitFor()
      await page.getByText('4 yes, 1 no, 5 open').waitFor()
      const others = page.getByRole('button', { name: 'Bob, Opening' })
      assert.equal(await others.count(), 0, 'a driver answers for themselves')
    }),
  )

  await t.test('a driver answers in their row of the table, which is the first', async (t) => {
    serve(world.site, { isOrganiser: false })
    const page = await openAttendance(t, world)
    await cell(page, 'Marisol, Opening: Answer').press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menuitemradio', { name: 'Yes' }).press('Enter')
    await cell(page, 'Marisol, Opening: Yes').waitFor()
    const first = page.getByRole('table').locator('tbody tr').first()
    await first.getByText('Marisol').first().waitFor()
    await looksRight(page, 'driver-1440')
  })

  await onlyInLongRun(() =>
    t.test('on a phone each event is a card, where organisers answer too', async (t) => {
      serve(world.site)
      const page = await openAttendance(t, world, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      })
      await page.getByText('7 yes, 3 no, 10 open').waitFor()
      assert.equal(await page.getByRole('table', { name: 'Attendance' }).count(), 0)
      await page.getByRole('button', { name: 'I’m in', exact: true }).first().tap()
      await page.getByText('8 yes, 3 no, 9 open').waitFor()
      await cell(page, 'Dan, Opening: No answer').tap()
      await looksRight(page, 'cards-390')
      await page.getByRole('menuitemradio', { name: 'Maybe' }).tap()
      await cell(page, 'Dan, Opening: Maybe').waitFor()
      await page.setViewportSize({ width: 800, height: 844 })
      await page.getByRole('table', { name: 'Attendance' }).waitFor()
    }),
  )

  await onlyInLongRun(() =>
    t.test('an answer of another organiser appears on an open page', async (t) => {
      const { enter } = serve(world.site)
      const page = await openAttendance(t, world)
      await cell(page, 'Dan, Opening: No answer').waitFor()
      await comesToBe(async () => world.site.realtime.subscriberCount, 1)
      enter('Dan', 'accepted')
      await cell(page, 'Dan, Opening: Yes').waitFor({ timeout: BEFORE_POLL_MS })
    }),
  )
})
