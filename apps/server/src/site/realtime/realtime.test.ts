import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { announceChanges } from '../../platform/db/earlier-versions/004-files-and-changes.ts'
import { openSession } from '../../racing/sessions/store/session-queries.ts'
import { openAccount, signToken } from '../../testing/account.ts'
import { CLIENT_VERSIONS, openClient } from '../../testing/clients.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { sessionColumns } from '../../testing/session-row.ts'
import { createReceived, subscribe } from './listening.fixture.ts'

let server: TestServer
const opened: SupabaseClient[] = []
before(async () => {
  server = await openTestServer()
})
after(async () => {
  await Promise.all(opened.map(async (client) => client.realtime.disconnect()))
  await server.close()
})

type Version = (typeof CLIENT_VERSIONS)[number]
type RowChange = RealtimePostgresChangesPayload<Record<string, unknown>>

async function connect(
  version: Version,
  token: string | (() => string) | null = null,
): Promise<SupabaseClient> {
  const client = openClient(version, server, token)
  opened.push(client)
  // Its pages have asked for the token long before they join.
  await client.realtime.setAuth()
  return client
}

/** Watches a table; received changes come without the parts that all share. */
async function watch(
  client: SupabaseClient,
  { table, filter, event = '*' }: { table: string; filter?: string; event?: '*' | 'DELETE' },
) {
  const changes = createReceived<RowChange>()
  const channel = client.channel(`watch ${table} ${filter ?? ''}`)
  const asked = { schema: 'public', table, ...(filter !== undefined && { filter }) }
  if (event === '*') channel.on('postgres_changes', { ...asked, event: '*' }, changes.add)
  else channel.on('postgres_changes', { ...asked, event: 'DELETE' }, changes.add)
  await subscribe(channel)
  return changes
}

function columnsOf(change: RowChange | undefined): Record<string, unknown> {
  return { ...change?.old, ...change?.new }
}

async function rename(userId: string, username: string): Promise<void> {
  const { db } = server.context
  await db.updateTable('user').set({ username }).where('id', '=', userId).execute()
}

