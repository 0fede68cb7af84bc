import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DriverVote } from '@pitboard/contract/seasons/driver-vote'
import type { Season } from '@pitboard/contract/seasons/season'
import { removeUser } from '../../accounts/auth/users/delete-user.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recordRace } from '../seasons/races.fixture.ts'
import { closeVotes } from './close-votes.fixture.ts'
import { countVotes } from './count-votes.ts'

let server: TestServer
let owner: TestAccount
let ann: TestAccount
let bob: TestAccount
let fan: TestAccount
let stranger: TestAccount
before(async () => {
  server = await openTestServer()
  owner = await openUser('Organiser')
  ann = await openUser('AnnOnPc')
  bob = await openUser('BobOnPc')
  fan = await openUser('Fan')
  stranger = await openUser('Stranger')
})
after(() => server.close())
const call = createCall(() => server)

async function openUser(username: string): Promise<TestAccount> {
  return openAccount(server.context, { username })
}

async function send(what: string, as: TestAccount, body?: object) {
  const answer = await call(what, { as, ...(body && { body }) })
  assert.ok(answer.statusCode < 300, `${what}: ${answer.statusCode} ${answer.body}`)
  return answer.body === '' ? null : answer.json()
}

interface Opening {
  readonly voters?: 'drivers' | 'everyone' | null
  readonly leagueId?: string
  readonly recorder?: TestAccount
  readonly startedAt?: string
}

/** Ann, Bob and Cleo have driven a race; Ann and Bob have accounts, and the driver of the day gets 5 points. */
async function openSeason({
  voters = 'everyone',
  leagueId,
  recorder = owner,
  startedAt = new Date(Date.now() - 3_600_000).toISOString(),
}: Opening = {}) {
  const { id } = await send('POST /api/Seasons', owner, {
    name: 'Cup',
    pointsSystem: { race: [25, 18, 15], driverOfTheDay: 5 },
    ...(leagueId !== undefined && { leagueId }),
    ...(voters !== null && { driverVote: { hours: 24, voters } }),
  })
  const path = `/api/Seasons/${id}`
  for (const [user, name] of [
    [ann, 'Ann'],
    [bob, 'Bob'],
  ] as const) {
    await send(`PUT ${path}/roster`, owner, { teams: [], drivers: ['Ann', 'Bob'].map(toEntry) })
    const claim = await send(`POST ${path}/claims`, leagueId === undefined ? user : owner, { name })
    await send(`PATCH ${path}/claims/${claim.id}`, owner, { status: 'approved' })
    if (leagueId !== undefined) break
  }
  const event = await send(`POST ${path}/events`, owner, { track: 7 })
  const names = ['Ann', 'Bob', 'Cleo']
  const raceId = await recordRace(server, recorder.userId, { names, startedAt })
  const link = `${path}/events/${event.id}/session/${raceId}`
  await send(`PATCH ${link}`, owner, {})
  return { id: String(id), path, raceId, link }
}

function toEntry(name: string) {
  const entry = { carNumber: null, teamId: null, fromEventId: null, toEventId: null }
  const id = server.context.newId()
  return { ...entry, id, name, isReserve: false, tier: '', platformId: null }
}

type OpenSeason = Awaited<ReturnType<typeof openSeason>>

async function voteOf({ path }: OpenSeason, as: TestAccount | null = owner): Promise<DriverVote> {
  const votes: DriverVote[] = (await call(`GET ${path}/driverVotes`, { ...(as && { as }) })).json()
  const [vote] = votes
  assert.ok(vote)
  return vote
}

async function vote(
  { path, raceId }: OpenSeason,
  as: TestAccount | undefined,
  driverIdx: number | null,
) {
  return call(`PUT ${path}/driverVotes/${raceId}`, { ...(as && { as }), body: { driverIdx } })
}

async function count({ id }: OpenSeason): Promise<void> {
  await closeVotes(server.context.db, id)
  await countVotes(server.context)
}

async function pointsIn({ path }: OpenSeason): Promise<Record<string, number>> {
  const season: Season = (await call(`GET ${path}`, { as: owner })).json()
  return Object.fromEntries(season.standings.drivers.map(({ name, points }) => [name, points]))
}

