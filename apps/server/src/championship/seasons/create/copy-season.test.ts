import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import type { NameClaim, Roster } from '@pitboard/contract/roster/roster'
import type { Season, SeasonCopy } from '@pitboard/contract/seasons/season'
import { SEASON_TEMPLATES } from '@pitboard/contract/seasons/season-parts'
import type { SeasonSignUp } from '@pitboard/contract/sign-ups/sign-ups'
import { DEFAULT_RULES } from '@pitboard/contract/stewards/steward-rules'
import { openAccount, type TestAccount } from '../../../testing/account.ts'
import { createCall } from '../../../testing/call.ts'
import { openOrganiser } from '../../../testing/organiser.ts'

const PARTS = ['points', 'calendar', 'roster', 'names', 'signUp', 'rules', 'attendance'] as const
/** Each has so many events, these tiers, and these points for the first place in race, sprint and qualifying. */
const TEMPLATES = {
  'calendar-2025': [24, [], [25, 8, undefined]],
  'sprint-and-feature': [12, [], [25, 10, undefined]],
  'two-tiers': [12, ['Pro', 'Am'], [25, 8, undefined]],
  'hot-laps': [8, [], [undefined, undefined, 25]],
} as const
const RED = { id: randomUUID(), name: 'Red', colour: '#ff0000' }
const FORM = {
  opensAt: '2026-02-20T12:00:00.000Z',
  closesAt: '2026-02-27T12:00:00.000Z',
  needsApproval: true,
  capacity: 20,
  tiers: [{ name: 'Pro', capacity: 10 }],
  questions: [],
  note: 'Wheels only.',
}

const { server, owner } = await openOrganiser()
let admin: TestAccount
let driver: TestAccount
let leagueId: string
/** The earlier season, in the league, has this path. */
let path: string
const call = createCall(() => server)

before(async () => {
  admin = await openAccount(server.context, { username: 'Helper' })
  driver = await openAccount(server.context, { username: 'Driver' })
  leagueId = await createLeague('League', false)
  const link = await send('PUT', `/api/League/${leagueId}/invitationLinks/admin`, {
    days: 1,
    uses: 1,
  })
  await send('POST', '/api/League/invitationLinks/accept', { code: link.code }, admin)
  path = await createEarlier()
})

async function send(method: string, to: string, body: object, as = owner) {
  const answer = await call(`${method} ${to}`, { as, body })
  assert.equal(Math.floor(answer.statusCode / 100), 2, `${method} ${to}: ${answer.body}`)
  return answer.json()
}

async function createLeague(name: string, isPublic: boolean): Promise<string> {
  return (await send('POST', '/api/League', { name, isPublic })).id
}

/** Creates three rounds, from winter to summer time in Berlin, with everything that a season can have. */
async function createEarlier(): Promise<string> {
  const body = {
    name: 'Winter',
    leagueId,
    pointsSystem: { preset: 'f1-2010', pole: 3 },
    tiers: ['Pro', 'Club'],
    teamsPerTier: true,
  }
  const { id } = await send('POST', '/api/Seasons', body)
  const season = `/api/Seasons/${id}`
  const events = [
    { track: 7, name: 'Opening', startsAt: '2026-03-01T19:00:00Z' },
    { track: 10, startsAt: '2026-03-29T18:00:00Z' },
    { track: 11 },
  ]
  const made = await send('PATCH', `${season}/events`, { events })
  const [first, second] = made.events.map((event: { id: string }) => event.id)
  const drivers = [
    { id: randomUUID(), name: 'Ann', tier: 'Pro', teamId: RED.id, platformId: 'ann#1' },
    { id: randomUUID(), name: 'Bob', tier: 'Club', carNumber: 7 },
    { id: randomUUID(), name: 'Left', tier: 'Club', toEventId: first },
    { id: randomUUID(), name: 'Moved', tier: 'Club', toEventId: first },
    { id: randomUUID(), name: 'Moved', tier: 'Pro', teamId: RED.id, fromEventId: second },
  ]
  await send('PUT', `${season}/roster`, { teams: [RED], drivers })
  await send('PATCH', `${season}/aliases`, { merge: { name: 'Ann', aliases: ['Anni'] } })
  await send('PUT', `${season}/signUp/form`, FORM)
  await send('PUT', `${season}/stewardRules`, { ...DEFAULT_RULES, reportHours: 99 })
  await send('PUT', `${season}/attendance`, { deadlineHours: 12 })
  return season
}

function copyOf(more: Partial<SeasonCopy> = {}): SeasonCopy {
  return { seasonId: path.split('/').at(-1) ?? '', parts: [...PARTS], ...more }
}

async function create(body: object, as = owner) {
  return call('POST /api/Seasons', { as, body: { name: 'Summer', leagueId, ...body } })
}

