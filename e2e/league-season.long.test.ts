import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import { leagues } from '@pitboard/contract/leagues/league'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { signUps } from '@pitboard/contract/sign-ups/sign-ups'
import { insertRecorderKey } from '@pitboard/server/accounts/access/recorder-key'
import { createRace } from '@pitboard/sim/race'
import type { Browser, Page } from 'playwright-core'
import { sendLogin } from '@pitboard/web/testing/account-pages'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { createPerson, openSignedIn, type Person } from './src/person.ts'
import { openSite, type SiteInProcess } from './src/site-in-process.ts'
import { captureOf, uploadCapture } from './src/upload-capture.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const TRACKS = [26, 7]
const DRIVERS = 4
const SIZE = { fieldSeed: 7, laps: 1, cars: 8, rateHz: 10, lean: true } as const
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const COMMENT = 'From three lengths behind'

test('a season of two tiers, run by four people at once, the drivers on phones', async (t) => {
  const site = await openSite(t)
  const browser = await startBrowser(t)
  const place = { browser, site }
  const organiser = await createPerson(site, 'Marisol')
  const steward = await createPerson(site, 'Stewart')
  const { ids, names } = await recordRaces(site, organiser)
  const drivers: Person[] = []
  for (let at = 1; at <= DRIVERS; at++) drivers.push(await createPerson(site, `Driver ${at}`))
  const [accused, reporter, ...others] = drivers
  const [accusedName = '', reporterName = ''] = names
  assert.ok(accused && reporter)
  const seasonId = await createSeason(organiser, steward)
  const season = `${site.url}/seasons/${seasonId}`
  const editor = `${site.url}/dashboard/seasons/${seasonId}/edit`

  const desk = await openSignedIn(t, place, organiser)
  await openSignUp(desk, editor)
  const [accusedPhone, reporterPhone] = await Promise.all([
    signUpFromLink(t, place, accused, { seasonId, name: accusedName, tier: 'Pro' }),
    signUpFromLink(t, place, reporter, { seasonId, name: reporterName, tier: 'Club' }),
  ])
  for (const [at, driver] of others.entries()) {
    const tier = at % 2 === 0 ? 'Pro' : 'Club'
    await signUpByCall(driver, { seasonId, name: names[at + 2] ?? '', tier })
  }
  await checkSignUps(desk, editor)
  await answerForEvent(reporterPhone, season)

  await linkSessions(organiser, seasonId, ids)
  const before = await readPoints(organiser, seasonId)
  assert.equal(before.size, names.length)

  const incidents = `${season}#incidents`
  await report(reporterPhone, incidents, accusedName)
  await respond(accusedPhone, incidents)
  const room = await openSignedIn(t, place, steward)
  await openCase(room, editor)
  await discuss(room)
  await Promise.all([publish(room), rename(desk, editor)])

  for (const phone of [accusedPhone, reporterPhone]) {
    await phone.reload()
    await phone.getByRole('article', { name: 'Decision 1', exact: true }).first().waitFor()
    assert.ok(!(await phone.content()).includes(COMMENT), 'the discussion is the stewards’ own')
  }
  const after = await readPoints(organiser, seasonId)
  assert.ok(pointsOf(after, accusedName) < pointsOf(before, accusedName))
  assert.ok(pointsOf(after, reporterName) > pointsOf(before, reporterName))

  await appeal(accusedPhone)
  await openCase(room, editor)
  await decideAppeal(room)
  assert.deepEqual(await readPoints(organiser, seasonId), before, 'the last decision counts')

  const visitor = await openPage(t, browser, PHONE)
  await visitor.goto(incidents)
  await visitor.getByRole('heading', { level: 1, name: 'Winter, renamed' }).waitFor()
  const last = visitor.getByRole('article', { name: 'Decision 2', exact: true })
  await last.getByText('No further action').waitFor()
})

/**
 * Records one race on each track, by the organiser's recorder, and returns the names of the last one by their places.
 */