const countsOf = ({ drivers }: DriverVote) => drivers.map(({ name, votes }) => [name, votes])

test('votes are secret and can be changed until they close, then they are counted, pay and stand in the export', async () => {
  const season = await openSeason()
  const before = await pointsIn(season)
  assert.deepEqual(before, { Ann: 25, Bob: 18, Cleo: 15 })
  await vote(season, ann, 1)
  await vote(season, bob, 0)
  await vote(season, fan, 0)
  assert.equal((await vote(season, fan, 2)).json().ownDriverIdx, 2)
  assert.equal((await vote(season, ann, null)).json().ownDriverIdx, null)
  assert.equal((await vote(season, ann, 2)).statusCode, 200)
  const open = await voteOf(season, fan)
  assert.deepEqual([open.isOpen, open.mayVote, open.ownDriverIdx], [true, true, 2])
  assert.deepEqual(countsOf(open), [
    ['Ann', null],
    ['Bob', null],
    ['Cleo', null],
  ])
  assert.deepEqual(await pointsIn(season), before, 'nothing counts before the end')
  const hidden = await voteOf(season, null)
  assert.deepEqual([hidden.mayVote, hidden.ownDriverIdx], [false, null])
  await count(season)
  const ended = await voteOf(season, null)
  assert.equal(ended.isOpen, false)
  assert.deepEqual(countsOf(ended), [
    ['Cleo', 2],
    ['Ann', 1],
    ['Bob', 0],
  ])
  assert.deepEqual(await pointsIn(season), { Ann: 25, Bob: 18, Cleo: 20 })
  const exported = (await call(`GET ${season.path}/export?format=csv`)).body
  const [head, ...lines] = exported.split('\r\n').map((line) => line.split(','))
  const column = head?.indexOf('Driver of the day') ?? -1
  assert.deepEqual(
    lines.filter(({ length }) => length > 1).map((cells) => [cells[1], cells[column]]),
    [
      ['Ann', '0'],
      ['Cleo', '1'],
      ['Bob', '0'],
    ],
  )
  assert.equal((await vote(season, fan, 0)).statusCode, 409)
  await countVotes(server.context)
  assert.deepEqual(countsOf(await voteOf(season)), countsOf(ended))
})

test('a vote is refused after its time, also before it is counted', async () => {
  const season = await openSeason()
  await closeVotes(server.context.db, season.id)
  assert.equal((await vote(season, fan, 0)).statusCode, 409)
  assert.equal((await voteOf(season, fan)).mayVote, false)
})

test('drivers of the season and of the race vote, others where the organiser wants it, and nobody for oneself', async () => {
  const season = await openSeason({ voters: 'drivers' })
  assert.equal((await vote(season, fan, 0)).statusCode, 403)
  assert.equal((await vote(season, undefined, 0)).statusCode, 401)
  assert.equal((await vote(season, ann, 1)).statusCode, 200)
  const own = await vote(season, ann, 0)
  assert.equal(own.statusCode, 400)
  assert.equal((await vote(season, ann, 7)).statusCode, 400, 'no car of the race')
  const shown = await voteOf(season, ann)
  assert.deepEqual(
    shown.drivers.map(({ mayBeChosen }) => mayBeChosen),
    [false, true, true],
  )
  const none = await openSeason({ voters: null })
  assert.deepEqual((await call(`GET ${none.path}/driverVotes`, { as: fan })).json(), [])
  assert.equal((await vote(none, fan, 0)).statusCode, 404)
})

test('a private season answers 404 to strangers, its members vote', async () => {
  const league = await send('POST /api/League', owner, { name: 'Secret', isPublic: false })
  const season = await openSeason({ leagueId: league.id })
  for (const as of [stranger, undefined]) {
    const read = await call(`GET ${season.path}/driverVotes`, as ? { as } : {})
    assert.equal(read.statusCode, 404)
  }
  assert.equal((await vote(season, stranger, 0)).statusCode, 404)
  assert.equal((await vote(season, owner, 1)).statusCode, 200)
})

