import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type PersonalAccessToken,
  personalAccessTokens,
} from '@pitboard/contract/accounts/personal-access-tokens'
import { leagues } from '@pitboard/contract/leagues/league'
import { leagueMembers, type LeagueTeam } from '@pitboard/contract/leagues/league-members'
import { type Webhook, webhooks } from '@pitboard/contract/leagues/webhooks'
import { calendarFeeds } from '@pitboard/contract/seasons/calendar-feed'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { type SignUp, signUps } from '@pitboard/contract/sign-ups/sign-ups'
import { openPage, startBrowser } from '../testing/browser.ts'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Locator, Page } from 'playwright-core'
import { aLeague } from '../src/testing/a-league.ts'
import { aListedSession } from '../src/testing/a-listed-session.ts'
import {
  aLinkedSession,
  anEvent,
  aResult,
  aSeason,
  aStandingsDriver,
} from '../src/testing/a-season.ts'
import { aDriver, aSession } from '../src/testing/a-session.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { type StubSite, startStubSite } from './stub/stub-site.ts'

const [SEASON_ID = '', SESSION_ID = '', EVENT_ID = '', OTHER = ''] = ['70', '71', '72', '73'].map(
  (end) => `01900000-0000-7000-8000-0000000000${end}`,
)
const AT = '2026-11-22T19:00:00.000Z'
const LEAGUE = aLeague({ ownerId: MARISOL.id, ownerName: 'Marisol' })
const SEASON_EDITOR = `/dashboard/seasons/${SEASON_ID}/edit`
const LEAGUE_EDITOR = `/dashboard/leagues/${LEAGUE.id}/edit`
/** The window is so high that no dialog scrolls: an element that is higher on the page comes earlier. */
const SIZE = { width: 1440, height: 2400 }
const TABS_MAX = 120

interface DialogCase {
  readonly path: string
  /** It is the name of the button that opens it, or of the menu that has the item. */
  readonly opener: string | RegExp
  readonly item?: string
  /** This field of its form is required. */
  readonly required?: string
  /** Makes the choice without which the button cannot be pressed. */
  readonly choose?: (page: Page) => Promise<unknown>
}

const DIALOGS: readonly DialogCase[] = [
  { path: LEAGUE_EDITOR, opener: 'Add a receiver', required: 'Name' },
  { path: LEAGUE_EDITOR, opener: 'Edit', required: 'Name' },
  { path: LEAGUE_EDITOR, opener: 'New key' },
  { path: LEAGUE_EDITOR, opener: 'Remove' },
  { path: LEAGUE_EDITOR, opener: /: Ute$/ },
  {
    path: LEAGUE_EDITOR,
    opener: 'Offer the league',
    choose: (page) => page.getByRole('combobox', { name: 'New owner' }).selectOption('Ute'),
  },
  { path: LEAGUE_EDITOR, opener: 'Delete the league' },
  { path: SEASON_EDITOR, opener: /^Link sessions: / },
  { path: SEASON_EDITOR, opener: /^More for /, item: 'Edit the event' },
  { path: SEASON_EDITOR, opener: /^Name drivers: / },
  { path: `${SEASON_EDITOR}?part=names`, opener: 'Split: Annie' },
  {
    path: `${SEASON_EDITOR}?part=stewards`,
    opener: /^Revoke: /,
    required: 'Why it is revoked',
  },
  { path: `${SEASON_EDITOR}?part=settings`, opener: 'Delete the season' },
  { path: `/seasons/${SEASON_ID}`, opener: 'Embed' },
  { path: `/seasons/${SEASON_ID}`, opener: /^Ann: 25 points/ },
  { path: `/seasons/${SEASON_ID}/sign-up`, opener: 'Withdraw' },
  { path: '/dashboard/seasons', opener: 'Calendar of all seasons' },
  { path: '/dashboard/settings', opener: 'Revoke: Discord bot' },
  { path: '/dashboard/sessions', opener: 'Link to a season', choose: chooseSession },
  { path: '/dashboard/sessions', opener: 'Delete', choose: chooseSession },
]

test('dialogs of league life end with their buttons; by keyboard focus goes in, in the order that is seen, stays and comes back', async (t) => {
  const site = await startStubSite(t)
  serve(site)
  const page = await openPage(t, await startBrowser(t), { viewport: SIZE })
  // A field that was emptied would be lost: the question is tested with the drafts.
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, site, MARISOL)
  for (const dialogCase of DIALOGS) {
    const { path, opener, item } = dialogCase
    await t.test(`${path.replaceAll(/[0-9a-f-]{36}/g, '…')}: ${item ?? String(opener)}`, () =>
      checkDialog(page, site.url, dialogCase),
    )
  }
})

