import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { attendance } from '@pitboard/contract/attendance/attendance'
import { leagues } from '@pitboard/contract/leagues/league'
import { type Roster, rosters } from '@pitboard/contract/roster/roster'
import { findPreset } from '@pitboard/contract/seasons/points-presets'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { type SignUpForm, signUps } from '@pitboard/contract/sign-ups/sign-ups'
import { type CaseRoom, type StewardCase, stewards } from '@pitboard/contract/stewards/steward-case'
import { DEFAULT_RULES } from '@pitboard/contract/stewards/steward-rules'
import { comesToBe, until } from '@pitboard/contract/testing/patience'
import { axeFaults } from '../testing/axe.ts'
import { openPage, startBrowser } from '../testing/browser.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { aLeague } from '../src/testing/a-league.ts'
import { storeRoster } from '../src/testing/a-roster.ts'
import { aLinkedSession, anEvent, aSeason } from '../src/testing/a-season.ts'
import { MARISOL, signIn } from './stub/stub-account.ts'
import { Refusal, startStubSite, type StubSite } from './stub/stub-site.ts'

const SEASON_ID = '01900000-0000-7000-8000-000000000050'
const LEAGUE = aLeague({ ownerId: MARISOL.id, ownerName: 'Marisol' })
const [TEAM = '', ANN = '', BOB = ''] = ['51', '52', '53'].map(
  (end) => `01900000-0000-7000-8000-0000000000${end}`,
)
const DRIVER = {
  carNumber: null,
  teamId: null,
  fromEventId: null,
  toEventId: null,
  isReserve: false,
  tier: '',
  platformId: null,
}
const FORM: SignUpForm = {
  opensAt: null,
  closesAt: null,
  needsApproval: false,
  capacity: null,
  tiers: [],
  questions: [],
  note: 'Welcome',
}

const AT = '2026-11-22T19:00:00.000Z'
const CASE: StewardCase = {
  id: '01900000-0000-7000-8000-000000000054',
  number: 4,
  version: 2,
  state: 'open',
  sessionId: BOB,
  lap: 3,
  eventSeq: null,
  cars: [{ driverIdx: 0, name: 'Ann', userId: null }],
  description: 'Pushed me off in turn 4.',
  links: [],
  reporterId: ANN,
  reporterName: 'Bobby',
  createdAt: AT,
  respondUntil: AT,
  appealUntil: null,
  statements: [],
  decisions: [],
  may: { respond: false, appeal: false, judge: true },
}

/** The server stores this; another device changes it with `change`. */
interface World {
  readonly season: ReturnType<typeof aSeason>
  readonly league: typeof LEAGUE
  readonly roster: Omit<Roster, 'version'>
  readonly form: SignUpForm
  readonly rules: typeof DEFAULT_RULES
  readonly deadlineHours: number | null
}

interface Served {
  readonly world: () => World
  readonly change: (change: Partial<World>) => void
  /** Reading is refused, or what was read is gone. */
  fails: 403 | 404 | null
}