async function recordRaces(site: SiteInProcess, organiser: Person) {
  const { db } = site.server.context
  const { userId } = organiser
  const key = await insertRecorderKey(db, { id: randomUUID(), userId, name: 'rig' })
  const ids: string[] = []
  let last: RecordedSession | null = null
  for (const [at, trackId] of TRACKS.entries()) {
    const race = createRace({ ...SIZE, seed: 70 + at, trackId })
    const startMs = Date.now() - (TRACKS.length - at) * HOUR_MS
    const [id = ''] = await uploadCapture(
      { url: site.url, key },
      captureOf(race.datagrams(), startMs),
    )
    ids.push(id)
    last = await organiser.call(sessions.get, { params: { id } })
  }
  const drivers = (last?.drivers ?? []).toSorted((a, b) => placeOf(a) - placeOf(b))
  return { ids, names: drivers.map(({ name }) => name) }
}

function placeOf({ finishingPosition }: RecordedSession['drivers'][number]): number {
  return finishingPosition ?? Number.POSITIVE_INFINITY
}

/**
 * Creates a season of a public league with a steward; the organiser's test covers how these are created in the browser.
 */
async function createSeason(organiser: Person, steward: Person): Promise<string> {
  const league = await organiser.call(leagues.create, {
    body: { name: 'Sunday Night Racing', isPublic: true },
  })
  const { id: seasonId } = await organiser.call(seasons.create, {
    body: { name: 'Winter', leagueId: league.id },
  })
  const events = TRACKS.map((track, at) => ({
    track,
    startsAt: new Date(Date.now() + (at + 2) * 7 * DAY_MS).toISOString(),
  }))
  await organiser.call(seasons.addEvents, { params: { seasonId }, body: { events } })
  const body = { username: steward.username, role: 'steward' as const }
  await organiser.call(leagueMembers.invite, { params: { leagueId: league.id }, body })
  const [invitation] = await steward.call(leagueMembers.ownInvitations)
  assert.ok(invitation)
  const params = { invitationId: invitation.id }
  await steward.call(leagueMembers.acceptInvitation, { params })
  return seasonId
}

/** Opens a sign-up with as many places in each tier as there are drivers for it, and a question. */
async function openSignUp(page: Page, editor: string): Promise<void> {
  await page.goto(`${editor}?part=signUp`)
  for (const [at, tier] of ['Pro', 'Club'].entries()) {
    await page.getByRole('button', { name: 'Add a tier' }).click()
    await page.getByLabel(`Name of tier ${at + 1}`).fill(tier)
    await page.getByLabel(`Places in tier ${at + 1}`).fill(String(DRIVERS / 2))
  }
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByLabel('Question 1', { exact: true }).fill('Which wheel?')
  await page.getByRole('button', { name: /^(Open|Save) the sign-up$/ }).click()
  await page.getByText('The sign-up is saved.').waitFor()
  await page.getByLabel('Ask drivers before each event').check()
  await page.getByRole('button', { name: 'Save the rule' }).click()
  await page.getByText('The rule is saved.').waitFor()
}

interface Entry {
  readonly seasonId: string
  readonly name: string
  readonly tier: string
}

/** The form is filled in by a visitor; the account is needed for the last step. */
async function signUpFromLink(
  t: TestContext,
  { browser, site }: { readonly browser: Browser; readonly site: SiteInProcess },
  driver: Person,
  { seasonId, name, tier }: Entry,
): Promise<Page> {
  const page = await openPage(t, browser, PHONE)
  await page.goto(`${site.url}/seasons/${seasonId}/sign-up`)
  await page.getByLabel('Your name in the standings').fill(name)
  await page.getByLabel('Tier').selectOption(tier)
  await page.getByLabel('Which wheel?').fill('Direct drive')
  await page.getByRole('button', { name: 'Sign in to finish' }).tap()
  await page.waitForURL(/\/login/)
  await sendLogin(page, driver)
  await page.getByRole('button', { name: 'Sign up', exact: true }).tap()
  await page.getByText(`You have a place as ${name}.`).waitFor()
  return page
}

async function signUpByCall(driver: Person, { seasonId, name, tier }: Entry): Promise<void> {
  const body = { name, tier, platformId: null, answers: [] }
  await driver.call(signUps.signUp, { params: { seasonId }, body })
}

async function checkSignUps(page: Page, editor: string): Promise<void> {
  await page.goto(`${editor}?part=signUp`)
  const list = page.getByRole('list', { name: 'Drivers who signed up' })
  await comesToBe(() => list.getByText('has a place').count(), DRIVERS)
  await comesToBe(async () => list.getByText('Which wheel? Direct drive').count(), 2)
}