async function checkDialog(page: Page, base: string, wanted: DialogCase) {
  const isOpen = (await page.getByRole('dialog').count()) > 0
  if (isOpen || page.url() !== base + wanted.path) await page.goto(base + wanted.path)
  const opener = page.getByRole('button', { name: wanted.opener, exact: true }).first()
  await opener.waitFor()
  await wanted.choose?.(page)
  const dialog = await open(page, opener, wanted)
  await comesToBe(() => page.evaluate<boolean>(HAS_FOCUS), true, 'the focus goes in')
  assert.deepEqual(await tabThrough(page), { left: [], backwards: 1, unreached: [] })
  assert.deepEqual(await page.evaluate(LAST_BUTTON), { right: 0, bottom: 0 }, 'its end has buttons')
  await pressTab(page, 'Shift+Tab')
  assert.equal(await page.evaluate<boolean>(HAS_FOCUS), true, 'Shift+Tab stays inside')
  if (wanted.required !== undefined) await sendWithout(page, dialog, wanted.required)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await comesToBe(() => opener.evaluate((it) => it === it.ownerDocument.activeElement), true)
}

async function open(page: Page, opener: Locator, { item }: DialogCase): Promise<Locator> {
  await opener.press('Enter')
  if (item !== undefined) await page.getByRole('menuitem', { name: item }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button').first().waitFor()
  // What comes late, such as a table that scrolls, is a stop of Tab of its own.
  await dialog.locator('[aria-busy="true"], .skeleton').first().waitFor({ state: 'detached' })
  return dialog
}

/** Enter in an empty field sends the form, which says at the field what is missing and goes there. */
async function sendWithout(page: Page, dialog: Locator, required: string): Promise<void> {
  const field = dialog.getByRole('textbox', { name: required, exact: true })
  await field.fill('')
  const isLine = (await field.evaluate((it) => it.tagName)) === 'INPUT'
  const submit = isLine ? field : dialog.locator('button[type="submit"]')
  await submit.press('Enter')
  await comesToBe(() => field.getAttribute('aria-invalid'), 'true')
  await comesToBe(() => field.evaluate((it) => it === it.ownerDocument.activeElement), true)
  const described = (await field.getAttribute('aria-describedby'))?.split(' ').at(-1) ?? ''
  const error = await page.locator(`[id="${described}"]`).textContent()
  assert.match(error ?? '', /\w{3}/, 'the field is tied to its error')
}

interface TabReport {
  /** The focus was there outside of the dialog. */
  readonly left: string[]
  /** It counts how often the next stop is above or left of the one before: once, from the last to the first. */
  readonly backwards: number
  readonly unreached: string[]
}

async function tabThrough(page: Page): Promise<TabReport> {
  await page.evaluate(START)
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await page.evaluate<boolean>(VISIT)) break
    await pressTab(page, 'Tab')
  }
  return page.evaluate<TabReport>(REPORT)
}

/** Behind the last stop an element without content takes the focus, and passes it on to the first. */
async function pressTab(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  await page.keyboard.press(key)
  await page.waitForFunction(`!document.activeElement.matches('[data-base-ui-focus-guard]')`)
}

const HAS_FOCUS = `document.querySelector('[role="dialog"]').contains(document.activeElement)`
/** The distances of the last button from where a dialog's buttons end, in px. */
const LAST_BUTTON = `(() => {
  const dialog = document.querySelector('[role="dialog"]').getBoundingClientRect()
  const button = [...document.querySelectorAll('[role="dialog"] :is(button, a[href])')].at(-1)
  const { right, bottom } = button.getBoundingClientRect()
  return {
    right: Math.round(dialog.right - 1 - 20 - right),
    bottom: Math.round(dialog.bottom - 1 - 12 - bottom),
  }
})()`
const START = `window.stops = []; window.left = []`
/** The code returns true at the end. A date has several stops in one element. */
const VISIT = `(() => {
  const dialog = document.querySelector('[role="dialog"]')
  const focused = document.activeElement
  if (!dialog.contains(focused)) window.left.push(focused.outerHTML.slice(0, 120))
  if (focused === dialog || focused === window.stops.at(-1)) return window.stops.length === 1
    && dialog.querySelectorAll('a[href], button, input, select, textarea').length === 1
  if (window.stops.includes(focused)) return true
  window.stops.push(focused)
  return false
})()`
const REPORT = `(() => {
  const boxes = window.stops.map((stop) => (stop.closest('label') ?? stop).getBoundingClientRect())
  const isBefore = (a, b) => {
    const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    return shared > Math.min(a.height, b.height) / 2 ? a.left < b.left : a.top < b.top
  }
  const backwards = boxes.filter((box, at) => !isBefore(box, boxes[(at + 1) % boxes.length]))
  const operable = 'a[href], button, input, select, textarea, [tabindex="0"]'
  const unreached = [...document.querySelectorAll('[role="dialog"] :is(' + operable + ')')]
    .filter((each) => each.checkVisibility() && !each.disabled && each.tabIndex >= 0)
    .filter((each) => !window.stops.includes(each))
    .map((each) => each.outerHTML.slice(0, 120))
  return { left: window.left, backwards: backwards.length, unreached }
})()`

