import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { attendance } from '@pitboard/contract/attendance/attendance'
import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import { leagues } from '@pitboard/contract/leagues/league'
import { rosters } from '@pitboard/contract/roster/roster'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { Standings } from '@pitboard/contract/seasons/standings'
import { manualResults } from '@pitboard/contract/sessions/session-document'
import { stewards } from '@pitboard/contract/stewards/steward-case'
import { DEFAULT_RULES } from '@pitboard/contract/stewards/steward-rules'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { comesToBe } from '@pitboard/contract/testing/patience'
import type { Locator, Page } from 'playwright-core'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { createPerson, openSignedIn, type Person } from './src/person.ts'
import { openSite, type SiteInProcess } from './src/site-in-process.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const DAY_MS = 86_400_000
const POINTS = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
/** A race of each round pays this: the third one has a list and a factor of its own. */
const ROUNDS = [POINTS, POINTS, [40, 30, 20, 10].map((points) => points * 1.5)]
const ROUND_POINTS = { factor: 1.5, race: [40, 30, 20, 10] }
/** Whoever misses one of four rounds stands below the others. */
const MINIMUM_STARTS = 4
const TIERS = ['Pro', 'Club'] as const
type Tier = (typeof TIERS)[number]
const NAMES: Readonly<Record<Tier, readonly string[]>> = {
  Pro: ['Ann', 'Bob', 'Cid', 'Dan', 'Eva', 'Fay', 'Gil', 'Hal', 'Ivy', 'Jon'],
  Club: ['Kai', 'Lea', 'Max', 'Nia', 'Ole', 'Pia', 'Quin', 'Rob', 'Sue', 'Tom'],
}
const TEAMS = ['Red', 'Blue', 'Green', 'Gold', 'Grey']
/** Bob leaves his team for this one before the third round. */
const NEW_TEAM = 'Gold'
const SUSPENDED_POINTS = 10
/** The events are this many days from today. */
const CALENDAR = [
  { track: 7, days: -14 },
  { track: 11, days: -7 },
  { track: 26, days: 3 },
  { track: 10, days: 10 },
]

/** These are finishing orders: of the first round on a mixed grid, then of each tier in a race of its own. */
const MIXED = NAMES.Pro.flatMap((name, index) => [name, NAMES.Club[9 - index] ?? ''])
const SECOND = { Pro: rotate(NAMES.Pro, 3), Club: rotate(NAMES.Club, 6) }
/** Ann is banned. */
const THIRD = {
  Pro: rotate(NAMES.Pro, 1).filter((name) => name !== 'Ann'),
  Club: rotate(NAMES.Club, 2),
}

