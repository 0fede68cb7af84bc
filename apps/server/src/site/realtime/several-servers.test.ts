import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { createConditions } from '@pitboard/contract/testing/conditions'
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { openTestNats, type TestNats } from '../../platform/nats/nats.fixture.ts'
import { openAccount, signToken } from '../../testing/account.ts'
import { CLIENT_VERSIONS, type ClientVersion, openClient } from '../../testing/clients.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { runMain } from '../../testing/main-process.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { createReceived, type Received, subscribe } from './listening.fixture.ts'
import { needPrograms } from '../../testing/outside-programs.ts'

needPrograms('nats-server')

const SECRET = 'a secret of all servers, long enough'

let database: TestDatabase
let nats: TestNats
let one: TestServer
let other: TestServer
const opened: SupabaseClient[] = []
before(async () => {
  database = await openTestDatabase()
  nats = await openTestNats()
  const env = { NATS_URL: nats.url, AUTH_JWT_SECRET: SECRET }
  one = await openTestServer({ database, env })
  other = await openTestServer({ database, env })
})
after(async () => {
  await Promise.all(opened.map(async (client) => client.realtime.disconnect()))
  await Promise.all([one.close(), other.close()])
  await nats.close()
  await database.close()
})

interface At {
  readonly server: Pick<TestServer, 'url' | 'context'>
  readonly version: ClientVersion
  readonly token?: string
}

async function connect({ server, version, token }: At): Promise<SupabaseClient> {
  const client = openClient(version, server, token ?? null)
  opened.push(client)
  await client.realtime.setAuth()
  return client
}

type ChannelConfig = NonNullable<Parameters<SupabaseClient['channel']>[1]>['config']

async function joinRoom(at: At, name: string, config: ChannelConfig = {}) {
  const channel = (await connect(at)).channel(name, { config })
  const messages = createReceived<unknown>()
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => messages.add([event, payload]))
  await subscribe(channel)
  // Its answer comes after NATS has read the subscription of this server.
  await at.server.context.fanOut.request('nobody', Buffer.alloc(0)).catch(() => {})
  return { channel, messages }
}

async function send(channel: RealtimeChannel, event: string, payload: object): Promise<string> {
  return channel.send({ type: 'broadcast', event, payload })
}

/** Watches who is present; it is read after every `sync`. */
function watchPresence(channel: RealtimeChannel) {
  const conditions = createConditions()
  channel.on('presence', { event: 'sync' }, conditions.check)
  const present = () =>
    Object.fromEntries(
      Object.entries(channel.presenceState()).map(([key, metas]) => [key, metas.length]),
    )
  return {
    until: (expected: Record<string, number>) =>
      conditions.until(() => isDeepStrictEqual(present(), expected)),
  }
}

async function watchRoom(at: At, name: string, key = '') {
  const channel = (await connect(at)).channel(name, { config: { presence: { key } } })
  const presence = watchPresence(channel)
  await subscribe(channel)
  return { channel, ...presence }
}