function serve(site: StubSite): Served {
  let version = 3
  let world: World = {
    season: aSeason({
      id: SEASON_ID,
      ownerId: MARISOL.id,
      events: [anEvent(7, { name: 'Opening' })],
      driverVote: { hours: 24, voters: 'drivers' },
    }),
    league: LEAGUE,
    roster: {
      teams: [{ id: TEAM, name: 'Rossa', colour: '#e80020', pictureId: null }],
      drivers: [
        { ...DRIVER, id: ANN, name: 'Ann', userId: null },
        { ...DRIVER, id: BOB, name: 'Bob', userId: null },
      ],
    },
    form: FORM,
    rules: DEFAULT_RULES,
    deadlineHours: 24,
  }
  const served: Served = {
    world: () => world,
    change(next) {
      version++
      world = { ...world, ...next }
      site.realtime.publishRow('seasons', SEASON_ID)
      site.realtime.publishRow('leagues', LEAGUE.id)
    },
    fails: null,
  }
  const read = <Answer>(answer: () => Answer) => {
    if (served.fails !== null) throw new Refusal(served.fails)
    return answer()
  }
  const write = (ifMatch: string | undefined, next: Partial<World>) => {
    if (served.fails !== null) throw new Refusal(served.fails)
    if (ifMatch !== `"${version}"`) throw new Refusal(412, { changes: [] })
    served.change(next)
  }
  const season = () => ({ ...world.season, version })
  const league = () => ({ ...world.league, version })
  const roster = () => ({ ...world.roster, version })
  const signUp = () => ({
    form: world.form,
    isOpen: true,
    accepted: 0,
    waiting: 0,
    tiers: [],
    own: null,
    ownTag: 'none',
  })
  const rule = () => ({
    deadlineHours: world.deadlineHours,
    isMember: true,
    isOrganiser: true,
    events: [],
    pastEvents: [],
    records: [],
  })
  site.answer(seasons.get, () => read(season))
  site.answer(seasons.mine, () => ({ totalElements: 0, seasons: [] }))
  site.answer(leagues.get, () => read(league))
  site.answer(leagues.history, () => [])
  site.answer(rosters.get, () => read(roster))
  site.answer(rosters.claims, () => [])
  site.answer(signUps.season, () => read(signUp))
  site.answer(signUps.list, () => [])
  site.answer(attendance.season, () => read(rule))
  site.answer(stewards.decisions, () =>
    read(() => ({ rules: world.rules, decisions: [], licences: [] })),
  )
  site.answer(stewards.cases, () => read(() => []))
  site.answer(seasons.update, ({ body, headers }) => {
    const { pointsSystem, ...fields } = body
    const preset = pointsSystem && 'preset' in pointsSystem ? pointsSystem.preset : null
    const system = preset ? findPreset(preset) : undefined
    const chosen = system ?? { ...world.season.pointsSystem, ...pointsSystem, preset: null }
    write(headers['if-match'], { season: { ...world.season, ...fields, pointsSystem: chosen } })
    return season()
  })
  site.answer(seasons.updateEvent, ({ body, headers }) => {
    const events = world.season.events.map((event) => ({ ...event, name: body.name ?? '' }))
    write(headers['if-match'], { season: { ...world.season, events } })
    return season()
  })
  site.answer(leagues.update, ({ body, headers }) => {
    write(headers['if-match'], { league: { ...world.league, name: body.name ?? '' } })
    return league()
  })
  site.answer(rosters.update, ({ body, headers }) => {
    write(headers['if-match'], { roster: storeRoster(body) })
    return roster()
  })
  site.answer(signUps.updateForm, ({ body, headers }) => {
    write(headers['if-match'], { form: body })
    return signUp()
  })
  site.answer(stewards.setRules, ({ body, headers }) => {
    write(headers['if-match'], { rules: { ...world.rules, ...body } })
    return { rules: world.rules, decisions: [], licences: [] }
  })
  site.answer(attendance.updateRule, ({ body, headers }) => {
    write(headers['if-match'], body)
    return rule()
  })
  return served
}

interface Editor {
  readonly name: string
  readonly address: string
  /** Opens what is not open at first. */
  readonly open?: (page: Page) => Promise<void>
  readonly form: string
  readonly save: string
  readonly field: (form: Locator) => Locator
  /** They are saved on this device, on another one, and once more there. */
  readonly values: { readonly mine: string; readonly theirs: string; readonly newer: string }
  readonly set: (world: World, value: string) => Partial<World>
  readonly read: (world: World) => string
  /** It changes another part of the same thing. */
  readonly other: (world: World) => Partial<World>
  /** Adds a row without typing. */
  readonly addRow?: string
  /** It is in front of the page, and closed once it is saved. */
  readonly isInDialog?: boolean
  /** `tab` names another tab of the page, `link` a link of it. */
  readonly tab?: string
  readonly link?: string
}