test('two tiers of ten: a mixed grid, a ban, a suspended penalty, a transfer, and promotion into the next season', async (t) => {
  const site = await openSite(t)
  const browser = await startBrowser(t)
  const organiser = await createPerson(site, 'Marisol')
  const steward = await createPerson(site, 'Stewart')
  const [ann, bob] = [
    await createPerson(site, 'Ann Driver'),
    await createPerson(site, 'Bob Driver'),
  ]
  const { seasonId, eventIds, teamIds } = await openSeason(organiser, steward)
  for (const [driver, name] of [
    [ann, 'Ann'],
    [bob, 'Bob'],
  ] as const) {
    const { id: claimId } = await driver.call(rosters.claim, {
      params: { seasonId },
      body: { name },
    })
    const params = { seasonId, claimId }
    await organiser.call(rosters.decideClaim, { params, body: { status: 'approved' } })
  }
  const editor = `${site.url}/dashboard/seasons/${seasonId}/edit`
  const address = `${site.url}/seasons/${seasonId}`

  const desk = await openSignedIn(t, { browser, site }, organiser)
  const [, secondId = '', thirdId = ''] = eventIds
  await storeRace(organiser, { track: 7, startsAt: dayFromNow(-14), names: MIXED })
  const night = await raceNight(desk, editor)
  t.diagnostic(`race night: ${night.clicks} clicks, ${(night.ms / 1000).toFixed(1)} s`)
  assert.ok(night.clicks <= 5, `${night.clicks} clicks`)

  const races: Record<string, string> = {}
  for (const tier of TIERS) {
    const race = { track: 11, startsAt: dayFromNow(-7), names: SECOND[tier] }
    races[tier] = await linkRace(organiser, { seasonId, eventId: secondId, tier, race })
  }
  await checkStandings(organiser, seasonId, 2)

  const phone = await openSignedIn(t, { browser, site }, ann, PHONE)
  await phone.goto(address)
  await phone.getByRole('button', { name: 'Show attendance' }).tap()
  await phone.getByRole('button', { name: 'I’m in', exact: true }).first().tap()
  await phone.getByText('Your answer is saved.').waitFor()
  const caseId = await reportAnn({ ann, bob }, seasonId, races['Pro'] ?? '')
  const room = await openSignedIn(t, { browser, site }, steward)
  await Promise.all([
    decide(room, editor),
    // The phone stays open: it learns of the ban without a reload.
    phone.getByText('The stewards have banned you from this race.').first().waitFor(),
  ])
  await comesToBe(async () => phone.getByRole('button', { name: 'I’m in', exact: true }).count(), 1)
  await checkStandings(organiser, seasonId, 2)

  await transfer(organiser, seasonId, { teamIds, fromEventId: thirdId })
  // It begins after the decision, which the ban is measured by.
  const startsAt = new Date(Date.now() + 20_000).toISOString()
  for (const tier of TIERS) {
    const race = { track: 26, startsAt, names: THIRD[tier] }
    await linkRace(organiser, { seasonId, eventId: thirdId, tier, race })
  }
  await checkStandings(organiser, seasonId, 3)
  await room.goto(`${editor}?part=stewards`)
  await room.getByRole('button', { name: /^Activate: Ann: −10 points/ }).click()
  await room.getByText('The penalty of Ann takes effect.').waitFor()
  await checkStandings(organiser, seasonId, 3, SUSPENDED_POINTS)
  assert.equal(
    (await organiser.call(stewards.case, { params: { seasonId, caseId } })).state,
    'decided',
  )

  const visitor = await openPage(t, browser)
  for (const tier of TIERS) {
    await visitor.goto(`${address}?tier=${tier}`)
    const expected = countTier(tier, 3, SUSPENDED_POINTS).map(({ name, points }) => [name, points])
    await comesToBe(async () => JSON.stringify(await shownRows(visitor)), JSON.stringify(expected))
  }
  await visitor.goto(`${address}#incidents`)
  await visitor
    .getByText(/^ban from .+ served \(decision 1\)/)
    .first()
    .waitFor()

  const copied = await copySeason(desk, site, seasonId)
  const roster = await organiser.call(rosters.get, { params: { seasonId: copied } })
  const tierOf = (name: string) => roster.drivers.find((driver) => driver.name === name)?.tier
  assert.deepEqual([tierOf('Kai'), tierOf('Jon'), tierOf('Lea')], ['Pro', 'Club', 'Club'])
  const next = await organiser.call(seasons.get, { params: { id: copied } })
  assert.deepEqual(next.tiers, [...TIERS])
  assert.deepEqual(next.standings.drivers, [])
})

function rotate(names: readonly string[], by: number): string[] {
  return [...names.slice(by), ...names.slice(0, by)]
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString()
}

/** Creates what other tests create in the browser: a league with a steward, a season with tiers, teams and drivers. */
async function openSeason(organiser: Person, steward: Person) {
  const body = { name: 'Sunday Night Racing', isPublic: true }
  const league = await organiser.call(leagues.create, { body })
  const invitation = { username: steward.username, role: 'steward' as const }
  await organiser.call(leagueMembers.invite, { params: { leagueId: league.id }, body: invitation })
  const [invited] = await steward.call(leagueMembers.ownInvitations)
  assert.ok(invited)
  await steward.call(leagueMembers.acceptInvitation, { params: { invitationId: invited.id } })
  const { id: seasonId } = await organiser.call(seasons.create, {
    body: {
      name: 'Winter',
      leagueId: league.id,
      pointsSystem: { preset: 'f1-2010', minimumStarts: MINIMUM_STARTS },
      tiers: [...TIERS],
    },
  })
  const params = { seasonId }
  const events = CALENDAR.map(({ track, days }, round) => ({
    track,
    startsAt: dayFromNow(days),
    points: round === 2 ? ROUND_POINTS : null,
  }))
  await organiser.call(seasons.addEvents, { params, body: { events } })
  const teams = TEAMS.map((name, index) => ({ id: randomUUID(), name, colour: `#00${index}0ff` }))
  const drivers = TIERS.flatMap((tier) =>
    NAMES[tier].map((name, index) => {
      const team = teams[index % TEAMS.length]
      return { id: randomUUID(), name, tier, teamId: team?.id ?? null }
    }),
  )
  await organiser.call(rosters.update, { params, body: { teams, drivers } })
  await organiser.call(attendance.updateRule, { params, body: { deadlineHours: 24 } })
  const rules = { ...DEFAULT_RULES, reportHours: 720 }
  await organiser.call(stewards.setRules, { params, body: rules })
  const season = await organiser.call(seasons.get, { params: { id: seasonId } })
  const teamIds = new Map(teams.map(({ id, name }) => [name, id]))
  return { seasonId, eventIds: season.events.map(({ id }) => id), teamIds }
}