test('a deleted account takes its vote out of an open count and leaves a counted one as it is', async () => {
  const season = await openSeason()
  const leaver = await openUser('Leaver')
  await vote(season, leaver, 2)
  await vote(season, fan, 1)
  const other = await openSeason()
  await vote(other, leaver, 2)
  const exported = (await call('GET /api/Account/export', { as: leaver })).json()
  assert.equal(exported.participation.driverVotes.length, 2)
  await count(other)
  await removeUser(server.context, leaver.userId, { actorId: leaver.userId, ip: null })
  await count(season)
  assert.deepEqual(countsOf(await voteOf(season)).slice(0, 2), [
    ['Bob', 1],
    ['Ann', 0],
  ])
  assert.deepEqual(await pointsIn(other), { Ann: 25, Bob: 18, Cleo: 20 })
  const rows = await server.context.db
    .selectFrom('driver_vote_ballot')
    .select('user_id')
    .where('season_id', '=', other.id)
    .execute()
  assert.deepEqual(rows, [{ user_id: null }])
})

test('who is disqualified after the vote leaves the title to the next, and has it again with an undo', async () => {
  const league = await send('POST /api/League', owner, { name: 'Cup', isPublic: true })
  const season = await openSeason({ leagueId: league.id })
  const feed = async () => (await call(`GET /leagues/${league.id}/results.xml`)).body
  await vote(season, fan, 2)
  await vote(season, bob, 2)
  await vote(season, ann, 1)
  assert.doesNotMatch(await feed(), /Driver of the day/)
  await count(season)
  // A change of the league renews its feed, which may be a minute old.
  await send(`PATCH /api/League/${league.id}`, owner, { description: 'Counted' })
  assert.match(await feed(), /Driver of the day: Cleo \(Silverstone, Race, Cup\)/)
  const id = server.context.newId()
  await send(`POST ${season.path}/adjustments`, owner, {
    id,
    kind: 'disqualification',
    sessionId: season.raceId,
    driverIdx: 2,
    reason: 'fuel',
  })
  assert.deepEqual(await pointsIn(season), { Ann: 25, Bob: 23, Cleo: 0 })
  await send(`POST ${season.path}/adjustments/${id}/revoke`, owner, { reason: 'wrong car' })
  assert.deepEqual(await pointsIn(season), { Ann: 25, Bob: 18, Cleo: 20 })
})

test('votes wait while their race is not in the season, and go with its result when its recording is deleted', async () => {
  const season = await openSeason({ recorder: bob })
  await vote(season, fan, 1)
  await send(`DELETE ${season.link}`, owner)
  assert.deepEqual((await call(`GET ${season.path}/driverVotes`)).json(), [])
  assert.equal((await vote(season, ann, 1)).statusCode, 404)
  await send(`PATCH ${season.link}`, owner, {})
  assert.equal((await voteOf(season, fan)).ownDriverIdx, 1)
  const deleted = await call(`DELETE /api/Sessions/${season.raceId}`, { as: bob })
  assert.equal(deleted.statusCode, 204)
  const moved = await voteOf(season, fan)
  assert.notEqual(moved.sessionId, season.raceId)
  assert.equal(moved.ownDriverIdx, 1)
  await count(season)
  assert.deepEqual(await pointsIn(season), { Ann: 25, Bob: 23, Cleo: 15 })
})

test('a race of the past opens no vote, and one that is switched off ends without a result', async () => {
  const old = await openSeason({ startedAt: '2026-03-01T14:00:00Z' })
  assert.deepEqual((await call(`GET ${old.path}/driverVotes`)).json(), [])
  const season = await openSeason()
  await vote(season, fan, 2)
  await send('PATCH /api/Seasons', owner, { id: season.id, driverVote: null })
  assert.equal((await vote(season, ann, 1)).statusCode, 409)
  await count(season)
  assert.deepEqual((await call(`GET ${season.path}/driverVotes`)).json(), [])
  assert.deepEqual(await pointsIn(season), { Ann: 25, Bob: 18, Cleo: 15 })
})