const TEXTS = { mine: 'Mine', theirs: 'Theirs', newer: 'Newer' }
const COUNTS = { mine: '11', theirs: '22', newer: '33' }
const OF_SEASON = `/dashboard/seasons/${SEASON_ID}/edit`
const rename = ({ season }: World) => ({ season: { ...season, name: 'Renamed' } })

const EDITORS: readonly Editor[] = [
  {
    name: 'the settings of a season',
    address: `${OF_SEASON}?part=settings`,
    form: 'Season',
    save: 'Save',
    field: (form) => form.getByRole('textbox', { name: 'Name', exact: true }),
    values: TEXTS,
    set: ({ season }, name) => ({ season: { ...season, name } }),
    read: ({ season }) => season.name,
    other: () => ({ deadlineHours: 5 }),
    tab: 'History',
    link: 'View the page',
  },
  {
    name: 'the vote for the driver of the day',
    address: `${OF_SEASON}?part=settings`,
    form: 'Vote for the driver of the day',
    save: 'Save',
    field: (form) => form.getByRole('textbox', { name: 'Hours to vote', exact: true }),
    values: { mine: '11', theirs: '22', newer: '33' },
    set: ({ season }, hours) => ({
      season: { ...season, driverVote: { hours: Number(hours), voters: 'drivers' } },
    }),
    read: ({ season }) => String(season.driverVote?.hours),
    other: rename,
    tab: 'History',
    link: 'View the page',
  },
  {
    name: 'the points system',
    address: `${OF_SEASON}?part=points`,
    form: 'Points system',
    save: 'Save',
    field: (form) => form.getByRole('textbox', { name: 'Race', exact: true }),
    values: { mine: '11 1', theirs: '22 2', newer: '33 3' },
    set: ({ season }, points) => ({
      season: {
        ...season,
        pointsSystem: { ...season.pointsSystem, race: points.split(' ').map(Number) },
      },
    }),
    read: ({ season }) => season.pointsSystem.race.join(' '),
    other: rename,
    tab: 'History',
    link: 'View the page',
  },
  {
    name: 'the roster',
    address: `${OF_SEASON}?part=roster`,
    form: 'Teams and drivers',
    save: 'Save the roster',
    field: (form) =>
      form.getByRole('group', { name: 'Driver 1' }).getByLabel('Name', { exact: true }),
    values: TEXTS,
    set: ({ roster }, name) => ({
      roster: {
        ...roster,
        drivers: roster.drivers.map((one) => (one.id === ANN ? { ...one, name } : one)),
      },
    }),
    read: ({ roster }) => roster.drivers.find(({ id }) => id === ANN)?.name ?? '',
    other: ({ roster }) => ({
      roster: {
        ...roster,
        drivers: roster.drivers.map((one) => (one.id === BOB ? { ...one, name: 'Bobby' } : one)),
      },
    }),
    addRow: 'Add a driver',
    tab: 'History',
    link: 'View the page',
  },
  {
    name: 'the sign-up form',
    address: `${OF_SEASON}?part=signUp`,
    form: 'Form',
    save: 'Save the sign-up',
    field: (form) => form.getByRole('textbox', { name: 'Text above the form' }),
    values: TEXTS,
    set: ({ form }, note) => ({ form: { ...form, note } }),
    read: ({ form }) => form.note,
    other: ({ form }) => ({ form: { ...form, capacity: 21 } }),
    addRow: 'Add a tier',
    tab: 'History',
    link: 'View the page',
  },
  {
    name: 'the rule of attendance',
    address: `${OF_SEASON}?part=signUp`,
    form: 'Attendance',
    save: 'Save the rule',
    field: (form) => form.getByRole('textbox'),
    values: COUNTS,
    set: (_world, hours) => ({ deadlineHours: Number(hours) }),
    read: ({ deadlineHours }) => String(deadlineHours),
    other: rename,
    tab: 'History',
    link: 'View the page',
  },
  {
    name: 'the rules for incidents',
    address: `${OF_SEASON}?part=stewards`,
    form: 'Rules for incidents',
    save: 'Save the rules',
    field: (form) => form.getByRole('textbox').first(),
    values: COUNTS,
    set: ({ rules }, hours) => ({ rules: { ...rules, reportHours: Number(hours) } }),
    read: ({ rules }) => String(rules.reportHours),
    other: ({ rules }) => ({ rules: { ...rules, appealHours: 7 } }),
    tab: 'History',
    link: 'View the page',
  },
  {
    name: 'an event',
    address: OF_SEASON,
    async open(page) {
      await page.getByRole('button', { name: /^More for/ }).click()
      await page.getByRole('menuitem', { name: 'Edit the event' }).click()
    },
    isInDialog: true,
    form: 'Edit the event',
    save: 'Save',
    field: (form) => form.getByRole('textbox', { name: 'Name (if different' }),
    values: TEXTS,
    set: ({ season }, name) => ({
      season: { ...season, events: season.events.map((event) => ({ ...event, name })) },
    }),
    read: ({ season }) => season.events[0]?.name ?? '',
    other: ({ season }) => ({
      season: { ...season, events: season.events.map((event) => ({ ...event, track: 10 })) },
    }),
  },
  {
    name: 'a league',
    address: `/dashboard/leagues/${LEAGUE.id}/edit`,
    form: 'League',
    save: 'Save',
    field: (form) => form.getByRole('textbox', { name: 'Name', exact: true }),
    values: TEXTS,
    set: ({ league }, name) => ({ league: { ...league, name } }),
    read: ({ league }) => league.name,
    other: ({ league }) => ({ league: { ...league, description: 'Fast' } }),
    link: 'View the page',
  },
]

