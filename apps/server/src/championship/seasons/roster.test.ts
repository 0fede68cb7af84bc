import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { NameClaim, Roster } from '@pitboard/contract/roster/roster'
import type { Season } from '@pitboard/contract/seasons/season'
import { removeUser } from '../../accounts/auth/users/delete-user.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from './races.fixture.ts'

const { server, owner, call } = await openOrganiser()
const bob = await openAccount(server.context, { username: 'Bobby' })

/** Creates two events: Ann before Bob, then Bob before Ann; both drive for the game's "Team 1". */
async function makeSeason() {
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'Cup' } })).json()
  const path = `/api/Seasons/${id}`
  const eventIds: string[] = []
  for (const names of [
    ['Ann', 'Bob'],
    ['Bob', 'Ann'],
  ]) {
    const event = (await call(`POST ${path}/events`, { as: owner, body: { track: 7 } })).json()
    const sessionIds = [await recordRace(server, owner.userId, { names })]
    await call(`PATCH ${path}/events/${event.id}/sessions`, { as: owner, body: { sessionIds } })
    eventIds.push(event.id)
  }
  return { id, path, eventIds }
}

const RED = { id: randomUUID(), name: 'Red', colour: '#FF0000' }
const BLUE = { id: randomUUID(), name: 'Blue', colour: '#0000ff' }

function aDriver(driver: { readonly name: string } & Partial<Roster['drivers'][number]>) {
  const { userId: _, ...rest } = { userId: null, ...driver }
  return {
    id: randomUUID(),
    carNumber: null,
    platformId: null,
    teamId: null,
    fromEventId: null,
    toEventId: null,
    isReserve: false,
    tier: '',
    ...rest,
  }
}

async function put(path: string, body: object, headers = {}) {
  return call(`PUT ${path}/roster`, { as: owner, body, headers })
}

async function read(path: string): Promise<Season> {
  return (await call(`GET ${path}`)).json()
}

async function teamPoints(path: string) {
  const { standings } = await read(path)
  return standings.teams.map(({ name, points }) => [name, points])
}

test('the team of the roster at the time of the event has the points', async () => {
  const { path, eventIds } = await makeSeason()
  const [first = '', second = ''] = eventIds
  assert.deepEqual(await teamPoints(path), [['Team 1', 86]])
  const drivers = [
    aDriver({ name: 'Bob', teamId: RED.id, toEventId: first }),
    aDriver({ name: 'Bob', teamId: BLUE.id, fromEventId: second }),
  ]
  const answer = await put(path, { teams: [RED, BLUE], drivers })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.deepEqual(await teamPoints(path), [
    ['Team 1', 43],
    ['Blue', 25],
    ['Red', 18],
  ])
  const explained = (await call(`GET ${path}/standings/Bob/explain`)).json()
  assert.deepEqual(
    explained.contributions.map((one: Record<string, unknown>) => [one['team'], one['teamSource']]),
    [
      ['Red', 'roster'],
      ['Blue', 'roster'],
    ],
  )
  const points = { kind: 'teamPoints', name: 'Red', points: -8, reason: 'Late' }
  await call(`POST ${path}/adjustments`, { as: owner, body: points })
  await put(path, { teams: [{ ...RED, name: 'Crimson' }, BLUE], drivers })
  assert.deepEqual((await teamPoints(path)).at(-1), ['Crimson', 10], 'with the deducted points')
})

test('a roster is changed by its organiser alone, as a whole, from the version they saw', async () => {
  const { path } = await makeSeason()
  const { version } = await read(path)
  const body = { teams: [RED], drivers: [aDriver({ name: 'Bob', teamId: RED.id })] }
  const what = `PUT ${path}/roster`
  assert.equal((await call(what, { body })).statusCode, 401)
  assert.equal((await call(what, { as: bob, body })).statusCode, 403)
  assert.equal((await put(path, body, { 'if-match': `"${version - 1}"` })).statusCode, 412)
  const made = await put(path, body, { 'if-match': `"${version}"` })
  assert.equal(made.statusCode, 200, made.body)
  assert.equal(made.json().version, version + 1)
  assert.equal((await put(path, body)).json().version, version + 1, 'nothing has changed')
  const faulty = [
    { ...body, teams: [RED, { ...BLUE, name: 'RED' }] },
    { ...body, teams: [BLUE] },
    { ...body, drivers: [aDriver({ name: 'Bob', fromEventId: randomUUID() })] },
    { ...body, drivers: [aDriver({ name: '​' })] },
    { ...body, drivers: [body.drivers[0], body.drivers[0]] },
  ]
  for (const wrong of faulty) assert.equal((await put(path, wrong)).statusCode, 400)
  assert.equal((await read(path)).version, version + 1)
})