interface Race {
  readonly track: number
  readonly startsAt: string
  /** The names stand in the order in which they finished. */
  readonly names: readonly string[]
}

async function storeRace({ call }: Person, { track, startsAt, names }: Race): Promise<string> {
  const drivers = names.map((name, driverIdx) => ({
    driverIdx,
    name,
    team: '',
    finishingPosition: driverIdx + 1,
    startingPosition: driverIdx + 1,
    resultStatus: ResultStatus.Finished,
    totalRaceTime: 1_800_000 + driverIdx * 1500,
  }))
  const body = {
    trackId: track,
    sessionType: SessionType.Race,
    numberOfLaps: 20,
    sessionStartTime: startsAt,
    drivers,
  }
  return (await call(manualResults.create, { body })).id
}

interface Linked {
  readonly seasonId: string
  readonly eventId: string
  readonly tier: Tier
  readonly race: Race
}

async function linkRace(organiser: Person, { race, tier, ...ids }: Linked): Promise<string> {
  const sessionId = await storeRace(organiser, race)
  await organiser.call(seasons.setSession, { params: { ...ids, sessionId }, body: { tier } })
  return sessionId
}

/**
 * Starts from the opened editor: links the race of the evening, checks what it changes and publishes it, which
 * announces it.
 */
async function raceNight(page: Page, editor: string) {
  await page.goto(editor)
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await page
    .getByRole('button', { name: /^Link to round 1/ })
    .first()
    .waitFor()
  const begunAt = Date.now()
  await click(page.getByRole('button', { name: /^Link to round 1/ }).first())
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Effect on the standings: 20 drivers').waitFor()
  await dialog.getByText('Ann · Pro').waitFor()
  await click(dialog.getByRole('button', { name: 'Link 1 session' }))
  await page.getByText('The session is linked.').waitFor()
  await click(page.getByRole('tab', { name: /^Results/ }))
  await click(page.getByText('Official', { exact: true }).first())
  await click(page.getByRole('button', { name: 'Publish the results' }))
  await page.getByText('The results are published.').waitFor()
  return { clicks, ms: Date.now() - begunAt }
}

async function reportAnn(
  { ann, bob }: { readonly ann: Person; readonly bob: Person },
  seasonId: string,
  sessionId: string,
): Promise<string> {
  const driverIdx = SECOND.Pro.indexOf('Ann')
  const report = { sessionId, lap: 3, eventSeq: null, driverIdxs: [driverIdx], links: [] }
  const params = { seasonId }
  const body = { ...report, description: 'Pushed me off in turn 4' }
  const { id: caseId } = await bob.call(stewards.report, { params, body })
  const response = { kind: 'response' as const, text: 'I left room', links: [] }
  await ann.call(stewards.state, { params: { seasonId, caseId }, body: response })
  return caseId
}

/** Decides a ban from the next race, and points that Ann loses only for another offence. */
async function decide(page: Page, editor: string): Promise<void> {
  await page.goto(`${editor}?part=stewards`)
  await page.getByRole('button', { name: 'Open: case 1' }).click()
  const form = page.getByRole('form', { name: 'Decision', exact: true })
  await form.getByRole('button', { name: 'Add a penalty' }).click()
  const ban = form.getByRole('group', { name: 'Penalty 1' })
  await ban.getByLabel('Penalty', { exact: true }).selectOption('raceBan')
  await form.getByRole('button', { name: 'Add a penalty' }).click()
  const points = form.getByRole('group', { name: 'Penalty 2' })
  await points.getByLabel('Penalty', { exact: true }).selectOption('points')
  await points.getByLabel('Amount').fill(String(SUSPENDED_POINTS))
  await points.getByLabel('Takes effect').selectOption('3')
  await form.getByLabel('Reason').fill('Left no room, not for the first time')
  await form.getByRole('switch', { name: /^Publish it now/ }).click()
  await form.getByRole('button', { name: 'Publish the decision' }).click()
  await page.getByText('The decision is published.').waitFor()
}

interface Transfer {
  readonly teamIds: ReadonlyMap<string, string>
  readonly fromEventId: string
}

/** Bob has a second entry in the roster, for another team. */
async function transfer({ call }: Person, seasonId: string, { teamIds, fromEventId }: Transfer) {
  const params = { seasonId }
  const { teams, drivers } = await call(rosters.get, { params })
  const old = drivers.find(({ name }) => name === 'Bob')
  assert.ok(old)
  const teamId = teamIds.get(NEW_TEAM) ?? null
  const moved = { ...old, id: randomUUID(), teamId, fromEventId }
  const body = {
    teams: teams.map(({ pictureId: _picture, ...team }) => team),
    drivers: [...drivers, moved].map(({ userId: _user, ban: _ban, ...driver }) => driver),
  }
  await call(rosters.update, { params, body })
}