/** The season or the league itself has a version. */
const isVersioned = (path: string) =>
  path.endsWith(`/${SEASON_ID}`) || path.endsWith(`/${LEAGUE.id}`)

/** Returns how often the browser asks, whatever it is; each time the answer is to stay. */
function countQuestions(page: Page): () => number {
  let count = 0
  page.on('dialog', (dialog) => {
    count++
    void dialog.dismiss()
  })
  return () => count
}

async function edit(
  t: TestContext,
  { site, browser }: { readonly site: StubSite; readonly browser: Browser },
  editor: Editor,
) {
  const { mine, theirs, newer } = editor.values
  const served = serve(site)
  const page = await openPage(t, browser)
  const questions = countQuestions(page)
  await signIn(page, site, MARISOL)
  await page.goto(site.url + editor.address)
  await editor.open?.(page)
  const form = page.getByRole('form', { name: editor.form, exact: true })
  const field = editor.field(form)
  const typed = () => field.inputValue()
  const conflict = form.getByRole('alert').filter({ hasText: 'Changed in the meantime' })
  // A part of it is read by its version, so that a part which comes late belongs to the one before.
  const reads = () =>
    site.calls.filter(({ method, path }) => method === 'GET' && isVersioned(path)).length
  const writes = () => site.calls.filter(({ method }) => method === 'PUT' || method === 'PATCH')
  await field.waitFor()
  await comesToBe(async () => site.realtime.subscriberCount > 0, true)
  const changeThere = (change: (world: World) => Partial<World>) =>
    served.change(change(served.world()))

  changeThere((world) => editor.set(world, theirs))
  await comesToBe(typed, theirs, 'a form without changes follows the other device')

  if (editor.addRow !== undefined) {
    await form.getByRole('button', { name: editor.addRow }).click()
    await page.evaluate('location.reload()').catch(() => {})
    await comesToBe(questions, 1, 'a row that a button added is unsaved')
    await form
      .getByRole('button', { name: /^Remove (tier|driver)/ })
      .last()
      .click()
  }

  await field.fill(mine)
  const before = reads()
  changeThere(editor.other)
  await comesToBe(() => reads() > before, true)
  served.fails = 403
  changeThere((world) => world)
  const failing = reads()
  await comesToBe(() => reads() > failing, true)
  assert.equal(await typed(), mine, 'neither another part nor a fault drops what is typed')
  served.fails = null

  changeThere((world) => editor.set(world, newer))
  await conflict.waitFor()
  await conflict.getByText(newer).first().waitFor()
  assert.equal(await typed(), mine, 'the same part is shown beside what is typed')
  await form.getByRole('button', { name: editor.save, exact: true }).click()
  await form.getByText('decide above').waitFor()
  assert.equal(writes().length, 0, 'nothing is sent before somebody decides')
  const folder = process.env['DRAFT_SHOTS']
  if (folder) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      assert.deepEqual(await axeFaults(page), [], `${editor.name} at ${width}`)
      await conflict.scrollIntoViewIfNeeded()
      await page.screenshot({ path: join(folder, `${editor.form}-${width}.png`) })
    }
  }
  await conflict.getByRole('button', { name: 'Keep my input' }).press('Enter')
  assert.equal(await typed(), mine)

  if (editor.tab !== undefined) {
    const own = page.getByRole('tab', { selected: true })
    const label = (await own.textContent()) ?? ''
    await page.getByRole('tab', { name: editor.tab }).click()
    await page.getByRole('tab', { name: editor.tab, selected: true }).waitFor()
    await page.getByRole('tab', { name: label, exact: true }).click()
    assert.equal(await typed(), mine, 'another tab and back')
  }
  if (editor.link !== undefined) {
    const asked = questions()
    await page.getByRole('link', { name: editor.link }).click()
    await comesToBe(questions, asked + 1)
    assert.equal(await typed(), mine, 'a link asks')
  }
  if (editor.isInDialog) {
    const before = questions()
    await page.keyboard.press('Escape')
    await comesToBe(questions, before + 1, 'Escape asks')
    await page.mouse.click(2, 2)
    await comesToBe(questions, before + 2, 'a press beside it asks')
    assert.equal(await typed(), mine)
  }
  const asked = questions()
  await page.evaluate('location.reload()').catch(() => {})
  await comesToBe(questions, asked + 1)
  assert.equal(await typed(), mine, 'a reload asks')

  const network = Promise.withResolvers<void>()
  site.delay = ({ method }) => (method === 'GET' ? Promise.resolve() : network.promise)
  await form.getByRole('button', { name: editor.save, exact: true }).dblclick()
  network.resolve()
  await comesToBe(() => editor.read(served.world()), mine)
  await comesToBe(async () => form.getByRole('alert').count(), 0)
  assert.equal(writes().length, 1, 'two presses send it once')
  const others = editor.other(served.world())
  assert.deepEqual({ ...served.world(), ...others }, served.world(), 'other parts stay')
  if (editor.isInDialog) {
    await form.waitFor({ state: 'detached' })
    await editor.open?.(page)
    await field.waitFor()
    const before = questions()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    assert.equal(questions(), before, 'nothing is lost, nothing is asked')
    return
  }
  assert.equal(await typed(), mine)

  changeThere((world) => editor.set(world, theirs))
  await comesToBe(typed, theirs, 'what is saved is no draft any more')
  await field.fill(mine)
  served.fails = 404
  site.realtime.publishRow('seasons', SEASON_ID)
  site.realtime.publishRow('leagues', LEAGUE.id)
  await form.getByRole('button', { name: editor.save, exact: true }).click()
  await form.getByRole('alert').getByText('It no longer exists').waitFor()
  assert.equal(await typed(), mine, 'what was deleted takes no input with it')
}