async function createCopy(more: Partial<SeasonCopy> = {}, body: object = {}) {
  const answer = await create({ copyOf: copyOf(more), ...body })
  assert.equal(answer.statusCode, 200, answer.body)
  const season: Season = answer.json()
  return { season, path: `/api/Seasons/${season.id}` }
}

async function rosterOf(season: string): Promise<Roster> {
  return (await call(`GET ${season}/roster`, { as: owner })).json()
}

test('a season takes over everything but results, with dates that keep their time of day', async () => {
  const startsAt = '2026-10-04T18:00:00Z'
  const { season, path: copy } = await createCopy({ startsAt, timeZone: 'Europe/Berlin' })
  assert.deepEqual(
    season.events.map(({ track, name, startsAt: at }) => [track, name, at]),
    [
      [7, 'Opening', '2026-10-04T18:00:00.000Z'],
      // The event is at 20:00 in Berlin, after clocks were put back.
      [10, '', '2026-11-01T19:00:00.000Z'],
      [11, '', null],
    ],
  )
  const { pointsSystem, tiers, teamsPerTier, aliases } = season
  assert.deepEqual(
    [pointsSystem.pole, pointsSystem.race[0], tiers, teamsPerTier],
    [3, 25, ['Pro', 'Club'], true],
  )
  assert.deepEqual(aliases, [{ name: 'Ann', aliases: ['Anni'] }])
  const { form }: SeasonSignUp = (await call(`GET ${copy}/signUp`, { as: owner })).json()
  assert.deepEqual(form, {
    ...FORM,
    opensAt: '2026-09-25T11:00:00.000Z',
    closesAt: '2026-10-02T11:00:00.000Z',
  })
  const { rules } = (await call(`GET ${copy}/decisions`, { as: owner })).json()
  assert.equal(rules.reportHours, 99)
  const attendance = (await call(`GET ${copy}/attendance`, { as: owner })).json()
  assert.equal(attendance.deadlineHours, 12)
  const history = (await call(`GET ${copy}/history`, { as: owner })).json()
  assert.deepEqual(
    history.map(({ action }: { action: string }) => action),
    ['addedToLeague', 'created'],
  )
})

test('the roster is that of the last event, with drivers promoted and relegated', async () => {
  const tiers = [
    { name: 'Bob', tier: 'Pro' },
    { name: 'Anni', tier: 'Club' },
  ]
  const { path: copy } = await createCopy({ parts: ['roster'], tiers })
  const { teams, drivers } = await rosterOf(copy)
  assert.deepEqual(
    drivers.map(({ name, tier, carNumber, teamId, fromEventId }) => {
      return [name, tier, carNumber, teamId === teams[0]?.id, fromEventId]
    }),
    [
      ['Ann', 'Club', null, true, null],
      ['Bob', 'Pro', 7, false, null],
      ['Moved', 'Pro', null, true, null],
    ],
  )
  assert.notEqual(teams[0]?.id, RED.id)
  const unknown = await create({ copyOf: copyOf({ tiers: [{ name: 'Zoe', tier: 'Pro' }] }) })
  assert.equal(unknown.statusCode, 400, unknown.body)
})

test('only what is chosen is taken over, and what the request says comes first', async () => {
  const body = { pointsSystem: { preset: 'f1-2022' } }
  const { season, path: copy } = await createCopy({ parts: ['calendar', 'points'] }, body)
  assert.equal(season.pointsSystem.preset, 'f1-2022')
  assert.deepEqual(
    season.events.map(({ startsAt }) => startsAt),
    [null, null, null],
    'without a start',
  )
  assert.deepEqual((await rosterOf(copy)).drivers, [])
  const { form }: SeasonSignUp = (await call(`GET ${copy}/signUp`, { as: owner })).json()
  assert.equal(form, null)
})

test('a sign-up without a new start stays in its past, so that it does not open by itself', async () => {
  const { path: copy } = await createCopy({ parts: ['signUp'] })
  const { form }: SeasonSignUp = (await call(`GET ${copy}/signUp`, { as: owner })).json()
  assert.deepEqual(form, FORM)
})

/** Reads user and name on the platform of the first driver, as the owner sees them. */
async function readFirst(season: string) {
  const [first] = (await rosterOf(season)).drivers
  return [first?.userId, first?.platformId]
}

test('who drives, and under which name on the platform, stays in the league that knows it', async () => {
  const claim: NameClaim = await send('POST', `${path}/claims`, { name: 'Ann' }, admin)
  await send('PATCH', `${path}/claims/${claim.id}`, { status: 'approved' })
  const inside = await createCopy({ parts: ['roster'] })
  assert.deepEqual(await readFirst(inside.path), [admin.userId, 'ann#1'])
  const other = await createLeague('Other', true)
  for (const elsewhere of [other, null]) {
    const outside = await createCopy({ parts: ['roster'] }, { leagueId: elsewhere })
    assert.deepEqual(await readFirst(outside.path), [null, null])
  }
})

