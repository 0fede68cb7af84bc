import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { pictureKey } from '../../accounts/storage/files.ts'
import { untilDone } from '../../platform/queues/run-due.fixture.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recordRace } from './races.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())
const call = createCall(() => server)

async function openOwner(): Promise<TestAccount> {
  return openAccount(server.context, { username: `O ${randomUUID().slice(0, 8)}` })
}

async function send(what: string, as: TestAccount, body?: object) {
  const answer = await call(what, { as, ...(body && { body }) })
  assert.ok(answer.statusCode < 300, `${what}: ${answer.statusCode} ${answer.body}`)
  return answer.statusCode === 204 ? null : answer.json()
}

async function draw(background: string, width = 8): Promise<{ pictureBase64: string }> {
  const create = { width, height: 8, channels: 3, background } as const
  return { pictureBase64: (await sharp({ create }).png().toBuffer()).toString('base64') }
}

/** Creates a season in which Ann drives for the team Red of its roster, and has won a race. */
async function makeSeason(owner: TestAccount, league: object = {}) {
  const { id } = await send('POST /api/Seasons', owner, { name: 'Cup', ...league })
  const path = `/api/Seasons/${id}`
  const team = { id: randomUUID(), name: 'Red', colour: '#ff0000' }
  const driver = {
    id: randomUUID(),
    name: 'Ann',
    carNumber: null,
    teamId: team.id,
    platformId: null,
    fromEventId: null,
    toEventId: null,
    isReserve: false,
    tier: '',
  }
  const event = await send(`POST ${path}/events`, owner, { track: 7 })
  const sessionId = await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] })
  await send(`PATCH ${path}/events/${event.id}/sessions`, owner, { sessionIds: [sessionId] })
  await send(`PUT ${path}/roster`, owner, { teams: [team], drivers: [driver] })
  const picture = `${path}/teams/${team.id}/picture`
  const pictureId = async (): Promise<string | null> =>
    (await send(`GET ${path}/roster`, owner)).teams[0].pictureId
  return { id, path, team, picture, pictureId }
}

async function fileKeys(seasonId: string): Promise<string[]> {
  const { db } = server.context
  const rows = await db
    .selectFrom('season_team_picture')
    .select('file_key')
    .where('season_id', '=', seasonId)
    .execute()
  return rows.map(({ file_key }) => file_key)
}

test('a picture of a team is stored small, and roster, standings and browsers’ caches have it', async () => {
  const owner = await openOwner()
  const { path, team, picture, pictureId } = await makeSeason(owner)
  assert.equal(await pictureId(), null)
  assert.equal((await call(`GET ${picture}`)).statusCode, 404)
  await send(`PUT ${picture}`, owner, await draw('#c00', 2000))
  const id = await pictureId()
  assert.ok(id)
  const seen = await call(`GET ${picture}?v=${id}`)
  assert.equal(seen.headers['content-type'], 'image/webp')
  assert.equal(seen.headers['cache-control'], 'private, max-age=86400')
  const { width, format } = await sharp(seen.rawPayload).metadata()
  assert.deepEqual([width, format], [256, 'webp'])
  const { standings } = (await call(`GET ${path}`)).json()
  const withPicture = { name: 'Red', picture: { teamId: team.id, pictureId: id } }
  assert.partialDeepStrictEqual(standings.teams[0], withPicture)
  assert.equal('picture' in standings.teams[1], false)

  await send(`PUT ${picture}`, owner, await draw('#0c0'))
  assert.notEqual(await pictureId(), id)
  await send(`DELETE ${picture}`, owner)
  assert.equal(await pictureId(), null)
  assert.equal((await call(`GET ${picture}?v=${id}`)).statusCode, 404, 'a removed picture')
  const { version } = (await call(`GET ${path}`)).json()
  await send(`DELETE ${picture}`, owner)
  assert.equal((await call(`GET ${path}`)).json().version, version, 'nothing was removed')
})

test('a published version has no pictures, since they may be removed', async () => {
  const owner = await openOwner()
  const { path, picture } = await makeSeason(owner)
  await send(`PUT ${picture}`, owner, await draw('#c00'))
  await send(`POST ${path}/publications`, owner, { status: 'official' })
  const published = await call(`GET ${path}/publications/1`)
  assert.doesNotMatch(published.body, /pictureId/)
})