async function chooseSession(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Choose all' }).check()
}

const RECEIVER: Webhook = {
  id: OTHER,
  kind: 'generic',
  name: 'Club bot',
  maskedUrl: 'bot.club.example/…',
  language: 'en',
  types: ['live'],
  state: 'active',
  failingSince: null,
  createdAt: AT,
  secret: null,
}

const TEAM: LeagueTeam = {
  owner: { userId: MARISOL.id, username: 'Marisol' },
  members: [{ userId: OTHER, username: 'Ute', role: 'steward', seasonIds: null, since: AT }],
  invitations: [],
  links: [],
}

const OWN: SignUp = {
  id: OTHER,
  userId: MARISOL.id,
  username: 'Marisol',
  status: 'accepted',
  createdAt: AT,
  name: 'Marisol',
  tier: '',
  platformId: null,
  answers: [],
  waitingPlace: null,
}

const TOKEN: PersonalAccessToken = {
  id: OTHER,
  name: 'Discord bot',
  scopes: ['data:read'],
  createdAt: AT,
  token: null,
  expiresAt: '2100-07-05T14:00:00.000Z',
  lastUsedAt: null,
}

/** Serves a league and a season of Marisol, with something of everything that a dialog asks about. */
function serve(site: StubSite): void {
  const linked = aLinkedSession(SESSION_ID, AT)
  const events = [anEvent(7, { id: EVENT_ID, name: 'Opening', sessions: [linked] })]
  const drivers = ['Ann', 'Bob'].map((name, index) =>
    aStandingsDriver(name, { results: [aResult(SESSION_ID, index + 1, index)], points: 25 }),
  )
  const season = aSeason({
    id: SEASON_ID,
    ownerId: MARISOL.id,
    leagueIds: [LEAGUE.id],
    version: 3,
    events,
    standings: { drivers, teams: [], tracks: [7] },
    aliases: [{ name: 'Ann', aliases: ['Annie'] }],
    adjustments: [
      {
        id: OTHER,
        kind: 'points',
        sessionId: null,
        driverIdx: null,
        name: 'Bob',
        seconds: null,
        places: null,
        points: -3,
        reason: 'Contact',
        authorId: MARISOL.id,
        authorName: 'Marisol',
        createdAt: AT,
        revokedAt: null,
        revokedReason: null,
        decision: null,
      },
    ],
  })
  site.answer(leagues.get, () => LEAGUE)
  site.answer(leagues.history, () => [])
  site.answer(leagueMembers.team, () => TEAM)
  site.answer(webhooks.list, () => [RECEIVER])
  site.answer(seasons.get, () => season)
  site.answer(seasons.mine, () => ({ totalElements: 1, seasons: [season] }))
  site.answer(seasonManagement.deleted, () => [])
  site.answer(seasonManagement.previewAliases, () => ({ moves: [], conflicts: [], drivers: [] }))
  site.answer(calendarFeeds.get, () => ({ createdAt: AT, url: null }))
  const session = aSession({
    id: SESSION_ID,
    drivers: ['Ann', 'Bob'].map((name, driverIdx) => aDriver({ name, driverIdx })),
  })
  site.answer(sessions.get, () => ({ ...session, siblings: [], filled: [] }))
  site.answer(sessions.currentUser, () => ({
    totalElements: 1,
    sessions: [aListedSession({ id: SESSION_ID })],
  }))
  site.answer(signUps.season, () => ({
    form: {
      opensAt: null,
      closesAt: null,
      needsApproval: true,
      capacity: 20,
      note: '',
      tiers: [],
      questions: [],
    },
    isOpen: true,
    accepted: 3,
    waiting: 1,
    tiers: [],
    own: OWN,
    ownTag: 'own',
  }))
  site.answer(personalAccessTokens.list, () => [TOKEN])
}
