import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { after, before, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { openAccount } from '../../testing/account.ts'
import { openClient } from '../../testing/clients.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { CONNECTIONS_PER_ADDRESS_MAX, LIMITS, WATCHES_PER_ADDRESS_MAX } from './delivery-budget.ts'
import { createReceived, subscribe } from './listening.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

function address(query: Record<string, string> = {}, path = '/realtime/v1/websocket'): string {
  const url = new URL(path, server.url.replace('http', 'ws'))
  const apikey = server.context.keys.anonKey
  url.search = new URLSearchParams({ apikey, vsn: '2.0.0', ...query }).toString()
  return url.href
}

/** Opens a client of version 2 without a library; `closed` is the code. */
async function open(query: Record<string, string> = {}) {
  return openAt(address(query))
}

async function openAt(url: string, headers: Record<string, string> = {}) {
  const ws = new WebSocket(url, { headers })
  const frames = createReceived<unknown[]>()
  ws.on('message', (data, isBinary) => {
    const text = Buffer.isBuffer(data) && !isBinary ? data.toString() : '[]'
    const frame: unknown = JSON.parse(text)
    if (Array.isArray(frame)) frames.add(frame)
  })
  const closed = once(ws, 'close').then(([code]) => Number(code))
  await once(ws, 'open')
  return { ws, frames, closed, send: (frame: unknown) => ws.send(JSON.stringify(frame)) }
}

async function refusalOf(url: string): Promise<string> {
  const ws = new WebSocket(url)
  ws.once('open', () => ws.emit('error', new Error('not refused')))
  const [error] = await once(ws, 'error')
  return error instanceof Error ? error.message : ''
}

test('an upgrade needs the path, a version and a key', async () => {
  assert.match(await refusalOf(address({}, '/realtime/v2')), /404/)
  assert.match(await refusalOf(address({ vsn: '3.0.0' })), /400/)
  assert.match(await refusalOf(address({ apikey: 'wrong' })), /401/)
  const { accessToken } = await openAccount(server.context)
  assert.match(await refusalOf(address({ apikey: accessToken })), /401/)
})

test('a heartbeat is answered with its number, an unknown topic with an error', async () => {
  const { ws, frames, send } = await open()
  send([null, '7', 'phoenix', 'heartbeat', {}])
  send(['1', '8', 'realtime:x', 'broadcast', { event: 'x' }])
  send(['1', '9', 'other:x', 'phx_join', {}])
  assert.deepEqual(await frames.count(3), [
    [null, '7', 'phoenix', 'phx_reply', { status: 'ok', response: {} }],
    [
      '1',
      '8',
      'realtime:x',
      'phx_reply',
      { status: 'error', response: { reason: 'unmatched topic' } },
    ],
    [
      '1',
      '9',
      'other:x',
      'phx_reply',
      { status: 'error', response: { reason: 'unmatched topic' } },
    ],
  ])
  ws.close()
})

test('a join is answered with what it asked for, in its order, each with a number', async () => {
  const { ws, frames, send } = await open()
  const asked = [
    { event: 'UPDATE', schema: 'public', table: 'profiles', filter: 'id=eq.x' },
    { event: '*', schema: 'public' },
  ]
  send(['1', '1', 'realtime:x', 'phx_join', { config: { postgres_changes: asked } }])
  const [reply, state, system] = await frames.count(3)
  const postgres_changes = asked.map((each, index) => ({ id: index + 1, ...each }))
  assert.deepEqual(reply, [
    '1',
    '1',
    'realtime:x',
    'phx_reply',
    { status: 'ok', response: { postgres_changes } },
  ])
  assert.deepEqual(state, [null, null, 'realtime:x', 'presence_state', {}])
  assert.equal(system?.[3], 'system')
  send(['1', '2', 'realtime:x', 'phx_leave', {}])
  const last = (await frames.count(5)).slice(3)
  assert.deepEqual(last, [
    ['1', '2', 'realtime:x', 'phx_reply', { status: 'ok', response: {} }],
    ['1', '1', 'realtime:x', 'phx_close', {}],
  ])
  ws.close()
})

test('null in a join is the same as absent', async () => {
  const { ws, frames, send } = await open()
  const broadcast = { ack: null, self: null }
  const config = { broadcast, presence: { key: null }, postgres_changes: null, private: null }
  send(['1', '1', 'realtime:a', 'phx_join', { config, access_token: null }])
  send(['2', '2', 'realtime:b', 'phx_join', { config: null }])
  const replies = (await frames.count(4)).filter(([, , , event]) => event === 'phx_reply')
  const response = { status: 'ok', response: { postgres_changes: [] } }
  assert.deepEqual(
    replies.map((frame) => frame[4]),
    [response, response],
  )
  ws.close()
})

test('bytes of a binary broadcast arrive as they were sent', async () => {
  const received = createReceived<unknown>()
  const [one, other] = [openClient('newest', server), openClient('newest', server)]
  const receiving = one
    .channel('bytes')
    .on('broadcast', { event: 'x' }, ({ payload }) => received.add(payload))
  await subscribe(receiving)
  const sending = other.channel('bytes', { config: { broadcast: { ack: true } } })
  await subscribe(sending)
  const payload = new Uint8Array([0, 255, 1, 254]).buffer
  // Their types know objects alone; their newest version sends bytes as they are.
  assert.equal(await sending.send({ type: 'broadcast', event: 'x', payload }), 'ok')
  const [bytes] = await received.count(1)
  assert.ok(bytes instanceof ArrayBuffer)
  assert.deepEqual(Buffer.from(bytes), Buffer.from([0, 255, 1, 254]))
  for (const client of [one, other]) client.realtime.disconnect()
})

test('frames that can’t be read end the connection', async () => {
  const deep = `["1","1","realtime:x","x",{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}]`
  const texts = ['no json', '{}', '[1,2]', '["1","1","realtime:x","phx_join",null]', deep]
  for (const frame of texts) {
    const { ws, closed } = await open()
    ws.send(frame)
    assert.equal(await closed, 1008, frame.slice(0, 40))
  }
  const binary = [[], [3], [3, 9, 9, 9, 9, 9, 1], [3, 0, 0, 1, 1, 0, 1, 120, 120, 123], [9, 0]]
  for (const bytes of binary) {
    const { ws, closed } = await open()
    ws.send(Buffer.from(bytes))
    assert.equal(await closed, 1008, String(bytes))
  }
})

/** What is sent from now on comes within one second, however long it takes. */
function stopClock(t: TestContext): void {
  const nowMs = performance.now()
  t.mock.method(performance, 'now', () => nowMs)
}

test('a message too large, and messages too fast, end the connection', async (t) => {
  const large = await open()
  large.ws.send('x'.repeat(LIMITS.messageBytes + 1))
  assert.equal(await large.closed, 1009)
  stopClock(t)
  const fast = await open()
  for (let sent = 0; sent < LIMITS.messagesPerSecond * 2; sent++) {
    fast.send([null, String(sent), 'phoenix', 'heartbeat', {}])
  }
  assert.equal(await fast.closed, 1008)
  assert.ok(fast.frames.all.length <= LIMITS.messagesPerSecond)
  const wide = await open()
  const payload = { event: 'x', payload: 'x'.repeat(LIMITS.messageBytes - 200) }
  for (let sent = 0; sent < 6; sent++) wide.send(['1', '1', 'realtime:x', 'broadcast', payload])
  assert.equal(await wide.closed, 1008)
})

test('a connection has a bounded number of channels and joins', async (t) => {
  stopClock(t)
  const { ws, frames, send } = await open()
  const quiet = { config: { presence: { enabled: false } } }
  for (let joined = 0; joined < LIMITS.joinsPerSecond + 10; joined++) {
    send(['1', String(joined), `realtime:${joined}`, 'phx_join', quiet])
  }
  const all = await frames.count(LIMITS.joinsPerSecond + 10)
  assert.ok(all.some((frame) => JSON.stringify(frame).includes('ClientJoinRateLimitReached')))
  ws.close()
})

test('a client that does not read misses broadcasts, hears the next ones, and delays nobody', async () => {
  const slow = await open()
  slow.send(['1', '1', 'realtime:loud', 'phx_join', {}])
  await slow.frames.count(2)
  slow.ws.pause()
  const received = createReceived<unknown>()
  const client = openClient('2.48.1', server)
  const receiving = client.channel('loud', { config: { broadcast: { self: true } } })
  receiving.on('broadcast', { event: 'x' }, () => received.add(1))
  await subscribe(receiving)
  const headers = { apikey: server.context.keys.anonKey, 'content-type': 'application/json' }
  const url = `${server.url}/realtime/v1/api/broadcast`
  const post = async (text: string) => {
    const body = JSON.stringify({ messages: [{ topic: 'loud', event: 'x', payload: { text } }] })
    assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 202)
  }
  let sent = 0
  while (sent < 60) {
    await post('x'.repeat(200_000))
    await received.count(++sent)
  }
  let messages = 0
  const isCaughtUp = new Promise<void>((resolve) => {
    slow.ws.on('message', (data) => {
      messages++
      if (Buffer.isBuffer(data) && data.includes('"last"')) resolve()
    })
  })
  slow.ws.resume()
  const timer = setInterval(() => void post('last'), 100)
  await isCaughtUp
  clearInterval(timer)
  assert.ok(messages < sent, String(messages))
  slow.ws.close()
  client.realtime.disconnect()
})

