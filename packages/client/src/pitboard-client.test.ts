import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, test, type TestContext } from 'node:test'
import { personalAccessTokens } from '@pitboard/contract/accounts/personal-access-tokens'
import { leagues } from '@pitboard/contract/leagues/league'
import type { LiveSession } from '@pitboard/contract/live/live'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { site } from '@pitboard/contract/site/site'
import { captureUploads } from '@pitboard/contract/ingest/capture-upload'
import { createConditions } from '@pitboard/contract/testing/conditions'
import { until } from '@pitboard/contract/testing/patience'
import { createLog } from '@pitboard/server/platform/diagnostics/log'
import { createDriving } from '@pitboard/server/racing/live/driving.fixture'
import { createRoomDirectory } from '@pitboard/server/racing/live/rooms/room-directory'
import { createLiveSockets } from '@pitboard/server/racing/live/socket'
import { asPcap } from '@pitboard/server/racing/uploads/upload.fixture'
import { openAccount } from '@pitboard/server/testing/account'
import { openTestServer } from '@pitboard/server/testing/server'
import { createRace } from '@pitboard/sim/race'
import { createPitboardClient } from './pitboard-client.ts'
import { PitboardError } from './pitboard-error.ts'

const SESSION_ID = '01900000-0000-7000-8000-000000000001'
const USER_ID = '01900000-0000-7000-8000-000000000002'

async function codeOf(answer: Promise<unknown>): Promise<string | null> {
  return answer.then(
    () => 'none',
    (error: unknown) => (error instanceof PitboardError ? error.code : 'other'),
  )
}

test('a capture is sent as the file that it is, and its progress is an answer', async (t) => {
  const server = await openTestServer()
  t.after(() => server.close())
  const driver = await openAccount(server.context, { username: 'Ann' })
  const client = createPitboardClient({ baseUrl: server.url, token: driver.accessToken })
  const race = createRace({ seed: 4, laps: 1, cars: 2, rateHz: 10, trackId: 22, lean: true })
  const atMs = Date.UTC(2026, 0, 1)
  const file = asPcap(
    [...race.datagrams()].map((datagram) => ({ ...datagram, atMs: atMs + datagram.atMs })),
  )
  const { id } = await client.call(captureUploads.upload, { body: new Uint8Array(file) })
  const { sessions: stored } = await until(async () => {
    const upload = await client.call(captureUploads.get, { params: { id } })
    return upload.result
  })
  assert.equal(stored.length, 1)
})