for (const version of CLIENT_VERSIONS) {
  test(`${version}: a broadcast reaches the others, and oneself if asked for`, async () => {
    const [one, other] = [await connect(version), await connect(version)]
    const topic = `chat ${version} 🏁`
    const [own, theirs] = [createReceived<unknown>(), createReceived<unknown>()]
    const config = { broadcast: { self: true, ack: true } }
    const sending = one.channel(topic, { config })
    sending.on('broadcast', { event: 'Grüße' }, ({ payload }) => own.add(payload))
    const receiving = other.channel(topic)
    receiving.on('broadcast', { event: '*' }, ({ payload, event }) => theirs.add([event, payload]))
    await subscribe(sending)
    await subscribe(receiving)
    const payload = { text: 'box, box 📻', laps: [1, 2] }
    assert.equal(await sending.send({ type: 'broadcast', event: 'Grüße', payload }), 'ok')
    assert.deepEqual(await own.count(1), [payload])
    assert.deepEqual(await theirs.count(1), [['Grüße', payload]])
    await receiving.send({ type: 'broadcast', event: 'Grüße', payload: { quiet: true } })
    assert.deepEqual(await own.count(2), [payload, { quiet: true }])
    await sending.send({ type: 'broadcast', event: 'last', payload: {} })
    const events = (await theirs.count(2)).map((received) => JSON.stringify(received))
    assert.deepEqual(events.slice(1), ['["last",{}]'], 'not oneself unless asked for')
  })

  test(`${version}: clients of both versions add one another`, async () => {
    const topic = `mixed ${version}`
    const received = createReceived<unknown>()
    for (const each of ['2.48.1', 'newest'] as const) {
      const channel = (await connect(each)).channel(topic)
      channel.on('broadcast', { event: 'flag' }, ({ payload }) => received.add(payload))
      await subscribe(channel)
    }
    const sending = (await connect(version)).channel(topic)
    await subscribe(sending)
    await sending.send({ type: 'broadcast', event: 'flag', payload: { colour: 'red' } })
    assert.deepEqual(await received.count(2), [{ colour: 'red' }, { colour: 'red' }])
  })

  test(`${version}: a broadcast over HTTP reaches who listens`, async () => {
    const received = createReceived<unknown>()
    const topic = `post/${version}`
    const receiving = (await connect(version)).channel(topic)
    receiving.on('broadcast', { event: 'flag' }, ({ payload }) => received.add(payload))
    await subscribe(receiving)
    const sending = (await connect(version)).channel(topic)
    assert.equal(await sending.send({ type: 'broadcast', event: 'flag', payload: { n: 1 } }), 'ok')
    assert.deepEqual(await received.count(1), [{ n: 1 }])
    if ('httpSend' in sending && typeof sending.httpSend === 'function') {
      await sending.httpSend('flag', { n: 2 })
      assert.deepEqual(await received.count(2), [{ n: 1 }, { n: 2 }])
    }
  })

  test(`${version}: all members see who is present until they leave`, async () => {
    const [one, other] = [await connect(version), await connect(version)]
    const topic = `presence ${version}`
    const watching = one.channel(topic)
    const [joins, leaves, syncs] = [
      createReceived<string>(),
      createReceived<string>(),
      createReceived<number>(),
    ]
    watching.on('presence', { event: 'join' }, ({ key, newPresences }) =>
      joins.add(`${key} ${String(newPresences[0]?.['lap'])}`),
    )
    watching.on('presence', { event: 'leave' }, ({ key }) => leaves.add(key))
    watching.on('presence', { event: 'sync' }, () => syncs.add(1))
    await subscribe(watching)
    await syncs.count(1)
    assert.deepEqual(watching.presenceState(), {})
    const driving = other.channel(topic, { config: { presence: { key: 'max' } } })
    await subscribe(driving)
    assert.equal(await driving.track({ lap: 1 }), 'ok')
    assert.deepEqual(await joins.count(1), ['max 1'])
    assert.equal(await driving.track({ lap: 2 }), 'ok')
    await syncs.count(3)
    assert.deepEqual(
      watching.presenceState()['max']?.map((meta) => ('lap' in meta ? meta.lap : null)),
      [2],
    )
    const late = (await connect(version)).channel(topic)
    const state = createReceived<number>()
    late.on('presence', { event: 'sync' }, () => state.add(1))
    await subscribe(late)
    await state.count(1)
    assert.deepEqual(Object.keys(late.presenceState()), ['max'])
    const before = leaves.all.length
    await other.removeChannel(driving)
    await leaves.count(before + 1)
    assert.deepEqual(watching.presenceState(), {})
  })

  test(`${version}: changes of rows are published as they are committed, in order`, async () => {
    const { db } = server.context
    const { userId } = await openAccount(server.context, { username: `Before ${version}` })
    const client = await connect(version)
    const changes = await watch(client, { table: 'profiles', filter: `id=eq.${userId}` })
    const others = await watch(client, { table: 'profiles', filter: `username=in.(nobody,"a,b")` })
    const removals = await watch(client, { table: 'profiles', event: 'DELETE' })
    await rename(userId, `First ${version}`)
    await db.transaction().execute(async (transaction) => {
      const mine = transaction.updateTable('user').where('id', '=', userId)
      await mine.set({ username: `Second ${version}` }).execute()
      await mine.set({ username: `Third ${version}` }).execute()
    })
    await db.updateTable('user').set({ created_at: new Date() }).where('id', '=', userId).execute()
    await inTransaction(db, (transaction) =>
      transaction.deleteFrom('user').where('id', '=', userId).execute(),
    )
    await removals.count(1)
    // What was committed just before the join may still be on its way.
    const received = changes.all.filter(({ eventType }) => eventType !== 'INSERT')
    assert.deepEqual(
      received.map((change) => [
        change.eventType,
        'username' in change.new ? change.new['username'] : null,
      ]),
      [
        ['UPDATE', `First ${version}`],
        ['UPDATE', `Second ${version}`],
        ['UPDATE', `Third ${version}`],
        ['DELETE', null],
      ],
    )
    const [first] = received
    assert.deepEqual(Object.keys(first?.new ?? {}), ['id', 'username', 'avatar_url', 'updated_at'])
    assert.deepEqual(first?.old, { id: userId })
    assert.equal(first?.table, 'profiles')
    assert.ok(Math.abs(Date.parse(first?.commit_timestamp ?? '') - Date.now()) < 60_000)
    assert.deepEqual(removals.all[0]?.old, { id: userId })
    assert.deepEqual(
      others.all.map(({ eventType }) => eventType),
      ['DELETE'],
    )
  })

  test(`${version}: a session is published when it begins, and when it is discarded`, async () => {
    const { db, newId } = server.context
    const { userId } = await openAccount(server.context)
    const changes = await watch(await connect(version), {
      table: 'sessions',
      filter: `user_id=eq.${userId}`,
    })
    const id = newId()
    await openSession(db, id, sessionColumns(userId))
    const [begun] = await changes.count(1)
    assert.equal(begun?.eventType, 'INSERT')
    assert.deepEqual(begun?.old, {})
    const { track_name, status, session_type, detail } = {
      detail: undefined,
      ...begun?.new,
    } as Record<string, unknown>
    assert.deepEqual(
      [track_name, status, session_type, detail],
      ['Silverstone', 'live', 10, undefined],
    )
    await inTransaction(db, (transaction) =>
      transaction.deleteFrom('session').where('id', '=', id).execute(),
    )
    assert.deepEqual((await changes.count(2))[1]?.old, { id })
  })

  test(`${version}: a channel ends when its token expires, and goes on with a newer one`, async () => {
    const { context } = server
    const { userId, sessionId, accessToken } = await openAccount(context, { lifeSeconds: 60 })
    const longer = await signToken(context, { userId, sessionId, lifeSeconds: 3600 })
    let token = accessToken
    const lasting = await connect(version, () => token)
    const stored = await subscribe(lasting.channel('kept', { config: { private: true } }))
    const ending = await connect(version, accessToken)
    const channel = ending.channel('ending', { config: { private: true } })
    const messages = createReceived<string>()
    channel.on('system', {}, ({ message }: { message: string }) => messages.add(message))
    const states = await subscribe(channel)
    token = longer
    await lasting.realtime.setAuth()
    const received = createReceived<unknown>()
    const echo = lasting.channel('echo', { config: { broadcast: { self: true } } })
    echo.on('broadcast', { event: 'x' }, received.add)
    await subscribe(echo)
    const { now } = context
    context.now = () => new Date(now().getTime() + 120_000)
    try {
      assert.deepEqual((await states.count(2)).slice(1), ['CLOSED'])
      assert.deepEqual(await messages.count(1), ['Token has expired'])
      await echo.send({ type: 'broadcast', event: 'x', payload: {} })
      await received.count(1)
      assert.deepEqual(stored.all, ['SUBSCRIBED'])
    } finally {
      context.now = now
    }
  })

  test(`${version}: a user who is signed out or banned stops receiving at once`, async () => {
    const { db } = server.context
    for (const end of ['session', 'ban', 'account']) {
      const { userId, sessionId, accessToken } = await openAccount(server.context)
      const states = await subscribe((await connect(version, accessToken)).channel(`own ${end}`))
      const stays = await openAccount(server.context)
      const second = server.context.newId()
      await db.insertInto('auth.sessions').values({ id: second, user_id: userId }).execute()
      const lasting = { userId, sessionId: second, lifeSeconds: 3600 }
      const token = await signToken(server.context, lasting)
      const channel = (await connect(version, token)).channel(`own ${end}`)
      const elsewhere = await subscribe(channel)
      const others = await subscribe(
        (await connect(version, stays.accessToken)).channel(`own ${end}`),
      )
      if (end === 'session')
        await db.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
      if (end === 'account') {
        await inTransaction(db, (transaction) =>
          transaction.deleteFrom('auth.users').where('id', '=', userId).execute(),
        )
      }
      if (end === 'ban') {
        const banned = { banned_until: new Date('2100-01-01') }
        await db.updateTable('auth.users').set(banned).where('id', '=', userId).execute()
      }
      assert.deepEqual((await states.count(2)).slice(1), ['CLOSED'])
      assert.deepEqual(others.all, ['SUBSCRIBED'])
      if (end === 'session') {
        await channel.track({})
        assert.deepEqual(elsewhere.all, ['SUBSCRIBED'])
      } else {
        await elsewhere.count(2)
      }
    }
  })

  test(`${version}: a private channel needs a user, and is not the public one of its name`, async () => {
    const { accessToken } = await openAccount(server.context)
    const name = `secret ${version}`
    const config = { private: true }
    const refused = (await connect(version)).channel(name, { config })
    const states = await subscribe(refused, 'CHANNEL_ERROR')
    assert.match(states.all[0] ?? '', /Unauthorized/)
    await refused.unsubscribe()
    const [secret, open] = [createReceived<unknown>(), createReceived<unknown>()]
    const inside = (await connect(version, accessToken)).channel(name, { config })
    inside.on('broadcast', { event: 'x' }, ({ payload }) => secret.add(payload))
    await subscribe(inside)
    const outside = (await connect(version)).channel(name, {
      config: { broadcast: { self: true } },
    })
    outside.on('broadcast', { event: 'x' }, ({ payload }) => open.add(payload))
    await subscribe(outside)
    await outside.send({ type: 'broadcast', event: 'x', payload: {} })
    await open.count(1)
    const speaking = (await connect(version, accessToken)).channel(name, { config })
    await subscribe(speaking)
    await speaking.send({ type: 'broadcast', event: 'x', payload: { from: 'inside' } })
    assert.deepEqual(await secret.count(1), [{ from: 'inside' }])
    await outside.send({ type: 'broadcast', event: 'x', payload: {} })
    assert.deepEqual(await open.count(2), [{}, {}])
  })

  test(`${version}: a table that cannot be watched is reported, and the channel works`, async () => {
    const asked = [
      { schema: 'auth', table: 'users' },
      { schema: 'public', table: 'storage_object' },
      { schema: 'public', table: 'profiles', filter: 'secret=eq.1' },
      { schema: 'public', table: 'profiles', filter: 'username=match.(a+)+$' },
    ]
    for (const [index, each] of asked.entries()) {
      const channel = (await connect(version)).channel(`odd ${index}`)
      const messages = createReceived<{ status: string; message: string }>()
      channel.on('system', {}, messages.add)
      channel.on('postgres_changes', { event: '*', ...each }, () => {})
      await subscribe(channel)
      const [answer] = await messages.count(1)
      assert.equal(answer?.status, 'error')
      assert.match(answer?.message ?? '', /Unable to subscribe/)
    }
  })
}