for (const version of CLIENT_VERSIONS) {
  const here = (token?: string): At => ({ server: one, version, ...(token && { token }) })
  const there = (token?: string): At => ({ server: other, version, ...(token && { token }) })

  test(`${version}: a broadcast reaches the members at all servers, and oneself if asked for`, async () => {
    const name = `chat ${version} 🏁`
    const sending = await joinRoom(here(), name, { broadcast: { self: true, ack: true } })
    const local = await joinRoom(here(), name)
    const remote = await joinRoom(there(), name)
    const payload = { text: 'box, box 📻', laps: [1, 2] }
    assert.equal(await send(sending.channel, 'Grüße', payload), 'ok')
    for (const { messages } of [sending, local, remote]) {
      assert.deepEqual(await messages.count(1), [['Grüße', payload]])
    }
    await send(remote.channel, 'reply', {})
    await send(remote.channel, 'last', {})
    assert.deepEqual((await sending.messages.count(3)).slice(1), [
      ['reply', {}],
      ['last', {}],
    ])
    assert.equal(remote.messages.all.length, 1, 'not oneself unless asked for')
  })

  test(`${version}: a broadcast over HTTP reaches members at other servers only`, async () => {
    const name = `post/${version}`
    const remote = await joinRoom(there(), name)
    const sending = (await connect(here())).channel(name)
    assert.equal(await send(sending, 'flag', { colour: 'red' }), 'ok')
    assert.deepEqual(await remote.messages.count(1), [['flag', { colour: 'red' }]])
  })

  test(`${version}: a private channel is separate at all servers, and its sender is checked`, async () => {
    const { accessToken } = await openAccount(one.context)
    const name = `secret ${version}`
    const inside = await joinRoom(there(accessToken), name, { private: true })
    const outside = await joinRoom(there(), name)
    const visitor = await joinRoom(here(), name)
    const refused = await fetch(`${one.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: one.context.keys.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        messages: [{ topic: name, event: 'forged', payload: {}, private: true }],
      }),
    })
    assert.equal(refused.status, 403)
    await send(visitor.channel, 'open', {})
    const member = await joinRoom(here(accessToken), name, { private: true })
    await send(member.channel, 'private', {})
    assert.deepEqual(await inside.messages.count(1), [['private', {}]])
    assert.deepEqual(await outside.messages.count(1), [['open', {}]])
  })

  test(`${version}: members see who is present at all servers until they leave`, async () => {
    const name = `presence ${version}`
    const watching = await watchRoom(here(), name)
    const max = await watchRoom(there(), name, 'max')
    assert.equal(await max.channel.track({ lap: 1 }), 'ok')
    await watching.until({ max: 1 })
    await max.channel.track({ lap: 2 })
    await max.channel.track({ lap: 3 })
    const late = await watchRoom(here(), name, 'max')
    await late.until({ max: 1 })
    await late.channel.track({ lap: 1 })
    for (const { until } of [watching, max, late]) await until({ max: 2 })
    await max.channel.unsubscribe()
    for (const { until } of [watching, late]) await until({ max: 1 })
    await late.channel.untrack()
    await watching.until({})
  })

  test(`${version}: who joins first at a server gets those who are present at the others`, async () => {
    const name = `first ${version}`
    const max = await watchRoom(here(), name, 'max')
    await max.channel.track({})
    await (await watchRoom(there(), name)).until({ max: 1 })
  })

  test(`${version}: a change of a row is published alike by all servers`, async () => {
    const { userId } = await openAccount(one.context, { username: `Before ${version}` })
    const received: Received<unknown>[] = []
    for (const at of [here(), there()]) {
      const changes = createReceived<unknown>()
      const channel = (await connect(at)).channel(`rows ${version}`)
      const watched = { schema: 'public', table: 'profiles', filter: `id=eq.${userId}` }
      channel.on('postgres_changes', { event: 'UPDATE', ...watched }, changes.add)
      await subscribe(channel)
      received.push(changes)
    }
    for (const username of [`First ${version}`, `Second ${version}`]) {
      const { db } = one.context
      await db.updateTable('user').set({ username }).where('id', '=', userId).execute()
    }
    const [mine, theirs] = await Promise.all(received.map((changes) => changes.count(2)))
    assert.deepEqual(mine, theirs)
  })

  test(`${version}: a session that ends leaves its channels at all servers at once`, async () => {
    const { userId, sessionId, accessToken } = await openAccount(one.context)
    const second = one.context.newId()
    const { db } = one.context
    await db.insertInto('auth.sessions').values({ id: second, user_id: userId }).execute()
    const lasting = { userId, sessionId: second, lifeSeconds: 3600 }
    const stays = (await connect(there(await signToken(other.context, lasting)))).channel('own')
    const elsewhere = await subscribe(stays)
    const ending = await Promise.all(
      [here(accessToken), there(accessToken)].map(async (at) =>
        subscribe((await connect(at)).channel('own')),
      ),
    )
    await db.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
    for (const states of ending) assert.deepEqual((await states.count(2)).slice(1), ['CLOSED'])
    await stays.track({})
    assert.deepEqual(elsewhere.all, ['SUBSCRIBED'])
  })
}

test('bytes of a binary broadcast arrive at another server as they were sent', async () => {
  const remote = await joinRoom({ server: other, version: 'newest' }, 'bytes')
  const sending = await joinRoom({ server: one, version: 'newest' }, 'bytes')
  await send(sending.channel, 'x', new Uint8Array([0, 255, 1, 254]).buffer)
  const [received] = await remote.messages.count(1)
  assert.ok(Array.isArray(received) && received[1] instanceof ArrayBuffer)
  assert.deepEqual(Buffer.from(received[1]), Buffer.from([0, 255, 1, 254]))
})

onlyInLongRun(() => {
  test('members of a server that is killed leave after 15 seconds', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-third-'))
    const third = runMain({
      NATS_URL: nats.url,
      AUTH_JWT_SECRET: SECRET,
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
    })
    try {
      await third.listening
      const watching = await watchRoom({ server: one, version: 'newest' }, 'killed')
      const there = { url: third.url(), context: one.context }
      const max = await watchRoom({ server: there, version: 'newest' }, 'killed', 'max')
      await max.channel.track({})
      await watching.until({ max: 1 })
      const killedAtMs = performance.now()
      await third.kill()
      await watching.until({})
      const afterMs = performance.now() - killedAtMs
      assert.ok(afterMs > 9_000, `after ${afterMs} ms: its last beat was up to 5 s before`)
    } finally {
      await third.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

test('after an interruption of NATS everything reaches all servers again', async () => {
  const watching = await watchRoom({ server: one, version: 'newest' }, 'interrupted')
  const max = await watchRoom({ server: other, version: 'newest' }, 'interrupted', 'max')
  const remote = await joinRoom({ server: other, version: 'newest' }, 'interrupted')
  await max.channel.track({})
  await watching.until({ max: 1 })
  await nats.kill()
  await max.channel.untrack()
  const late = await watchRoom({ server: other, version: 'newest' }, 'interrupted', 'lewis')
  await late.channel.track({})
  await nats.start()
  await watching.until({ lewis: 1 })
  await send(watching.channel, 'x', {})
  assert.deepEqual(await remote.messages.count(1), [['x', {}]])
})