async function answerForEvent(page: Page, season: string): Promise<void> {
  await page.goto(season)
  await page.getByRole('button', { name: 'Show attendance' }).tap()
  await page.getByText(`0 yes, 0 no, ${DRIVERS} open`).first().waitFor()
  await page.getByRole('button', { name: 'I’m in', exact: true }).first().tap()
  await page.getByText(`1 yes, 0 no, ${DRIVERS - 1} open`).waitFor()
}

async function linkSessions({ call }: Person, seasonId: string, ids: readonly string[]) {
  const { events } = await call(seasons.get, { params: { id: seasonId } })
  for (const [at, { id: eventId }] of events.entries()) {
    const params = { seasonId, eventId, sessionId: ids[at] ?? '' }
    await call(seasons.setSession, { params, body: {} })
  }
}

async function readPoints({ call }: Person, seasonId: string): Promise<Map<string, number>> {
  const { standings } = await call(seasons.get, { params: { id: seasonId } })
  return new Map(standings.drivers.map(({ name, points }) => [name, points] as const))
}

function pointsOf(points: ReadonlyMap<string, number>, name: string): number {
  const found = points.get(name)
  assert.ok(found !== undefined, name)
  return found
}

async function report(page: Page, incidents: string, accused: string): Promise<void> {
  await page.goto(incidents)
  await page.reload()
  await page.getByRole('button', { name: 'Report an incident' }).tap()
  const form = page.getByRole('form', { name: 'Report an incident' })
  const session = form.getByLabel('Session')
  const newest = session.getByRole('option').nth(1)
  await session.selectOption(await newest.getAttribute('value'))
  await form.getByLabel('Lap', { exact: true }).fill('1')
  await form.getByRole('checkbox', { name: new RegExp(`^${accused}`) }).check()
  await form.getByLabel('What happened?').fill('He hit me in the first corner')
  await form.getByLabel('Links to clips').fill('https://clips.example/1')
  await form.getByRole('button', { name: 'Send to the stewards' }).tap()
  await page.getByText('The stewards have your report.').waitFor()
}

async function respond(page: Page, incidents: string): Promise<void> {
  await page.goto(incidents)
  await page.reload()
  await page.getByRole('textbox', { name: 'Your response' }).fill('He closed the door')
  await page.getByRole('button', { name: 'Send the response' }).tap()
  await page.getByText('Sent to the stewards.').waitFor()
}

async function openCase(page: Page, editor: string): Promise<void> {
  await page.goto(`${editor}?part=stewards`)
  await page.getByRole('button', { name: 'Open: case 1' }).click()
}

async function discuss(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Comment for the other stewards' }).fill(COMMENT)
  await page.getByRole('button', { name: 'Add the comment' }).click()
  await page.getByText(COMMENT).waitFor()
  const form = page.getByRole('form', { name: 'Decision', exact: true })
  await form.getByRole('button', { name: 'Add a penalty' }).click()
  await form.getByLabel('Amount').fill('300')
  await form.getByLabel('Reason').fill('Contact that could have been avoided')
  await form.getByRole('button', { name: 'Preview the effect' }).click()
  await form.getByText('In the result').waitFor()
}

async function publish(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Decision', exact: true })
  await form.getByRole('switch', { name: /^Publish it now/ }).click()
  await form.getByRole('button', { name: 'Publish the decision' }).click()
  await page.getByText('The decision is published.').waitFor()
}

/** The organiser edits while the steward decides. */
async function rename(page: Page, editor: string): Promise<void> {
  await page.goto(`${editor}?part=settings`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Winter, renamed')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const heading = page.getByRole('heading', { level: 1, name: 'Winter, renamed' })
  await save.click()
  const notice = page.getByRole('alert').filter({ hasText: 'Changed in the meantime' })
  await heading.or(notice).first().waitFor()
  // The second one to save sees what the other one changed, and goes on with their own text.
  if (await notice.isVisible()) await save.click()
  await heading.waitFor()
}

async function appeal(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Your appeal' }).fill('The replay shows more')
  await page.getByRole('button', { name: 'Appeal', exact: true }).tap()
  await page.getByText('Sent to the stewards.').waitFor()
}

async function decideAppeal(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Decision', exact: true })
  await form.getByLabel('Reason').fill('Nobody could have avoided it')
  await publish(page)
}
