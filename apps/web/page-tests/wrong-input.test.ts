import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { attendance } from '@pitboard/contract/attendance/attendance'
import { leagues } from '@pitboard/contract/leagues/league'
import { webhooks } from '@pitboard/contract/leagues/webhooks'
import { type Roster, rosters } from '@pitboard/contract/roster/roster'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { type SeasonSignUp, signUps } from '@pitboard/contract/sign-ups/sign-ups'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Locator, Page } from 'playwright-core'
import { aLeague } from '../src/testing/a-league.ts'
import { anEvent, aSeason, aStandingsDriver } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { type StubSite, startStubSite } from './stub/stub-site.ts'

const [SEASON_ID = '', RED = '', ANN = '', BOB = ''] = ['80', '81', '82', '83'].map(
  (end) => `01900000-0000-7000-8000-0000000000${end}`,
)
const LEAGUE = aLeague({ ownerId: MARISOL.id, ownerName: 'Marisol' })
const EDITOR = `/dashboard/seasons/${SEASON_ID}/edit`

interface WrongInput {
  readonly title: string
  readonly locale?: 'de-DE'
  readonly path: string
  /** Types it. Returns the field that is wrong. */
  readonly type: (page: Page) => Promise<Locator>
  /** It is the name of the button that sends the form; null where the field says it at once. */
  readonly send: string | null
  readonly error: string
}