interface Counted {
  readonly name: string
  readonly points: number
  /** Counts how often the driver finished in each place. */
  readonly finishes: readonly number[]
  readonly isBelow: boolean
}

/** Counts a tier's table from the finishing orders alone. */
function countTier(tier: Tier, rounds: number, deducted = 0): Counted[] {
  const orders = [MIXED.filter((name) => NAMES[tier].includes(name)), SECOND[tier], THIRD[tier]]
  const driven = orders.slice(0, rounds)
  return NAMES[tier]
    .map((name) => {
      const places = driven.flatMap((order) => (order.includes(name) ? order.indexOf(name) : []))
      const won = driven
        .map((order, round) => ROUNDS[round]?.[order.indexOf(name)] ?? 0)
        .reduce((sum, points) => sum + points, 0)
      const toCome = CALENDAR.length - rounds
      return {
        name,
        points: won - (name === 'Ann' ? deducted : 0),
        finishes: POINTS.map((_, place) => places.filter((one) => one === place).length),
        isBelow: places.length + toCome < MINIMUM_STARTS,
      }
    })
    .toSorted(
      (a, b) =>
        Number(a.isBelow) - Number(b.isBelow) ||
        b.points - a.points ||
        compareFinishes(a, b) ||
        (a.name < b.name ? -1 : 1),
    )
}

function compareFinishes(a: Counted, b: Counted): number {
  const place = a.finishes.findIndex((count, index) => count !== b.finishes[index])
  return place === -1 ? 0 : (b.finishes[place] ?? 0) - (a.finishes[place] ?? 0)
}

/** Teams score over both tiers, with the team that a driver had at the event. */
function countTeams(rounds: number): Map<string, number> {
  const points = new Map(TEAMS.map((team) => [team, 0]))
  for (const tier of TIERS) {
    const orders = [MIXED.filter((name) => NAMES[tier].includes(name)), SECOND[tier], THIRD[tier]]
    for (const [round, order] of orders.slice(0, rounds).entries()) {
      for (const [place, name] of order.entries()) {
        const own = TEAMS[NAMES[tier].indexOf(name) % TEAMS.length] ?? ''
        const team = name === 'Bob' && round >= 2 ? NEW_TEAM : own
        points.set(team, (points.get(team) ?? 0) + (ROUNDS[round]?.[place] ?? 0))
      }
    }
  }
  return points
}

async function checkStandings(
  { call }: Person,
  seasonId: string,
  rounds: number,
  deducted = 0,
): Promise<void> {
  const { standings } = await call(seasons.get, { params: { id: seasonId } })
  for (const tier of TIERS) {
    const shown = rowsOf(standings, tier)
    const expected = countTier(tier, rounds, deducted).map(({ name, points }) => [name, points])
    assert.deepEqual(shown, expected, `${tier} after ${rounds} rounds`)
  }
  const teams = new Map(standings.teams.map(({ name, points }) => [name, points]))
  const counted = countTeams(rounds)
  for (const team of TEAMS) assert.equal(teams.get(team), counted.get(team), team)
}

function rowsOf({ tiers = [] }: Standings, tier: Tier) {
  const own = tiers.find((one) => one.tier === tier)
  return own?.drivers.map(({ name, points }) => [name, points])
}

/** Reads names and points of the drivers' table from its top. */
async function shownRows(page: Page): Promise<(string | number)[][]> {
  const buttons = page
    .getByRole('table', { name: /^Drivers’ standings/ })
    .getByRole('button', { name: /points\. Where they come from$/ })
  const labels = await buttons.evaluateAll((all) =>
    all.map((button) => button.getAttribute('aria-label') ?? ''),
  )
  return labels.map((label) => {
    const [, name = '', points = ''] = /^(.*): ([\d.,−-]+) points\./.exec(label) ?? []
    return [name, Number(points.replace('−', '-'))]
  })
}

/** Kai is promoted, Jon relegated. Returns the id of the new season. */
async function copySeason(page: Page, site: SiteInProcess, seasonId: string): Promise<string> {
  await page.goto(`${site.url}/dashboard/seasons/create?like=${seasonId}`)
  await page.getByLabel('Name', { exact: true }).fill('Spring')
  await page.getByText('Promote and relegate drivers').click()
  await page.getByLabel('Kai', { exact: true }).selectOption('Pro')
  await page.getByLabel('Jon', { exact: true }).selectOption('Club')
  await page.getByRole('button', { name: 'Create the season' }).click()
  await page.waitForURL(/seasons\/[^/]+\/edit/)
  return /seasons\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
}