/** Writes a text that is long to write, and belongs to nobody else. */
async function comment(
  t: TestContext,
  { site, browser }: { readonly site: StubSite; readonly browser: Browser },
) {
  const served = serve(site)
  const event = anEvent(7, { name: 'Opening', sessions: [aLinkedSession(BOB, AT)] })
  served.change({ season: { ...served.world().season, events: [event] } })
  const comments: CaseRoom['comments'] = []
  const says = (username: string, text: string) =>
    comments.push({ id: randomUUID(), userId: null, username, text, createdAt: AT })
  site.answer(stewards.cases, () => [CASE])
  site.answer(stewards.room, () => ({ comments, proposals: [] }))
  site.answer(stewards.comment, ({ body }) => {
    says('Marisol', body.text)
    return { comments, proposals: [] }
  })
  const page = await openPage(t, browser)
  await page.clock.install()
  let answer: 'accept' | 'dismiss' = 'dismiss'
  let questions = 0
  page.on('dialog', (dialog) => {
    questions++
    void dialog[answer]()
  })
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}${OF_SEASON}?part=stewards`)
  const open = page.getByRole('button', { name: 'Open: case 4' })
  const field = page.getByRole('textbox', { name: 'Comment for the other stewards' })
  await open.click()
  await field.fill('Left no room')

  says('Bobby', 'I see it otherwise')
  const seen = page.getByText('I see it otherwise')
  // The page asks again some time after it has its first answer.
  await until(
    () => seen.isVisible(),
    () => page.clock.fastForward(20_000),
  )
  assert.equal(await field.inputValue(), 'Left no room', 'the comment of somebody else')

  await page.getByRole('link', { name: 'View the page' }).click()
  // The address changes before the page does.
  await field.waitFor({ state: 'detached' })
  await page.goBack()
  await open.click()
  assert.equal(await field.inputValue(), 'Left no room', 'another page and back')
  assert.equal(questions, 0, 'what is stored is not asked about')

  answer = 'accept'
  await page.reload()
  await open.click()
  assert.equal(await field.inputValue(), 'Left no room', 'a reload')
  await page.getByRole('button', { name: 'Add the comment' }).click()
  await page.getByText('Left no room').waitFor()
  await comesToBe(() => field.inputValue(), '', 'what is sent is no draft any more')
  await page.reload()
  await open.click()
  await page.getByText('Left no room').waitFor()
  assert.equal(await field.inputValue(), '')

  answer = 'dismiss'
  await page.getByRole('link', { name: 'View the page' }).click()
  await field.waitFor({ state: 'detached' })
  await page.goBack()
  const hours = page.getByRole('form', { name: 'Rules for incidents' }).getByRole('textbox').first()
  await hours.fill('11')
  const before = questions
  await page.evaluate('history.back()')
  await comesToBe(() => questions, before + 1)
  assert.equal(await hours.inputValue(), '11', 'the way back asks')
  answer = 'accept'
  await page.getByRole('link', { name: 'View the page' }).click()
  await page.waitForURL(`**/seasons/${SEASON_ID}`)
}

/** Fills in what a steward decides without a report: the reason is long, and the amount is that of its kind. */
async function adjust(
  t: TestContext,
  { site, browser }: { readonly site: StubSite; readonly browser: Browser },
) {
  serve(site)
  const page = await openPage(t, browser)
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, site, MARISOL)
  await page.goto(`${site.url}${OF_SEASON}?part=stewards`)
  const form = page.getByRole('form', { name: 'Decision without a report' })
  const kind = form.getByRole('combobox').first()
  const amount = form.getByRole('textbox').first()
  const reason = form.getByRole('textbox').last()
  await reason.fill('Ignored blue flags')
  await amount.fill('10')
  const typed = async () => [await amount.inputValue(), await reason.inputValue()]

  await page.getByRole('link', { name: 'View the page' }).click()
  await form.waitFor({ state: 'detached' })
  await page.goBack()
  await form.waitFor()
  assert.deepEqual(await typed(), ['10', 'Ignored blue flags'], 'another page and back')
  await page.reload()
  await form.waitFor()
  assert.deepEqual(await typed(), ['10', 'Ignored blue flags'], 'a reload')

  await form.getByRole('button', { name: 'Save the decision' }).click()
  await form.getByText('Choose the session.').waitFor()
  assert.deepEqual(await typed(), ['10', 'Ignored blue flags'], 'what is missing is said')
  await kind.selectOption({ label: 'Loss of positions' })
  await comesToBe(typed, ['1', 'Ignored blue flags'], 'each kind has an amount of its own')
}

interface NewThing {
  readonly name: string
  readonly address: string
  readonly form: string
  readonly save: string
  readonly field: string
  /** It fills in what else is needed. */
  readonly complete?: (form: Locator) => Promise<unknown>
  readonly path: string
}

/** No other device has these, and nothing stores them: the page asks before it is left. */
const NEW_THINGS: readonly NewThing[] = [
  {
    name: 'a new league',
    address: '/dashboard/leagues/create',
    form: 'New league',
    save: 'Create the league',
    field: 'Name',
    path: leagues.create.path,
  },
  {
    name: 'a new event',
    address: OF_SEASON,
    form: 'Add an event',
    save: 'Add an event',
    field: 'Name (if different from the track)',
    complete: (form) => form.getByLabel('Track', { exact: true }).selectOption({ index: 1 }),
    path: seasons.addEvent.path,
  },
  {
    name: 'the note of a publication',
    address: `${OF_SEASON}?part=publish`,
    form: 'Publish the results',
    save: 'Publish the results',
    field: 'Note',
    path: seasonManagement.publish.path,
  },
]

async function create(
  t: TestContext,
  { site, browser }: { readonly site: StubSite; readonly browser: Browser },
  { address, form: label, save, field: name, complete, path }: NewThing,
) {
  const served = serve(site)
  // Without an event the form of a new one is open.
  served.change({ season: { ...served.world().season, events: [] } })
  const network = Promise.withResolvers<void>()
  const sent: unknown[] = []
  site.answerPath('POST', path, async ({ body }) => {
    sent.push(body)
    await network.promise
    return path === leagues.create.path ? served.world().league : served.world().season
  })
  const page = await openPage(t, browser)
  const questions = countQuestions(page)
  await signIn(page, site, MARISOL)
  await page.goto(site.url + address)
  const form = page.getByRole('form', { name: label, exact: true })
  const field = form.getByRole('textbox', { name, exact: true })
  await field.fill('Mine')
  await page.evaluate('location.reload()').catch(() => {})
  await comesToBe(questions, 1, 'a reload asks')
  await page.getByRole('banner').getByRole('link', { name: 'Leagues' }).click()
  await comesToBe(questions, 2, 'a link asks')
  assert.equal(await field.inputValue(), 'Mine')
  await complete?.(form)
  await form.getByRole('button', { name: save, exact: true }).dblclick()
  network.resolve()
  // It is blank again, or the page leads to what was made.
  await comesToBe(() => field.inputValue({ timeout: 500 }).catch(() => ''), '')
  assert.equal(sent.length, 1, 'two presses send it once')
}

test('editors keep what is typed, whatever happens meanwhile', async (t) => {
  const world = { site: await startStubSite(t), browser: await startBrowser(t) }
  t.beforeEach(() => world.site.reset())
  for (const editor of sampleOf(EDITORS, 2, 1)) {
    await t.test(editor.name, (t) => edit(t, world, editor))
  }
  for (const thing of NEW_THINGS) {
    await t.test(thing.name, (t) => create(t, world, thing))
  }
  await t.test('a comment is kept as long as its tab; other drafts are asked about', (t) =>
    comment(t, world),
  )
  await t.test('a decision without a report is kept as long as its tab', (t) => adjust(t, world))
})