const WRONG: readonly WrongInput[] = [
  {
    title: 'a driver of the roster without a name',
    path: `${EDITOR}?part=roster`,
    async type(page) {
      await page.getByRole('button', { name: 'Add a driver', exact: true }).click()
      return page.getByRole('group', { name: 'Driver 3' }).getByLabel('Name', { exact: true })
    },
    send: 'Save the roster',
    error: 'Enter the name of the driver.',
  },
  {
    title: 'two teams with one name',
    path: `${EDITOR}?part=roster`,
    locale: 'de-DE',
    async type(page) {
      await page.getByRole('button', { name: 'Team hinzufügen' }).click()
      await page.getByLabel('Name von Team 2').fill(' scuderia rossa ')
      return page.getByLabel('Name von Team 2')
    },
    send: 'Fahrerliste speichern',
    error: 'Ein anderes Team hat diesen Namen.',
  },
  {
    title: 'an entry that ends before it begins',
    path: `${EDITOR}?part=roster`,
    async type(page) {
      const second = page.getByRole('group', { name: 'Driver 2' })
      await second.getByLabel('Until event').selectOption('1 Opening')
      return second.getByLabel('Until event')
    },
    send: 'Save the roster',
    error: 'It comes before “From event”.',
  },
  {
    title: 'a question with one choice',
    path: `${EDITOR}?part=signUp`,
    async type(page) {
      await page.getByRole('button', { name: 'Add a question' }).click()
      await page.getByLabel('Question 1', { exact: true }).fill('Device 🎮')
      await page.getByLabel('Kind of answer to question 1').selectOption('Choice')
      await page.getByLabel('Choices of question 1, one per line').fill('Wheel\n \n')
      return page.getByLabel('Choices of question 1, one per line')
    },
    send: 'Open the sign-up',
    error: 'Enter at least two choices, one per line.',
  },
  {
    title: 'a sign-up that closes before it opens',
    path: `${EDITOR}?part=signUp`,
    async type(page) {
      const opens = page.getByLabel('Opens (your time)')
      await opens.fill('2026-01-03T08:00')
      await opens.focus()
      // The year is typed digit by digit.
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.type('2027')
      assert.equal(await opens.inputValue(), '2027-01-03T08:00')
      await page.getByLabel('Closes (your time)').fill('2027-01-02T08:00')
      return page.getByLabel('Closes (your time)')
    },
    send: 'Open the sign-up',
    error: 'It has to close after it opens.',
  },
  {
    title: 'a tier without a name',
    path: `${EDITOR}?part=signUp`,
    locale: 'de-DE',
    async type(page) {
      await page.getByRole('button', { name: 'Klasse hinzufügen' }).click()
      await page.getByLabel('Plätze in Klasse 1').fill('-999')
      assert.equal(await page.getByLabel('Plätze in Klasse 1').inputValue(), '99')
      return page.getByLabel('Name von Klasse 1')
    },
    send: 'Anmeldung öffnen',
    error: 'Gib den Namen der Klasse ein.',
  },
  {
    title: 'an event in the year 20',
    path: EDITOR,
    async type(page) {
      await page.getByText('Add an event').first().click()
      await page.getByLabel('Track', { exact: true }).last().selectOption('Spa')
      await page.getByLabel('Starts at').fill('0020-03-01T20:00')
      return page.getByLabel('Starts at')
    },
    send: 'Add an event',
    error: 'Choose a date from 1950 to 2150.',
  },
  {
    title: 'a huge number of points',
    path: `${EDITOR}?part=stewards`,
    locale: 'de-DE',
    async type(page) {
      await page.getByLabel('Entscheidung', { exact: true }).selectOption({ index: 3 })
      await page.getByLabel('Fahrer', { exact: true }).selectOption('Ann')
      await page.getByLabel('Grund', { exact: true }).fill('<b>א</b> 🚩')
      const field = page.getByRole('textbox', { name: 'Punkte', exact: true })
      await field.fill('-1e9')
      return field
    },
    send: 'Entscheidung speichern',
    error: 'Gib eine Zahl von -1.000 bis 1.000 außer 0 ein.',
  },
  {
    title: 'a receiver of no announcements',
    path: `/dashboard/leagues/${LEAGUE.id}/edit`,
    async type(page) {
      await page.getByRole('button', { name: 'Add a receiver' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill('Channel')
      await dialog.getByLabel('Address of the webhook').fill('https://discord.com/api/webhooks/1/a')
      for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
      return dialog.getByRole('checkbox').first()
    },
    send: 'Add',
    error: 'Choose at least one.',
  },
]

test('wrong input is named at its field, which gets the focus, and nothing is sent', async (t) => {
  const site = await startStubSite(t)
  const browser = await startBrowser(t)
  serve(site)
  const pages = new Map<string, Page>()
  for (const locale of ['en-GB', 'de-DE']) {
    const page = await openPage(t, browser, { locale })
    page.on('dialog', (dialog) => void dialog.accept())
    await signIn(page, site, MARISOL)
    pages.set(locale, page)
  }
  for (const { title, locale = 'en-GB', path, type, send, error } of sampleOf(WRONG, 3)) {
    await t.test(title, async () => {
      const page = pages.get(locale)
      assert.ok(page)
      await page.goto(site.url + path)
      const field = await type(page)
      if (send !== null) await page.getByRole('button', { name: send, exact: true }).last().click()
      await comesToBe(() => field.getAttribute('aria-invalid'), 'true')
      await comesToBe(() => field.evaluate((it) => it === it.ownerDocument.activeElement), true)
      const described = (await field.getAttribute('aria-describedby'))?.split(' ').at(-1) ?? ''
      await comesToBe(async () => page.locator(`[id="${described}"]`).innerText(), `!\n${error}`)
      assert.deepEqual(
        site.calls.filter(({ method, path: called }) => method !== 'GET' && isOurs(called)),
        [],
      )
    })
  }
})

function isOurs(path: string): boolean {
  return path.startsWith('/api/')
}

const ROSTER: Roster = {
  version: 3,
  teams: [{ id: RED, name: 'Scuderia Rossa', colour: '#e80020', pictureId: null }],
  drivers: [ANN, BOB].map((id, index) => ({
    id,
    name: index === 0 ? 'Ann' : 'Bob',
    carNumber: null,
    teamId: RED,
    isReserve: false,
    fromEventId: index === 0 ? null : 'event-11',
    toEventId: null,
    tier: '',
    platformId: null,
    userId: null,
  })),
}

const NO_SIGN_UP: SeasonSignUp = {
  form: null,
  isOpen: false,
  accepted: 0,
  waiting: 0,
  own: null,
  ownTag: 'none',
  tiers: [],
}

function serve(site: StubSite): void {
  const events = [anEvent(7, { name: 'Opening' }), anEvent(11, { name: 'Finale' })]
  const drivers = ['Ann', 'Bob'].map((name) => aStandingsDriver(name))
  const season = aSeason({
    id: SEASON_ID,
    ownerId: MARISOL.id,
    version: 3,
    events,
    standings: { drivers, teams: [], tracks: [7, 11] },
  })
  site.answer(seasons.get, () => season)
  site.answer(seasons.mine, () => ({ totalElements: 1, seasons: [season] }))
  site.answer(rosters.get, () => ROSTER)
  site.answer(rosters.claims, () => [])
  site.answer(signUps.season, () => NO_SIGN_UP)
  site.answer(signUps.list, () => [])
  site.answer(attendance.season, () => ({
    deadlineHours: null,
    isMember: true,
    isOrganiser: true,
    pastEvents: [],
    records: [],
    events: [],
  }))
  site.answer(leagues.get, () => LEAGUE)
  site.answer(leagues.history, () => [])
  site.answer(webhooks.list, () => [])
}