function isRefusal(frame: unknown[]): boolean {
  return JSON.stringify(frame).includes('Too many messages')
}

test('a room delivers so much a second: senders are refused beyond it, others are not', async (t) => {
  stopClock(t)
  const members = await Promise.all(Array.from({ length: 60 }, () => open()))
  for (const { send } of members) send(['1', '1', 'realtime:flood', 'phx_join', {}])
  await Promise.all(members.map(({ frames }) => frames.count(2)))
  const [one, other] = members
  assert.ok(one && other)
  for (let sent = 0; sent < 200; sent++) {
    for (const { send } of [one, other]) {
      send(['1', String(sent), 'realtime:flood', 'broadcast', { event: 'x', payload: {} }])
    }
  }
  // Each has two frames of its join, what the other sent, and its own refusals.
  while (
    one.frames.all.filter(isRefusal).length + other.frames.all.filter(isRefusal).length <
    150
  ) {
    await Promise.race([one, other].map(({ frames }) => frames.count(frames.all.length + 1)))
  }
  const delivered = one.frames.all.filter((frame) => frame.length === 0).length
  assert.ok(delivered <= 15_000 / 60, String(delivered))
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
  for (const { ws } of members) ws.terminate()
})

test('a presence is small, and a name as key is only a name', async () => {
  const { ws, frames, send } = await open()
  send(['1', '1', 'realtime:here', 'phx_join', { config: { presence: { key: '__proto__' } } }])
  await frames.count(2)
  const track = (payload: object) =>
    send(['1', '2', 'realtime:here', 'presence', { event: 'track', payload }])
  track({ text: 'x'.repeat(LIMITS.presenceBytes) })
  const large = (await frames.count(3))[2]
  assert.match(JSON.stringify(large), /"error".*at most 4096 bytes/)
  track({ lap: 1 })
  const [reply, diff] = (await frames.count(5)).slice(3)
  assert.match(JSON.stringify(reply), /"ok"/)
  assert.match(JSON.stringify(diff), /"joins":\{"__proto__":\{"metas":\[\{"lap":1,"phx_ref":/)
  ws.close()
})

test('after a break of the database’s connection clients join again and hear on', async () => {
  const { db } = server.context
  const { userId } = await openAccount(server.context)
  const client = openClient('newest', server)
  const changes = createReceived<unknown>()
  const states = createReceived<string>()
  client
    .channel('watch')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'profiles' }, changes.add)
    .subscribe((state) => states.add(state))
  await states.count(1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pitboard changes' and datname = current_database()`.execute(db)
  assert.deepEqual(await states.count(3), ['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
  await db
    .updateTable('user')
    .set({ username: 'After the break' })
    .where('id', '=', userId)
    .execute()
  await changes.count(1)
  client.realtime.disconnect()
})

test('a change made at one server is published by all of them', async (t) => {
  const database = await openTestDatabase()
  const [one, other] = [await openTestServer({ database }), await openTestServer({ database })]
  t.after(async () => {
    await Promise.all([one.close(), other.close()])
    await database.close()
  })
  const client = openClient('newest', other)
  const names = createReceived<unknown>()
  const channel = client.channel('watch')
  const watched = { event: 'UPDATE', schema: 'public', table: 'profiles' } as const
  channel.on('postgres_changes', watched, (change) => names.add(change.new['username']))
  await subscribe(channel)
  const { userId, accessToken } = await openAccount(one.context)
  const driver = openClient('newest', one, accessToken)
  await driver.from('profiles').update({ username: 'From afar' }).eq('id', userId)
  assert.deepEqual(await names.count(1), ['From afar'])
  client.realtime.disconnect()
})

test('a broadcast over HTTP is checked and counted', async (t) => {
  stopClock(t)
  const url = `${server.url}/realtime/v1/api/broadcast`
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const all = {
      apikey: server.context.keys.anonKey,
      'content-type': 'application/json',
      ...headers,
    }
    return (await fetch(url, { method: 'POST', headers: all, body })).status
  }
  const message = { topic: 'x', event: 'x', payload: {} }
  const times = (length: number) =>
    JSON.stringify({ messages: Array.from({ length }, () => message) })
  assert.equal(await post('{"messages":[]}', { apikey: 'wrong' }), 401)
  const deep = '['.repeat(60_000) + ']'.repeat(60_000)
  assert.equal(await post(`{"messages":[{"topic":"x","event":"x","payload":${deep}}]}`), 400)
  assert.equal(await post('{'), 400)
  assert.equal(await post('{"messages":[{"topic":"x"}]}'), 422)
  assert.equal(await post(JSON.stringify({ messages: [{ ...message, private: true }] })), 403)
  assert.equal(await post(JSON.stringify({ messages: [{ ...message, private: null }] })), 202)
  assert.equal(await post('x'.repeat(LIMITS.messageBytes + 1)), 413)
  const growing = `[${'1e20,'.repeat(40_000)}1]`
  assert.equal(await post(`{"messages":[{"topic":"x","event":"x","payload":${growing}}]}`), 413)
  assert.equal(await post(times(101)), 422)
  const many = times(100)
  const statuses = [await post(many), await post(many), await post(many)]
  assert.ok(statuses.includes(429), String(statuses))
})

test('an address has a bounded number of connections, also behind a proxy', async (t) => {
  const behind = await openTestServer({ env: { TRUST_PROXY: '1' } })
  t.after(() => behind.close())
  const url = new URL('/realtime/v1/websocket', behind.url.replace('http', 'ws'))
  url.searchParams.set('apikey', behind.context.keys.anonKey)
  const connectFrom = (address: string) =>
    new WebSocket(url, { headers: { 'x-forwarded-for': `10.9.9.9, ${address}` } })
  const sockets = Array.from({ length: CONNECTIONS_PER_ADDRESS_MAX }, () =>
    connectFrom('192.0.2.1'),
  )
  await Promise.all(sockets.map(async (socket) => once(socket, 'open')))
  const [error] = await once(connectFrom('192.0.2.1'), 'error')
  assert.match(String(error), /503/)
  const other = connectFrom('192.0.2.2')
  await once(other, 'open')
  for (const socket of [...sockets, other]) socket.terminate()
})

test('an address watches a bounded number of changes', async (t) => {
  const behind = await openTestServer({ env: { TRUST_PROXY: '1' } })
  t.after(() => behind.close())
  const url = new URL('/realtime/v1/websocket', behind.url.replace('http', 'ws'))
  url.search = new URLSearchParams({ apikey: behind.context.keys.anonKey, vsn: '2.0.0' }).toString()
  const from = (client: string) => openAt(url.href, { 'x-forwarded-for': client })
  const watch = { event: '*', schema: 'public', table: 'leagues' }
  const watches = Array.from({ length: 20 }, () => watch)
  const join = async (
    { frames, send }: Awaited<ReturnType<typeof from>>,
    name: string,
    config: object,
  ) => {
    const isReply = ([, ref, , event]: unknown[]) => event === 'phx_reply' && ref === name
    send(['1', name, `realtime:${name}`, 'phx_join', { config }])
    while (!frames.all.some(isReply)) await frames.count(frames.all.length + 1)
    return JSON.stringify(frames.all.find(isReply)?.[4])
  }
  const clients = await Promise.all(Array.from({ length: 3 }, () => from('192.0.2.1')))
  const joins = WATCHES_PER_ADDRESS_MAX / watches.length
  const [first] = clients
  assert.ok(first)
  for (let n = 0; n < joins; n++) {
    const client = clients[Math.floor(n / 80)]
    assert.ok(client)
    assert.match(await join(client, `watch ${n}`, { postgres_changes: watches }), /"ok"/)
  }
  assert.match(await join(first, 'one more', { postgres_changes: [watch] }), /Too many watched/)
  assert.match(await join(first, 'without', {}), /"ok"/)
  const other = await from('192.0.2.2')
  assert.match(await join(other, 'other', { postgres_changes: [watch] }), /"ok"/)
  clients[2]?.ws.terminate()
  clients[1]?.ws.terminate()
  // The server hears of the end a moment later.
  let answer = 'Too many'
  for (let n = 0; /Too many/.test(answer); n++) {
    answer = await join(first, `again ${n}`, { postgres_changes: [watch] })
  }
  for (const { ws } of [first, other]) ws.terminate()
})

test('a socket that never finishes its upgrade harms nobody', async () => {
  const { port } = new URL(server.url)
  const socket = connectTcp(Number(port), '127.0.0.1')
  socket.write(
    'GET /realtime/v1/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  )
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 401/)
  socket.destroy()
})

test('a server that stops closes its connections so that clients reconnect', async () => {
  const other = await openTestServer()
  const url = new URL('/realtime/v1/websocket', other.url.replace('http', 'ws'))
  url.searchParams.set('apikey', other.context.keys.anonKey)
  const ws = new WebSocket(url)
  await once(ws, 'open')
  const closed = once(ws, 'close')
  await other.close()
  assert.equal((await closed)[0], 1012)
})