test('a row that the caller may not read is never sent: not its values, its deletion, or its id', async () => {
  const { db } = server.context
  // The test makes a table of its own, so that it has what the test is about and nothing else.
  await sql`drop table if exists league cascade`.execute(db)
  await sql`drop function if exists announce_leagues`.execute(db)
  await sql`create table league (id uuid primary key, name text, owner_id uuid, is_public boolean,
    updated_at timestamptz)`.execute(db)
  await announceChanges(db, {
    table: 'league',
    name: 'leagues',
    keys: ['id', 'owner_id', 'is_public'],
    columns: ['id', 'name', 'owner_id', 'is_public', 'updated_at'],
  })
  const [owner, stranger] = [await openAccount(server.context), await openAccount(server.context)]
  const [secret, open] = [server.context.newId(), server.context.newId()]
  for (const version of CLIENT_VERSIONS) {
    const receivedBy = async (token: string | null, filter?: string) =>
      watch(await connect(version, token), {
        table: 'leagues',
        ...(filter !== undefined && { filter }),
      })
    const own = await receivedBy(owner.accessToken)
    const service = await receivedBy(server.context.keys.serviceKey)
    const strangers = [
      await receivedBy(stranger.accessToken),
      await receivedBy(null),
      await receivedBy(stranger.accessToken, `id=eq.${secret}`),
      await receivedBy(stranger.accessToken, `owner_id=eq.${owner.userId}`),
      await receivedBy(null, 'is_public=is.false'),
    ]
    for (const [id, isPublic] of [
      [secret, false],
      [open, true],
    ] as const) {
      await sql`insert into league values (${id}, 'Club', ${owner.userId}, ${isPublic}, now())`.execute(
        db,
      )
      await sql`update league set name = 'Cup' where id = ${id}`.execute(db)
      // The text is larger than an announcement may be: the row is read when it is published.
      await sql`update league set name = repeat('é', 9000) where id = ${id}`.execute(db)
    }
    await own.count(6)
    await service.count(6)
    await sql`delete from league`.execute(db)
    const mine = await own.count(8)
    assert.equal(String(columnsOf(mine[2])['name']).length, 9000)
    await strangers[0]?.count(4)
    await strangers[1]?.count(4)
    for (const received of strangers) {
      const ids = received.all.map(columnsOf)
      assert.ok(
        ids.every(({ id }) => id === open),
        JSON.stringify(ids),
      )
    }
  }
})