test('a platform id is for organisers and the driver, and goes with their account', async () => {
  const { path, id } = await makeSeason()
  const drivers = [
    aDriver({ name: 'Bob', platformId: 'bob-on-pc' }),
    aDriver({ name: 'Ann', platformId: 'ann-on-pc' }),
  ]
  await put(path, { teams: [], drivers })
  const driver = await openAccount(server.context, { username: 'Temporary' })
  const idsFor = async (as?: TestAccount) => {
    const roster: Roster = (await call(`GET ${path}/roster`, as && { as })).json()
    return roster.drivers.map(({ platformId }) => platformId)
  }
  assert.deepEqual(await idsFor(), [null, null])
  assert.deepEqual(await idsFor(driver), [null, null])
  assert.deepEqual(await idsFor(owner), ['bob-on-pc', 'ann-on-pc'])
  const claim = await call(`POST ${path}/claims`, { as: driver, body: { name: 'Bob' } })
  assert.deepEqual(await idsFor(driver), [null, null], 'before the claim is approved')
  const decision = `PATCH ${path}/claims/${claim.json().id}`
  await call(decision, { as: owner, body: { status: 'approved' } })
  assert.deepEqual(await idsFor(driver), ['bob-on-pc', null])
  const exported = (await call('GET /api/Account/export', { as: driver })).json()
  assert.partialDeepStrictEqual(exported.participation, {
    claims: [{ seasonId: id, name: 'Bob', status: 'approved' }],
    platformIds: [{ seasonId: id, platformId: 'bob-on-pc' }],
  })
  assert.match(JSON.stringify(await read(path)), new RegExp(driver.userId))
  const accountId = driver.userId
  await removeUser(server.context, accountId, { actorId: accountId, ip: null })
  assert.deepEqual(await idsFor(owner), [null, 'ann-on-pc'])
  assert.doesNotMatch(JSON.stringify(await read(path)), new RegExp(driver.userId))
})

test('the standings link a name once the organiser has approved the claim', async () => {
  const { path } = await makeSeason()
  const what = `POST ${path}/claims`
  const users = async () =>
    (await read(path)).standings.drivers.flatMap(({ name, userId }) =>
      userId === undefined ? [] : [[name, userId]],
    )
  assert.equal((await call(what, { body: { name: 'Bob' } })).statusCode, 401)
  assert.equal((await call(what, { as: bob, body: { name: 'Nobody' } })).statusCode, 404)
  await call(what, { as: bob, body: { name: 'Ann' } })
  const claim: NameClaim = (await call(what, { as: bob, body: { name: 'Bob' } })).json()
  assert.partialDeepStrictEqual(claim, { name: 'Bob', username: 'Bobby', status: 'pending' })
  const other = await openAccount(server.context, { username: 'Pretender' })
  const second: NameClaim = (await call(what, { as: other, body: { name: 'Bob' } })).json()
  const list = (as: TestAccount) => call(`GET ${path}/claims`, { as })
  assert.equal((await list(owner)).json().length, 2)
  assert.deepEqual((await list(bob)).json(), [claim])

  const decide = (id: string, as: TestAccount, status: string) =>
    call(`PATCH ${path}/claims/${id}`, { as, body: { status } })
  assert.equal((await decide(claim.id, bob, 'approved')).statusCode, 403)
  assert.deepEqual(await users(), [])
  assert.equal((await decide(claim.id, owner, 'approved')).statusCode, 200)
  assert.deepEqual(await users(), [['Bob', bob.userId]])
  assert.equal((await decide(second.id, owner, 'approved')).statusCode, 409, 'one user per name')
  assert.equal((await decide(second.id, owner, 'refused')).statusCode, 200)
  assert.equal((await call(what, { as: other, body: { name: 'Bob' } })).statusCode, 409)
  const withdrawn = `DELETE ${path}/claims/${claim.id}`
  assert.equal((await call(withdrawn, { as: other })).statusCode, 404)
  assert.equal((await call(withdrawn, { as: bob })).statusCode, 204)
  assert.deepEqual(await users(), [])
})

test('what a driver does not have may be left out; the name on the platform stays as it is', async () => {
  const { path } = await makeSeason()
  const ann = aDriver({ name: 'Ann', carNumber: 7, tier: 'Pro', platformId: 'ann_77' })
  await put(path, { teams: [], drivers: [ann] })
  const { id } = ann
  const answer = await put(path, { teams: [], drivers: [{ id, name: 'Ann' }] })
  assert.equal(answer.statusCode, 200, answer.body)
  const empty = { carNumber: null, teamId: null, fromEventId: null, toEventId: null }
  assert.deepEqual(answer.json().drivers, [
    { id, name: 'Ann', ...empty, isReserve: false, tier: '', userId: null, platformId: 'ann_77' },
  ])
  await put(path, { teams: [], drivers: [{ id, name: 'Ann', platformId: null }] })
  const { drivers } = (await call(`GET ${path}/roster`, { as: owner })).json()
  assert.equal(drivers[0].platformId, null)
})