test('what is not a picture is refused, and so is a team that is not in the roster', async () => {
  const owner = await openOwner()
  const { path, picture, pictureId } = await makeSeason(owner)
  const gif = Buffer.from('GIF89a').toString('base64')
  for (const body of [
    { pictureBase64: gif },
    { pictureBase64: '%%%' },
    { ...(await draw('#c00')), contentType: 'image/svg+xml' },
  ]) {
    assert.equal((await call(`PUT ${picture}`, { as: owner, body })).statusCode, 400)
  }
  const large = { pictureBase64: Buffer.alloc(5_242_881).toString('base64') }
  assert.equal((await call(`PUT ${picture}`, { as: owner, body: large })).statusCode, 413)
  const unknown = `${path}/teams/${randomUUID()}/picture`
  const body = await draw('#c00')
  assert.equal((await call(`PUT ${unknown}`, { as: owner, body })).statusCode, 404)
  assert.equal((await call(`DELETE ${unknown}`, { as: owner })).statusCode, 404)
  const headers = { 'if-match': '"1"' }
  assert.equal((await call(`PUT ${picture}`, { as: owner, body, headers })).statusCode, 412)
  assert.equal(await pictureId(), null)
})

test('a user uploads a bounded number of pictures a minute', async () => {
  const owner = await openOwner()
  const { picture } = await makeSeason(owner)
  const body = await draw('#c00')
  // The budget refills while the test runs: one every two seconds.
  let [status, sent] = [0, 0]
  while (status !== 429 && sent < 100) {
    status = (await call(`PUT ${picture}`, { as: owner, body })).statusCode
    sent++
  }
  assert.equal(status, 429)
  assert.ok(sent > 30)
})

test('pictures of a season in a private league are for its owner and members', async () => {
  const [owner, member, stranger] = [await openOwner(), await openOwner(), await openOwner()]
  const { id: leagueId } = await send('POST /api/League', owner, { name: 'S', isPublic: false })
  await server.context.db
    .insertInto('league_member')
    .values({ league_id: leagueId, user_id: member.userId, role: 'steward' })
    .execute()
  const { picture, pictureId } = await makeSeason(owner, { leagueId })
  await send(`PUT ${picture}`, owner, await draw('#c00'))
  const address = `GET ${picture}?v=${await pictureId()}`
  for (const as of [owner, member]) {
    const answer = await call(address, { as })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['cache-control'], 'no-cache')
  }
  assert.equal((await call(address, { as: stranger })).statusCode, 404)
  assert.equal((await call(address)).statusCode, 404)
})

test('an undo restores a picture that was replaced or went with its team, for the latest ten changes', async () => {
  const owner = await openOwner()
  const { id, path, picture, pictureId, team } = await makeSeason(owner)
  const version = async (): Promise<number> => (await call(`GET ${path}`)).json().version
  const undo = (made: number) => call(`POST ${path}/history/${made}/undo`, { as: owner })
  await send(`PUT ${picture}`, owner, await draw('#c00'))
  const red = await pictureId()

  await send(`PUT ${path}/roster`, owner, { teams: [], drivers: [] })
  assert.equal((await call(`GET ${picture}`)).statusCode, 404, 'its team has left the roster')
  assert.equal((await undo(await version())).statusCode, 200)
  assert.equal(await pictureId(), red)

  await send(`PUT ${picture}`, owner, await draw('#0c0'))
  const replaced = await version()
  await send(`DELETE ${picture}`, owner)
  assert.equal((await undo(replaced)).statusCode, 409, 'it has been removed since')
  assert.equal((await undo(replaced + 1)).statusCode, 200)
  assert.equal((await undo(replaced)).statusCode, 200)
  assert.equal(await pictureId(), red)
  assert.equal((await call(`GET ${picture}?v=${red}`)).statusCode, 200)

  for (let count = 0; count < 12; count++) {
    await send(`PUT ${picture}`, owner, await draw(`rgb(${count}, 200, 0)`))
  }
  assert.equal((await fileKeys(id)).length, 11, 'the current one and ten for an undo')
  const history = await send(`GET ${path}/history`, owner)
  assert.partialDeepStrictEqual(history[0], {
    action: 'teamPictureSet',
    authorId: owner.userId,
    details: { teamId: team.id, team: 'Red' },
  })
})

test('files of pictures go with their season, and those of teams that left the roster long ago', async () => {
  const { context } = server
  const owner = await openOwner()
  const { id, path } = await makeSeason(owner)
  const keys: string[] = []
  for (let count = 0; count < 13; count++) {
    const team = { id: randomUUID(), name: `Team ${count}`, colour: '#ff0000' }
    await send(`PUT ${path}/roster`, owner, { teams: [team], drivers: [] })
    await send(`PUT ${path}/teams/${team.id}/picture`, owner, await draw('#c00'))
    keys.push(...(await fileKeys(id)).filter((key) => !keys.includes(key)))
  }
  assert.equal((await fileKeys(id)).length, 11)
  const stored = async () => {
    await untilDone(context.db, 'storage_leftovers')
    const found = await Promise.all(keys.map((key) => context.files.stat(pictureKey(key))))
    return found.filter((each) => each !== null).length
  }
  assert.equal(await stored(), 11)
  const exported = await call('GET /api/Account/export', { as: owner })
  assert.match(exported.body, new RegExp(`${path}/teams/[0-9a-f-]{36}/picture`))
  await context.db.deleteFrom('season').where('id', '=', id).execute()
  assert.equal(await stored(), 0)
})