test('a season is copied by those who manage it, for its own owner, into a league that they manage', async () => {
  const foreign = await create({ copyOf: copyOf(), leagueId: null }, driver)
  assert.equal(foreign.statusCode, 404, 'a private season of others')
  assert.equal((await create({ copyOf: copyOf() }, driver)).statusCode, 404, 'a private league')
  const own = await create({ copyOf: copyOf(), leagueId: null }, admin)
  assert.equal(own.statusCode, 403, 'an admin takes nothing with them')
  assert.equal((await create({ copyOf: copyOf() }, admin)).statusCode, 200)
  const seen = await send('POST', '/api/Seasons', {
    name: 'Public',
    leagueId: await createLeague('Public', true),
  })
  const copied = { ...copyOf(), seasonId: seen.id }
  assert.equal((await create({ copyOf: copied, leagueId: null }, driver)).statusCode, 403)
  const { totalElements } = (await call('GET /api/Seasons/user', { as: driver })).json()
  assert.equal(totalElements, 0, 'nothing is left of what was refused')
})

test('the change of the league that adds a copy has no row of it, so that no name or answer is kept there', async () => {
  await createCopy()
  const noted = await server.context.db
    .selectFrom('owner_change_row')
    .innerJoin('owner_change', 'owner_change.id', 'change_id')
    .select('table_name')
    .distinct()
    .where('league_id', '=', leagueId)
    .execute()
  const tables = noted.map(({ table_name: table }) => table)
  assert.deepEqual(
    tables.filter((table) => table !== 'league_season'),
    [],
  )
})

test('a copy needs parts that exist, and a time zone that there is', async () => {
  const bad: object[] = [{ parts: [] }, { parts: ['results'] }, { extra: 1 }]
  for (const more of bad) {
    assert.equal((await create({ copyOf: { ...copyOf(), ...more } })).statusCode, 400)
  }
  const zone = { startsAt: '2026-10-04T18:00:00Z', timeZone: 'Mars/Base' }
  assert.equal((await create({ copyOf: copyOf(zone) })).statusCode, 400)
  const late = { startsAt: '9000-10-04T18:00:00Z' }
  assert.equal((await create({ copyOf: copyOf(late) })).statusCode, 400)
})

test('removing the copy from its league again leaves what it took over', async () => {
  const { season, path: copy } = await createCopy()
  const league = (await call(`GET /api/League/${leagueId}`, { as: owner })).json()
  await send('POST', `/api/League/${leagueId}/history/${league.version}/undo`, {})
  const left: Season = (await call(`GET ${copy}`, { as: owner })).json()
  assert.deepEqual([left.leagueIds, left.events.length], [[], season.events.length])
})

test('a template of the site gives points, tiers and a weekly calendar, and nothing to who may not create the season', async () => {
  const startsAt = '2026-10-18T18:00:00Z'
  for (const template of SEASON_TEMPLATES) {
    const source = { template, parts: ['points', 'calendar'], startsAt, timeZone: 'Europe/Berlin' }
    const answer = await create({ copyOf: source })
    assert.equal(answer.statusCode, 200, answer.body)
    const { events, tiers, pointsSystem }: Season = answer.json()
    assert.deepEqual(
      events.slice(0, 3).map(({ startsAt: at }) => at),
      // Clocks are put back on 25 October: the events stay at 20:00.
      ['2026-10-18T18:00:00.000Z', '2026-10-25T19:00:00.000Z', '2026-11-01T19:00:00.000Z'],
    )
    const paid = [pointsSystem.race[0], pointsSystem.sprint[0], pointsSystem.qualifying[0]]
    assert.deepEqual([events.length, tiers, paid], TEMPLATES[template], template)
  }
  const both = { ...copyOf(), template: 'two-tiers' }
  const bad = [both, { parts: ['points'] }, { template: 'unknown', parts: ['points'] }]
  for (const copy of bad) assert.equal((await create({ copyOf: copy })).statusCode, 400)
  const copy = { template: 'two-tiers', parts: ['points'] }
  assert.equal((await create({ copyOf: copy }, driver)).statusCode, 404, 'a private league')
})

test('a season is marked as a template by those who manage it, and its copies are none', async () => {
  const mark = { id: path.split('/').at(-1), isTemplate: true }
  assert.equal((await call('PATCH /api/Seasons', { as: driver, body: mark })).statusCode, 404)
  assert.equal((await send('PATCH', '/api/Seasons', mark, admin)).isTemplate, true)
  assert.equal((await createCopy()).season.isTemplate, false)
})