/** Starts a server that answers with these statuses, one after the other. */
async function answering(t: TestContext, statuses: number[], retryAfter = '0') {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const status = statuses[seen.length] ?? 200
    seen.push(`${request.method}`)
    response.writeHead(status, { 'retry-after': retryAfter }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { client: createPitboardClient({ baseUrl: `http://127.0.0.1:${port}` }), seen }
}

test('calls act for the owner of a token, and refusals have a code', async (t) => {
  const server = await openTestServer()
  t.after(() => server.close())
  const owner = await openAccount(server.context, { username: 'Ann' })
  const browser = createPitboardClient({ baseUrl: server.url, token: () => owner.accessToken })
  const { token } = await browser.call(personalAccessTokens.create, {
    body: { name: 'bot', scopes: ['leagues:write', 'data:read'], lifetimeDays: 1 },
  })
  const bot = createPitboardClient({ baseUrl: `${server.url}/`, token })
  const league = await bot.call(leagues.create, { body: { name: 'Cup', isPublic: false } })
  const params = { leagueId: league.id }
  assert.equal((await bot.call(leagues.get, { params })).name, 'Cup')

  const id = server.context.newId()
  assert.equal(await codeOf(bot.call(sessions.delete, { params: { id } })), 'insufficient-scope')
  assert.equal(await codeOf(bot.call(leagues.get, { params: { leagueId: id } })), 'not-found')
  const visitor = createPitboardClient({ baseUrl: server.url })
  assert.equal(await codeOf(visitor.call(leagues.get, { params })), 'not-found')
  assert.equal(await codeOf(visitor.call(sessions.mine)), 'not-signed-in')
})

describe('calls that are sent again', () => {
  test('a 429 or 503, also of a change, four times at most', async (t) => {
    const { client, seen } = await answering(t, [429, 503, 200])
    await client.call(leagues.create, { body: { name: 'Cup' } })
    assert.deepEqual(seen, ['POST', 'POST', 'POST'])
    const busy = await answering(t, [503, 503, 503, 503, 503])
    await assert.rejects(busy.client.call(site.get), { status: 503 })
    assert.equal(busy.seen.length, 4)
  })

  test('a creation whose answer was lost, which is done once', async (t) => {
    const server = await openTestServer()
    t.after(() => server.close())
    const { accessToken } = await openAccount(server.context, { username: 'Ann' })
    let lost = 0
    const client = createPitboardClient({
      baseUrl: server.url,
      token: accessToken,
      fetch: async (...input) => {
        const answer = await fetch(...input)
        if (lost++ === 0) throw new TypeError('fetch failed')
        return answer
      },
    })
    const { id } = await client.call(leagues.create, { body: { name: 'Cup', isPublic: true } })
    const [found, ...others] = (await client.call(leagues.list)).leagues
    assert.deepEqual([found?.id, others], [id, []])
    const second = await client.call(leagues.create, { body: { name: 'Cup', isPublic: true } })
    assert.notEqual(second.id, id, 'a call of its own')
  })

  test('no other refusal, and no wait that is longer than a minute', async (t) => {
    const refused = await answering(t, [403])
    await assert.rejects(refused.client.call(site.get), { status: 403, code: null })
    assert.equal(refused.seen.length, 1)
    const patient = await answering(t, [429], '3600')
    await assert.rejects(patient.client.call(site.get), { status: 429, retryAfterSeconds: 3600 })
    assert.equal(patient.seen.length, 1)
  })

  test('an aborted call does not wait', async (t) => {
    const { client, seen } = await answering(t, [503], '30')
    const signal = AbortSignal.timeout(200)
    await assert.rejects(client.call(site.get, { signal }), { name: 'AbortError' })
    assert.equal(seen.length, 1)
  })
})

test('a runtime without WebSocket is named when a live session is to be followed', (t) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket')
  assert.ok(before)
  t.after(() => Object.defineProperty(globalThis, 'WebSocket', before))
  Reflect.deleteProperty(globalThis, 'WebSocket')
  const client = createPitboardClient({ baseUrl: 'http://localhost:8080' })
  assert.throws(() => client.followSession('1', {}), /WebSocket: use Node 22 or later/)
})

test('the live stream gives the states of the room, also after a lost connection', async (t) => {
  const rooms = createRoomDirectory(Date.now)
  const sockets = createLiveSockets({
    roomDirectory: rooms,
    log: createLog('silent'),
    userExists: async () => true,
    isSessionLive: async () => false,
    sent: () => undefined,
    addressOf: () => '',
    viewersMax: 50,
    viewersPerAddressMax: 50,
  })
  const connections = new Set<{ destroy(): void }>()
  const server = createServer()
  server.on('upgrade', (request, socket, head) => {
    connections.add(socket)
    if (!sockets.upgrade(request, socket, head)) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    void rooms.drain()
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const client = createPitboardClient({ baseUrl: `http://127.0.0.1:${port}` })

  const driving = createDriving(20)
  rooms.open(SESSION_ID, USER_ID, driving.source)
  const conditions = createConditions()
  const seen: { state: LiveSession | null; reconnects: number; recordedId: string | null } = {
    state: null,
    reconnects: 0,
    recordedId: null,
  }
  const follower = client.followSession(SESSION_ID, {
    onState(state) {
      seen.state = state
      conditions.check()
    },
    onReconnecting: () => (seen.reconnects += 1),
    onEnded(recordedId) {
      seen.recordedId = recordedId
      conditions.check()
    },
  })
  t.after(() => follower.close())
  const hasArrived = () =>
    seen.state?.sessionTimeMs === driving.source.read(null, 0, 0).sessionTimeMs
  for (let dice = 1; dice <= 5; dice += 1) {
    driving.step(100, dice)
    await conditions.until(hasArrived)
  }
  assert.deepEqual(seen.state, rooms.room(SESSION_ID)?.state(Date.now()))
  for (const connection of connections) connection.destroy()
  driving.step(100, 7)
  await conditions.until(hasArrived)
  assert.equal(seen.reconnects, 1)
  await rooms.close(SESSION_ID, SESSION_ID)
  await conditions.until(() => seen.recordedId === SESSION_ID)
})
